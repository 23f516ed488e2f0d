/* Power of the t test by the noncentral t distribution (Owen, "A survey of properties and
   applications of the noncentral t-distribution", 1968).

   T'^2 is noncentral F with 1 and nu degrees of freedom: incomplete beta functions weighted by
   Poisson chances with the mean lambda^2/2. The first of them is alpha, as c is the quantile of the
   central t; each next one adds a term that follows from the one before (Lenth, algorithm AS 243,
   1989). All terms are positive, so no digits are lost.

   Where lambda is too large for that, an integral: with w = sqrt(X/nu), X chi-square with nu
   degrees of freedom, P(T' > c) is the mean of Phi(lambda - c w). It is summed by the trapezoidal
   rule in y = ln w, where the integrand is analytic and falls off exponentially at both ends, so
   the error falls exponentially with the number of points (Trefethen & Weideman, "The exponentially
   convergent trapezoidal rule", 2014). The density is divided by its own sum and needs no gamma
   function. */

#include "analyze/power.h"

#include "analyze/significance.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stddef.h>

/* Beyond this many runs the normal approximation is exact to the last run or nobody will make them.
 */
static const double endless = 1e9;

static const int most_steps = 100;

static double normal_cdf(double z)
{
    return 0.5 * erfc(-z * M_SQRT1_2);
}

/* A two-sided t test at alpha: what its power takes whatever the noncentrality. */
struct t_test {
    double df, alpha, critical;
    double share;      /* critical^2 / (critical^2 + df) */
    double first_term; /* that the second incomplete beta function adds */
};

static struct t_test t_test_of(double df, double alpha)
{
    double critical = significance_t_quantile(alpha, df), square = critical * critical;
    /* The term is 2 c times the density of t at c. Its ratio of gamma functions by the factors that
       Stirling's formula leaves, as the functions themselves lose digits at large df. */
    double half = df / 2;
    double stirling = gsl_sf_gammastar(half + 0.5) / gsl_sf_gammastar(half) / sqrt(2 * M_PI);
    double exponent = half * log1p(0.5 / half) - 0.5 - (half + 0.5) * log1p(square / df);
    return (struct t_test){df, alpha, critical, square / (square + df),
                           2 * critical * stirling * exp(exponent)};
}

/* Up to here the first Poisson chance is far from the least double. */
static const double most_by_series = 24;

static double power_by_series(const struct t_test *test, double lambda)
{
    double mean = lambda * lambda / 2, half = test->df / 2;
    double chance = exp(-mean), beyond = test->alpha, term = test->first_term;
    double power = chance * beyond;
    for (double j = 0; j < mean || chance > 1e-18; j++) {
        beyond += term;
        term *= test->share * (j + 0.5 + half) / (j + 1.5);
        chance *= mean / (j + 1);
        power += chance * beyond;
    }
    return power;
}

static double power_by_integral(const struct t_test *test, double lambda)
{
    double critical = test->critical, df = test->df;
    /* The ln density of y is df (y - (exp(2y) - 1) / 2) up to a constant; beyond the ends it is
     * below -38, nothing beside 1 in a double. */
    double near = sqrt(38 / df);
    double end = fmin(near, 0.5 * log1p(76 / df + 2 * near));
    double start = 1.5 * near < 0.5 ? -1.5 * near : -(38 / df + 0.5);
    if (lambda - critical * exp(end) > 9)
        return 1; /* to the last digit */
    /* The error of the sum is about exp(-2 pi^2 / 0.7^2), 1e-17. */
    double step = fmin(0.1, 0.7 / sqrt(2 * df + (1 + lambda) * (1 + lambda)));
    long double all = 0, found = 0;
    for (double i = 0; start + i * step <= end; i++) {
        double y = start + i * step;
        double excess = expm1(y); /* exp(2y) - 1 = excess (excess + 2) */
        double density = exp(df * (y - excess * (excess + 2) / 2));
        double threshold = critical * (1 + excess);
        all += density;
        found += density * normal_cdf(lambda - threshold);
        if (lambda + threshold < 9) /* the other tail, as far as a double holds it */
            found += density * normal_cdf(-lambda - threshold);
    }
    return (double)(found / all);
}

static double power_of(const struct t_test *test, double noncentrality)
{
    double lambda = fabs(noncentrality);
    if (!(test->df > 0) || !isfinite(lambda))
        return NAN;
    return lambda < most_by_series && isfinite(test->critical) ? power_by_series(test, lambda)
                                                               : power_by_integral(test, lambda);
}

double power_of_t(double df, double noncentrality, double alpha)
{
    struct t_test test = t_test_of(df, alpha);
    return power_of(&test, noncentrality);
}

double power_of_runs(const struct spread *spread, double n, double log_ratio, double alpha)
{
    double both = spread->variance_a + spread->variance_b;
    double part_a = spread->variance_a / both, part_b = spread->variance_b / both;
    double df = (n - 1) / (part_a * part_a + part_b * part_b);
    return power_of_t(df, log_ratio / sqrt(both / n), alpha);
}

double power_required_runs(const struct spread *spread, double log_ratio, double alpha,
                           double power)
{
    double both = spread->variance_a + spread->variance_b;
    double z = gsl_cdf_ugaussian_Qinv(alpha / 2) + gsl_cdf_ugaussian_Pinv(power);
    double approximate = z * z * both / (log_ratio * log_ratio);
    if (!isfinite(approximate) || approximate <= 0)
        return NAN;
    if (approximate > endless)
        return ceil(approximate);
    /* That the variances are estimated costs about q^2 / 2 runs for each run a degree of freedom
       takes. */
    double q = gsl_cdf_ugaussian_Qinv(alpha / 2), part_a = spread->variance_a / both;
    double runs_of_df = part_a * part_a + (1 - part_a) * (1 - part_a);
    double n = fmax(2, ceil(approximate + q * q / 2 * runs_of_df));
    if (power_of_runs(spread, n, log_ratio, alpha) < power) {
        do
            n++;
        while (power_of_runs(spread, n, log_ratio, alpha) < power);
        return n;
    }
    while (n > 2 && power_of_runs(spread, n - 1, log_ratio, alpha) >= power)
        n--;
    return n;
}

struct variance_range power_variance_range(double df)
{
    return (struct variance_range){df, gsl_cdf_chisq_Pinv(0.9, df), gsl_cdf_chisq_Pinv(0.1, df)};
}

void power_required_range(double n, const struct variance_range *range, double *low, double *high)
{
    *low = n * range->df / range->most;
    *high = n * range->df / range->least;
}

/* The ends of the first interval are asked for again when the solver is set. */
struct target {
    const struct t_test *test;
    double power;
    double asked[2], answered[2]; /* the last two */
};

static double missing_power(double noncentrality, void *parameters)
{
    struct target *target = parameters;
    for (size_t i = 0; i < 2; i++)
        if (target->asked[i] == noncentrality)
            return target->answered[i];
    target->asked[0] = target->asked[1];
    target->answered[0] = target->answered[1];
    target->asked[1] = noncentrality;
    target->answered[1] = power_of(target->test, noncentrality) - target->power;
    return target->answered[1];
}

double power_visible_log_ratio(double se, double df, double alpha, double power)
{
    struct t_test test = t_test_of(df, alpha);
    double q = test.critical;
    struct target target = {&test, power, {NAN, NAN}, {NAN, NAN}};
    /* T' is near normal with mean lambda and variance 1 + q^2/(2 df) where it matters; from there
       outwards. */
    double start = q * (1 - 0.25 / df) + gsl_cdf_ugaussian_Pinv(power) * sqrt(1 + q * q / (2 * df));
    double reach = 0.005 + 1 / (df * df);
    double low = start - reach, high = start + reach;
    if (!(low > 0) || missing_power(low, &target) > 0)
        low = 0;
    while (missing_power(high, &target) < 0 && high < 1e6)
        high *= 2;
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    gsl_function function = {missing_power, &target};
    double root = NAN;
    if (solver != NULL && gsl_root_fsolver_set(solver, &function, low, high) == GSL_SUCCESS) {
        int status = GSL_CONTINUE;
        for (int i = 0; i < most_steps && status == GSL_CONTINUE; i++) {
            if (gsl_root_fsolver_iterate(solver) != GSL_SUCCESS)
                break;
            root = gsl_root_fsolver_root(solver);
            status = gsl_root_test_interval(gsl_root_fsolver_x_lower(solver),
                                            gsl_root_fsolver_x_upper(solver), 0, 1e-9);
        }
    }
    gsl_root_fsolver_free(solver);
    return root * se;
}
