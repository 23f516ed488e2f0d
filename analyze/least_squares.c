/* Goodnight, "A tutorial on the SWEEP operator", The American Statistician 33 (1979). The products
   of columns of 0 and 1 are whole numbers and exact, and the values are centred by the caller, so
   little is lost against an orthogonal decomposition, and a model with fewer terms costs no look at
   the data. */

#include "analyze/least_squares.h"

#include <math.h>
#include <string.h>

/* A pivot below this share of the column's own square is a column that depends on the others. */
static const double independent = 1e-9;

struct least_squares least_squares_create(struct arena *arena, size_t columns)
{
    size_t side = columns + 1;
    return (struct least_squares){.arena = arena,
                                  .columns = columns,
                                  .products = arena_take_array(arena, side * side, sizeof(double))};
}

void least_squares_add(struct least_squares *all, const size_t *ones, size_t count, double value,
                       double weight)
{
    size_t side = all->columns + 1, last = all->columns;
    double *products = all->products;
    products[0] += weight;
    for (size_t i = 0; i < count; i++) {
        products[ones[i] * side] += weight;
        products[ones[i]] += weight;
        for (size_t j = 0; j < count; j++)
            products[ones[i] * side + ones[j]] += weight;
        products[ones[i] * side + last] += weight * value;
        products[last * side + ones[i]] += weight * value;
    }
    products[last] += weight * value;
    products[last * side] += weight * value;
    products[last * side + last] += weight * value * value;
    all->rows += weight;
}

static void sweep(double *matrix, size_t side, size_t k)
{
    double pivot = matrix[k * side + k];
    for (size_t j = 0; j < side; j++)
        matrix[k * side + j] /= pivot;
    for (size_t i = 0; i < side; i++) {
        double factor = matrix[i * side + k];
        if (i == k || factor == 0)
            continue;
        for (size_t j = 0; j < side; j++)
            matrix[i * side + j] -= factor * matrix[k * side + j];
        matrix[i * side + k] = -factor / pivot;
    }
    matrix[k * side + k] = 1 / pivot;
}

struct fit least_squares_fit(const struct least_squares *all, const bool *in)
{
    size_t side = all->columns + 1;
    struct fit fit = {.columns = all->columns,
                      .swept = arena_take_array(all->arena, all->columns, sizeof *fit.swept),
                      .left_out = arena_take_array(all->arena, all->columns, sizeof *fit.swept),
                      .matrix = arena_take_array(all->arena, side * side, sizeof *fit.matrix)};
    memcpy(fit.matrix, all->products, side * side * sizeof *fit.matrix);
    for (size_t k = 0; k < all->columns; k++) {
        if (k > 0 && !in[k])
            continue;
        double square = all->products[k * side + k];
        fit.left_out[k] = !(fit.matrix[k * side + k] > independent * square);
        if (fit.left_out[k])
            continue;
        sweep(fit.matrix, side, k);
        fit.swept[k] = true;
        fit.rank++;
    }
    fit.rss = fmax(0, fit.matrix[side * side - 1]);
    return fit;
}

bool fit_contrast(const struct fit *fit, const double *weights, double *estimate, double *variance)
{
    size_t side = fit->columns + 1;
    *estimate = *variance = 0;
    for (size_t i = 0; i < fit->columns; i++) {
        /* A column left out is a sum of those swept; the contrast must be that sum too. */
        double sum = 0;
        for (size_t j = 0; j < fit->columns; j++) {
            if (!fit->swept[j])
                continue;
            sum += weights[j] * fit->matrix[j * side + i];
            if (fit->swept[i])
                *variance += weights[i] * weights[j] * fit->matrix[i * side + j];
        }
        if (fit->swept[i])
            *estimate += weights[i] * fit->matrix[i * side + fit->columns];
        else if (fit->left_out[i] && fabs(sum - weights[i]) > 1e-6)
            return false;
    }
    return true;
}
