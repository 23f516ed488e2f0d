/* Posted averages held against the posted runs. An average was rounded or cut when it was printed,
   so it is confirmed when it lies within one unit of its last printed digit. */

#include "analyze/claims.h"

#include "model/number.h"

#include <math.h>

double claim_last_digit(const struct observation *posted)
{
    struct number number;
    if (number_read(posted->written, &number) != NUMBER_FOUND || number.value == 0)
        return 0;
    return number.last_digit * fabs(posted->value / number.value);
}

static struct text in_words(struct arena *arena, double value, const struct observation *posted)
{
    struct display_unit display = {"", 1};
    struct text unit = posted->unit;
    if (text_is(unit, unit_base(posted->metric->dimension))) {
        display = unit_for_display(posted->metric->dimension, value);
        unit = text_of(display.label);
    }
    return text_format(arena, "%.6g%s%.*s", value / display.divisor, unit.size == 0 ? "" : " ",
                       (int)unit.size, unit.data);
}

static struct text describe(struct arena *arena, const struct claim *claim)
{
    struct text posted = in_words(arena, claim->posted->value, claim->posted);
    if (claim->cell == NULL)
        return text_format(arena, "the posted mean %.*s stands without its runs", (int)posted.size,
                           posted.data);
    struct text computed = in_words(arena, claim->computed, claim->posted);
    if (claim->confirmed)
        return text_format(arena, "the posted mean %.*s is the mean of its %zu runs",
                           (int)posted.size, posted.data, claim->cell->n);
    return text_format(arena, "the posted mean %.*s is not the mean of its %zu runs, which is %.*s",
                       (int)posted.size, posted.data, claim->cell->n, (int)computed.size,
                       computed.data);
}

void claims_check(struct analysis *analysis, const struct selection *selection,
                  const struct cell_table *table)
{
    size_t count = 0;
    for (size_t i = 0; i < selection->count; i++)
        count +=
            selection->observations[i]->statistic == STATISTIC_MEAN && table->cell_of[i] != NULL;
    analysis->claims = arena_take_array(analysis->arena, count, sizeof *analysis->claims);
    for (size_t i = 0; i < selection->count; i++) {
        const struct observation *posted = selection->observations[i];
        const struct cell *cell = table->cell_of[i];
        if (posted->statistic != STATISTIC_MEAN || cell == NULL)
            continue;
        struct claim *claim = &analysis->claims[analysis->claim_count++];
        bool has_runs = cell->statistic == STATISTIC_RUN && text_equal(cell->unit, posted->unit);
        claim->posted = posted;
        claim->cell = has_runs ? cell : NULL;
        claim->computed = has_runs ? cell->mean : NAN;
        /* A billionth more, since the text's decimal and the mean are rounded to doubles. */
        claim->confirmed =
            has_runs && fabs(posted->value - cell->mean) <=
                            claim_last_digit(posted) * (1 + 1e-9) + 1e-12 * fabs(cell->mean);
        claim->message = describe(analysis->arena, claim);
    }
}
