/* The power of the t test against the textbook integral, and what follows from it. */

#include "testing.h"

#include "analyze/power.h"
#include "analyze/significance.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>

/* P(T' > c) + P(T' < -c) as the integral over w = sqrt(X / nu), X chi-square with nu degrees of
 * freedom. */
struct integrand {
    double df, noncentrality, critical;
    bool density_only;
};

static double density_times_chance(double w, void *parameters)
{
    const struct integrand *it = parameters;
    if (w <= 0)
        return 0;
    double log_density = M_LN2 + it->df / 2 * log(it->df / 2) - gsl_sf_lngamma(it->df / 2) +
                         (it->df - 1) * log(w) - it->df * w * w / 2;
    double threshold = it->critical * w;
    if (it->density_only)
        return exp(log_density);
    return exp(log_density) * (gsl_cdf_ugaussian_Q(threshold - it->noncentrality) +
                               gsl_cdf_ugaussian_P(-threshold - it->noncentrality));
}

/* Integrates piece by piece, so that neither a narrow step nor a narrow density is passed over. */
static double integrate(double df, double noncentrality, double alpha, bool density_only)
{
    struct integrand it = {df, noncentrality, significance_t_quantile(alpha, df), density_only};
    gsl_function function = {density_times_chance, &it};
    gsl_integration_cquad_workspace *workspace = gsl_integration_cquad_workspace_alloc(1000);
    double width = 1 / sqrt(2 * df), step = noncentrality / it.critical;
    double low = fmax(0, 1 - 12 * width), high = 1 + 12 * width, sum = 0;
    double cuts[] = {low,
                     step - 10 / it.critical,
                     step,
                     step + 10 / it.critical,
                     step + 100 / it.critical,
                     1 - 3 * width,
                     1,
                     1 + 3 * width,
                     high};
    double from = low;
    while (from < high) {
        double to = high, part = 0, error = 0;
        for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++)
            if (cuts[i] > from && cuts[i] < to)
                to = cuts[i];
        assert_int_equal(gsl_integration_cquad(&function, from, to, 1e-13, 1e-12, workspace, &part,
                                               &error, NULL),
                         0);
        sum += part;
        from = to;
    }
    gsl_integration_cquad_workspace_free(workspace);
    return sum;
}

static void power_is_the_integral(void **state)
{
    (void)state;
    static const double dfs[] = {1, 1.3, 2.7, 5, 30, 1000, 100000};
    static const double noncentralities[] = {0, 0.3, 1, 2, 2.8, 3.5, 5, 10, 17, 23.9, 24.1, 40};
    static const double alphas[] = {0.2, 0.05, 0.001};
    significance_prepare();
    for (size_t i = 0; i < sizeof dfs / sizeof *dfs; i++)
        for (size_t j = 0; j < sizeof noncentralities / sizeof *noncentralities; j++)
            for (size_t k = 0; k < sizeof alphas / sizeof *alphas; k++) {
                double found = power_of_t(dfs[i], noncentralities[j], alphas[k]);
                /* The density's constant has lost digits at large df: divide by its own integral.
                 */
                double expected = integrate(dfs[i], noncentralities[j], alphas[k], false) /
                                  integrate(dfs[i], noncentralities[j], alphas[k], true);
                if (fabs(found - expected) > 1e-11)
                    print_error("df %g, noncentrality %g, alpha %g: %.15g, expected %.15g\n",
                                dfs[i], noncentralities[j], alphas[k], found, expected);
                assert_true(fabs(found - expected) <= 1e-11);
            }
}

static void without_a_difference_power_is_alpha(void **state)
{
    (void)state;
    for (double df = 1; df < 1e7; df *= 3)
        assert_true(fabs(power_of_t(df, 0, 0.05) - 0.05) < 1e-12);
}

/* N is the first number of runs that reaches the power, whatever the search starts from. */
static void required_runs_are_the_smallest(void **state)
{
    (void)state;
    static const double variances[][2] = {
        {0.01, 0.01}, {0.0004, 0.09}, {0, 0.02}, {1, 3}, {1e-8, 1e-9}};
    static const double ratios[] = {0.002, 0.05, 0.3, -0.05, 2};
    static const double powers[] = {0.8, 0.9, 0.5};
    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < 5; j++)
            for (size_t k = 0; k < 6; k++) {
                struct spread spread = {variances[i][0], variances[i][1], false};
                if (k >= 3)
                    spread = (struct spread){variances[i][1], 0, true};
                double power = powers[k % 3];
                double n = power_required_runs(&spread, ratios[j], 0.05, power);
                assert_true(n >= 2 && n == floor(n));
                assert_true(power_of_runs(&spread, n, ratios[j], 0.05) >= power);
                if (n > 2)
                    assert_true(power_of_runs(&spread, n - 1, ratios[j], 0.05) < power);
            }
}

static void nothing_to_require(void **state)
{
    (void)state;
    struct spread even = {0, 0, false}, uneven = {0.1, 0.1, false};
    assert_true(isnan(power_required_runs(&even, 0.05, 0.05, 0.8)));
    assert_true(isnan(power_required_runs(&uneven, 0, 0.05, 0.8)));
    assert_true(isnan(power_required_runs(&uneven, NAN, 0.05, 0.8)));
    assert_true(power_required_runs(&uneven, 1e-9, 0.05, 0.8) > 1e17);
    assert_true(isnan(power_of_t(NAN, 1, 0.05)));
}

/* With 4 runs a side of equal spread the range is 0.56 N to 2.7 N. */
static void range_of_required_runs(void **state)
{
    (void)state;
    double low, high;
    struct variance_range range = power_variance_range(6);
    power_required_range(100, &range, &low, &high);
    assert_true(fabs(low - 56.37) < 0.01);
    assert_true(fabs(high - 272.2) < 0.1);
}

/* The visible difference is the one that the power is reached for. */
static void visible_difference(void **state)
{
    (void)state;
    static const double dfs[] = {2, 3.3, 6, 11, 40, 5000};
    for (size_t i = 0; i < sizeof dfs / sizeof *dfs; i++) {
        double se = 0.07, ratio = power_visible_log_ratio(se, dfs[i], 0.05, 0.8);
        assert_true(ratio > 0);
        assert_true(fabs(power_of_t(dfs[i], ratio / se, 0.05) - 0.8) < 1e-7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(power_is_the_integral),
        cmocka_unit_test(without_a_difference_power_is_alpha),
        cmocka_unit_test(required_runs_are_the_smallest),
        cmocka_unit_test(nothing_to_require),
        cmocka_unit_test(range_of_required_runs),
        cmocka_unit_test(visible_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
