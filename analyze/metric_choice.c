/* One piece of evidence a workload and direction: at a fixed block size IOPS is bandwidth over
   block size, and at a fixed queue depth mean latency is queue depth over IOPS (Little's law), so
   only one of them decides. What a log says of the inside of a run decides only where nothing else
   was measured. */

#include "analyze/metric_choice.h"

#include "analyze/pointer_set.h"

#include <stdint.h>

enum { RANK_LAT_MEAN = 2, RANK_UNKNOWN = 5 };

static const char *const by_default[RANK_UNKNOWN] = {"bw", "iops", "lat_mean", "clat_mean",
                                                     "clat_p99"};

size_t metric_choice_rank(const struct analysis_options *options, const struct metric *metric)
{
    for (size_t i = 0; i < options->metrics.count; i++)
        if (text_equal(options->metrics.items[i], metric->name))
            return i;
    if (options->metrics.count > 0)
        return SIZE_MAX;
    for (size_t i = 0; i < RANK_UNKNOWN; i++)
        if (text_is(metric->name, by_default[i]))
            return i;
    if (metric_is_of_log(metric))
        return text_ends_with(metric->name, "_mean") || text_ends_with(metric->name, "_p50")
                   ? RANK_UNKNOWN
                   : SIZE_MAX;
    bool unknown = metric->dimension == DIMENSION_UNKNOWN && metric->better == BETTER_UNKNOWN;
    return unknown ? RANK_UNKNOWN : SIZE_MAX;
}

struct metric_choice metric_choice_create(struct arena *arena,
                                          const struct analysis_options *options, size_t workloads)
{
    size_t count = workloads * DIRECTION_COUNT;
    struct metric_choice choice = {
        .options = options,
        .first = arena_take_array(arena, count, sizeof *choice.first),
        .secondary = arena_take_array(arena, count, sizeof *choice.secondary),
    };
    for (size_t i = 0; i < count; i++)
        choice.first[i] = SIZE_MAX;
    return choice;
}

void metric_choice_note(struct metric_choice *choice, size_t workload, enum direction direction,
                        const struct metric *metric)
{
    size_t rank = metric_choice_rank(choice->options, metric);
    size_t *first = &choice->first[workload * DIRECTION_COUNT + direction];
    if (rank < *first)
        *first = rank;
    choice->measured =
        choice->measured || (choice->options->metrics.count == 0 && rank < RANK_UNKNOWN);
}

/* A table that lists a read and a write speed in one row describes two tests; one fio run does both
 * at once. */
static bool may_do_both(const struct run *run)
{
    struct text rw = settings_value(run->options, text_of("rw"));
    return text_is_ignoring_case(run->tool, "fio") || text_is(rw, "rw") ||
           text_is(rw, "readwrite") || text_is(rw, "randrw");
}

/* The directions of each run, as bits. */
static void collect_directions(const struct selection *selection, struct pointer_set *runs,
                               unsigned char *directions)
{
    for (size_t i = 0; i < selection->count; i++) {
        const struct observation *observation = selection->observations[i];
        size_t run = pointer_set_add(runs, observation->run);
        directions[run] |= (unsigned char)(1u << observation->direction);
    }
}

void metric_choice_weigh(struct metric_choice *choice, const struct selection *selection,
                         const size_t *workload_of, size_t workloads)
{
    const unsigned both = 1u << DIRECTION_READ | 1u << DIRECTION_WRITE;
    unsigned seen = 0;
    for (size_t i = 0; i < selection->count; i++)
        seen |= 1u << selection->observations[i]->direction;
    if ((seen & both) != both)
        return;
    struct arena *scratch = arena_create();
    struct pointer_set *runs = pointer_set_create(scratch);
    unsigned char *directions = arena_take_array(scratch, selection->count, sizeof *directions);
    double *bytes = arena_take_array(scratch, workloads * DIRECTION_COUNT, sizeof *bytes);
    double *rates = arena_take_array(scratch, workloads * DIRECTION_COUNT, sizeof *rates);
    collect_directions(selection, runs, directions);
    for (size_t i = 0; i < selection->count; i++) {
        const struct observation *observation = selection->observations[i];
        size_t run = pointer_set_find(runs, observation->run);
        if ((directions[run] & both) != both || !may_do_both(observation->run))
            continue;
        size_t place = workload_of[i] * DIRECTION_COUNT + observation->direction;
        if (text_is(observation->metric->name, "io_bytes"))
            bytes[place] += observation->value;
        if (text_is(observation->metric->name, "bw"))
            rates[place] += observation->value;
    }
    for (size_t workload = 0; workload < workloads; workload++) {
        size_t read = workload * DIRECTION_COUNT + DIRECTION_READ;
        size_t write = workload * DIRECTION_COUNT + DIRECTION_WRITE;
        const double *weight = bytes[read] > 0 && bytes[write] > 0 ? bytes : rates;
        if (weight[read] > 0 && weight[write] > 0)
            choice->secondary[weight[write] > weight[read] ? read : write] = true;
    }
    arena_free(scratch);
}

bool metric_choice_keeps(const struct metric_choice *choice, size_t workload,
                         enum direction direction, const struct metric *metric)
{
    size_t rank = metric_choice_rank(choice->options, metric);
    size_t first = choice->first[workload * DIRECTION_COUNT + direction];
    if (rank == SIZE_MAX || choice->options->metrics.count > 0)
        return rank != SIZE_MAX;
    return (rank != RANK_LAT_MEAN && rank != RANK_UNKNOWN) || rank == first;
}

bool metric_choice_is_primary(const struct metric_choice *choice, size_t workload,
                              enum direction direction, const struct metric *metric)
{
    size_t place = workload * DIRECTION_COUNT + direction;
    return !choice->secondary[place] && !(choice->measured && metric_is_of_log(metric)) &&
           metric_choice_rank(choice->options, metric) == choice->first[place];
}
