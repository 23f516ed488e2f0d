#include "model/metric.h"

#include "model/number.h"

#include <string.h>

struct metric_table {
    struct arena *arena;
    size_t count, capacity;
    struct metric **metrics;
};

static const struct {
    const char *name, *label;
    enum dimension dimension;
    enum better better;
    int primary_rank;
} known[] = {
    {"bw", "bandwidth", DIMENSION_BYTE_RATE, BETTER_HIGHER, 1},
    {"iops", "IOPS", DIMENSION_RATE, BETTER_HIGHER, 2},
    {"lat_mean", "mean latency", DIMENSION_TIME, BETTER_LOWER, 3},
    {"clat_mean", "mean completion latency", DIMENSION_TIME, BETTER_LOWER, 4},
    {"runtime", "run time", DIMENSION_TIME, BETTER_LOWER, 0},
    {"io_bytes", "bytes moved", DIMENSION_BYTES, BETTER_UNKNOWN, 0},
    {"ios", "I/O operations", DIMENSION_COUNT, BETTER_UNKNOWN, 0},
    {"sync_ios", "sync operations", DIMENSION_COUNT, BETTER_UNKNOWN, 0},
    {"change", "stated change", DIMENSION_PERCENT, BETTER_UNKNOWN, 0},
};

static const struct {
    const char *prefix, *label;
} latencies[] = {
    {"lat_", "latency"},
    {"clat_", "completion latency"},
    {"slat_", "submission latency"},
    {"sync_", "sync latency"},
};

static const char of_log[] = "_log_";

struct metric_table *metric_table_create(struct arena *arena)
{
    struct metric_table *table = arena_take(arena, sizeof *table);
    table->arena = arena;
    return table;
}

/* "mean" -> "mean latency", "p99.9" -> "99.9th percentile of latency"; empty when `part` is
 * neither. */
static struct text latency_label(struct arena *arena, struct text part, const char *label)
{
    static const struct {
        const char *part, *words;
    } parts[] = {{"mean", "mean"},
                 {"min", "lowest"},
                 {"max", "highest"},
                 {"tail", "tail"},
                 {"sd", "deviation of"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (text_is(part, parts[i].part))
            return text_format(arena, "%s %s", parts[i].words, label);
    double percent;
    struct text digits = text_slice(part, 1, part.size);
    if (!text_starts_with(part, "p") || !number_read_plain(digits, false, &percent) ||
        percent < 0 || percent > 100)
        return (struct text){NULL, 0};
    return text_format(arena, "%.*sth percentile of %s", (int)digits.size, digits.data, label);
}

/* "bw_log_mean" -> what "bw" is, "bandwidth as logged (mean)"; false when it is no such name. */
static bool describe_log(struct arena *arena, struct metric *metric)
{
    size_t at = text_find(metric->name, of_log, 0);
    struct text base = text_slice(metric->name, 0, at);
    struct text part = text_slice(metric->name, at + strlen(of_log), metric->name.size);
    if (at == metric->name.size)
        return false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!text_equal(base, text_of(known[i].name)))
            continue;
        metric->label =
            text_format(arena, "%s as logged (%.*s)", known[i].label, (int)part.size, part.data);
        metric->dimension = known[i].dimension;
        metric->better = known[i].better;
        return true;
    }
    for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++) {
        struct text prefix = text_of(latencies[i].prefix);
        if (!text_equal(base, text_slice(prefix, 0, prefix.size - 1)))
            continue;
        metric->label = text_format(arena, "%s as logged (%.*s)", latencies[i].label,
                                    (int)part.size, part.data);
        metric->dimension = DIMENSION_TIME;
        metric->better = BETTER_LOWER;
        return true;
    }
    return false;
}

static void describe(struct arena *arena, struct metric *metric)
{
    metric->label = metric->name;
    metric->dimension = DIMENSION_UNKNOWN;
    if (describe_log(arena, metric))
        return;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!text_is(metric->name, known[i].name))
            continue;
        metric->label = text_of(known[i].label);
        metric->dimension = known[i].dimension;
        metric->better = known[i].better;
        metric->primary_rank = known[i].primary_rank;
        return;
    }
    for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++) {
        if (!text_starts_with(metric->name, latencies[i].prefix))
            continue;
        struct text part = text_slice(metric->name, strlen(latencies[i].prefix), metric->name.size);
        struct text label = latency_label(arena, part, latencies[i].label);
        if (label.data == NULL)
            continue;
        metric->label = label;
        metric->dimension = DIMENSION_TIME;
        metric->better = BETTER_LOWER;
    }
}

const struct metric *metric_find(struct metric_table *table, struct text name)
{
    for (size_t i = 0; i < table->count; i++)
        if (text_equal(table->metrics[i]->name, name))
            return table->metrics[i];
    struct metric *metric = arena_take(table->arena, sizeof *metric);
    metric->name = text_copy(table->arena, name);
    describe(table->arena, metric);
    table->metrics = arena_grow(table->arena, table->metrics, table->count, &table->capacity,
                                sizeof *table->metrics);
    table->metrics[table->count++] = metric;
    return metric;
}

bool metric_is_of_log(const struct metric *metric)
{
    return text_find(metric->name, of_log, 0) < metric->name.size;
}
