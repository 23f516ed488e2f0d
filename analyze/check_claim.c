/* Do the averages and percentages that a post states follow from its own figures? */

#include "analyze/check_rules.h"

#include "analyze/claims.h"
#include "analyze/sample.h"

#include <math.h>
#include <string.h>

static const struct text nowhere = {NULL, 0};

/* Mean of the sorted values without the lowest and the highest. */
static double trimmed_mean(const double *sorted, size_t n)
{
    return n < 3 ? NAN : sample_mean(sorted + 1, n - 2);
}

/* The statistic that a posted average is, if any. */
static const char *name_statistic(const struct claim *claim)
{
    const struct cell *cell = claim->cell;
    struct arena *scratch = arena_create();
    double *sorted = arena_take_array(scratch, cell->n, sizeof *sorted);
    memcpy(sorted, cell->values, cell->n * sizeof *sorted);
    sample_sort(sorted, cell->n);
    const struct {
        const char *name;
        double value;
    } statistics[] = {
        {"the median", cell->median},
        {"the geometric mean", cell->gmean},
        {"the mean without the lowest and the highest", trimmed_mean(sorted, cell->n)},
        {"the mean without the first run",
         cell->n < 2 ? NAN : sample_mean(cell->values + 1, cell->n - 1)},
        {"the highest", cell->max},
        {"the lowest", cell->min},
    };
    const char *name = NULL;
    double allowed = claim_last_digit(claim->posted) * (1 + 1e-9);
    for (size_t i = 0; i < sizeof statistics / sizeof *statistics && name == NULL; i++)
        if (fabs(statistics[i].value - claim->posted->value) <= allowed)
            name = statistics[i].name;
    arena_free(scratch);
    return name;
}

/* What the figures said of a claim. */
static void add_stated(struct check_findings *findings, const struct stated_change *stated)
{
    if (stated->result == CHECK_CLEAN)
        check_findings_clean(findings);
    else
        check_findings_add(findings, stated->result,
                           stated->result == CHECK_HIT ? SEVERITY_WARNS : SEVERITY_INFORMS,
                           stated->message, nowhere);
}

/* Averages in sentences. */
static void find_spoken_averages(const struct check_scene *scene, struct check_findings *findings)
{
    for (size_t i = 0; i < scene->analysis->stated_count; i++) {
        const struct stated_change *stated = &scene->analysis->stated[i];
        if (!text_is(stated->claim->metric->name, "average"))
            continue;
        add_stated(findings, stated);
    }
}

void check_stated_averages(const struct check_scene *scene, struct check_findings *findings)
{
    const struct analysis *analysis = scene->analysis;
    find_spoken_averages(scene, findings);
    for (size_t i = 0; i < analysis->claim_count; i++) {
        const struct claim *claim = &analysis->claims[i];
        const struct run *run = claim->posted->run;
        struct text place =
            check_place(scene->arena, run->workload, claim->posted->direction, run->configuration);
        if (claim->cell == NULL) {
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_of("averages are posted without their runs"), nowhere);
            continue;
        }
        if (claim->confirmed) {
            check_findings_clean(findings);
            continue;
        }
        const char *name = name_statistic(claim);
        check_findings_add(findings, CHECK_HIT, SEVERITY_WARNS,
                           name == NULL
                               ? claim->message
                               : text_format(scene->arena, "%.*s; it is %s",
                                             (int)claim->message.size, claim->message.data, name),
                           place);
    }
}

void check_stated_percentages(const struct check_scene *scene, struct check_findings *findings)
{
    const struct analysis *analysis = scene->analysis;
    for (size_t i = 0; i < analysis->stated_count; i++) {
        const struct stated_change *stated = &analysis->stated[i];
        if (text_is(stated->claim->metric->name, "winner") ||
            text_is(stated->claim->metric->name, "average"))
            continue;
        add_stated(findings, stated);
    }
}

/* A claim of this metric about the run; NULL when there is none. */
static const struct observation *claimed(const struct check_scene *scene, const struct run *run,
                                         const char *metric)
{
    for (size_t i = 0; i < scene->results->observation_count; i++) {
        const struct observation *claim = &scene->results->observations[i];
        if (claim->run == run && claim->statistic == STATISTIC_CLAIM &&
            text_is(claim->metric->name, metric))
            return claim;
    }
    return NULL;
}

void check_stated_transfers(const struct check_scene *scene, struct check_findings *findings)
{
    static const double allowed = 0.1;
    for (size_t i = 0; i < scene->results->observation_count; i++) {
        const struct observation *bytes = &scene->results->observations[i];
        if (bytes->statistic != STATISTIC_CLAIM || !text_is(bytes->metric->name, "io_bytes"))
            continue;
        const struct observation *rate = claimed(scene, bytes->run, "bw");
        const struct observation *time = claimed(scene, bytes->run, "runtime");
        if (rate == NULL || time == NULL)
            continue;
        double moved = rate->value * time->value / 1e9;
        if (fabs(moved / bytes->value - 1) <= allowed) {
            check_findings_clean(findings);
            continue;
        }
        struct text speed = check_rate(scene->arena, rate->value);
        struct text is = check_bytes(scene->arena, moved);
        struct text stated = check_bytes(scene->arena, bytes->value);
        check_findings_add(findings, CHECK_HIT, SEVERITY_WARNS,
                           text_format(scene->arena, "%.*s for %.4g s is %.*s, not the %.*s stated",
                                       (int)speed.size, speed.data, time->value / 1e9, (int)is.size,
                                       is.data, (int)stated.size, stated.data),
                           nowhere);
    }
}
