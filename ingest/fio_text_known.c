#include "ingest/fio_text_known.h"

#include <math.h>
#include <string.h>

struct known_total {
    double bytes, runtime, ios; /* negative: unknown */
};

struct fio_known_run {
    struct text workload;
    unsigned line;
    struct known_total totals[FIO_DIRECTIONS];
};

static void keep_total(struct fio_known_run *run, const struct found_observation *row)
{
    static const struct {
        const char *metric;
        size_t offset;
    } kept[] = {{"io_bytes", offsetof(struct known_total, bytes)},
                {"runtime", offsetof(struct known_total, runtime)},
                {"ios", offsetof(struct known_total, ios)}};
    for (size_t d = 0; d < FIO_DIRECTIONS; d++)
        for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
            if (row->direction == fio_directions[d] && row->job.size == 0 &&
                text_is(row->metric, kept[i].metric))
                memcpy((char *)&run->totals[d] + kept[i].offset, &row->value, sizeof row->value);
}

struct fio_known_runs fio_known_runs(struct arena *arena, const struct reading *reading)
{
    struct fio_known_runs known = {.count = reading->run_count};
    known.items = arena_take_array(arena, known.count + 1, sizeof *known.items);
    for (size_t i = 0; i < known.count; i++) {
        known.items[i].workload = reading->runs[i].workload;
        known.items[i].line = reading->runs[i].source.line;
        for (size_t d = 0; d < FIO_DIRECTIONS; d++)
            known.items[i].totals[d] = (struct known_total){-1, -1, -1};
    }
    for (size_t i = 0; i < reading->observation_count; i++)
        keep_total(&known.items[reading->observations[i].run], &reading->observations[i]);
    return known;
}

static bool contains(struct text text, struct text part)
{
    for (size_t at = 0; at + part.size <= text.size; at++)
        if (memcmp(text.data + at, part.data, part.size) == 0)
            return true;
    return false;
}

/* The known run has every job of `run` (text leaves out jobs that did nothing). */
static bool has_jobs(const struct fio_known_run *known, const struct fio_printed_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        struct text name = run->workload.size > 0 ? run->workload : run->jobs[i]->name;
        name = text_trim(name);
        if (name.size > 0 && !contains(known->workload, name))
            return false;
    }
    return true;
}

enum comparison { TOTALS_DIFFER, TOTALS_UNKNOWN, TOTALS_AGREE };

static enum comparison compare_totals(const struct known_total *known,
                                      const struct fio_printed_direction *printed)
{
    const struct fio_figure *bytes = &printed->io_bytes, *runtime = &printed->runtime;
    if (known->bytes <= 0 || known->runtime < 0 || bytes->written.data == NULL ||
        runtime->written.data == NULL || bytes->value <= 0)
        return TOTALS_UNKNOWN;
    double slack = 1 + 1e-9 * known->bytes;
    if (fabs(known->runtime - runtime->value) >= 1 || known->bytes < bytes->low - slack ||
        known->bytes > bytes->high + slack)
        return TOTALS_DIFFER;
    bool counted = known->ios >= 0 && printed->ios.written.data != NULL;
    return counted && fabs(known->ios - printed->ios.value) > 0.5 ? TOTALS_DIFFER : TOTALS_AGREE;
}

/* Terse lines up to fio 3.25 print the sum of all directions in the place of reads. */
static bool reads_are_mixed(const struct fio_known_run *known,
                            const struct fio_printed_direction *totals)
{
    enum { READ, WRITE, TRIM, MIXED };
    bool reads_only = totals[WRITE].io_bytes.written.data == NULL &&
                      totals[TRIM].io_bytes.written.data == NULL &&
                      totals[MIXED].io_bytes.written.data == NULL;
    return reads_only && known->totals[READ].bytes < 0 &&
           compare_totals(&known->totals[MIXED], &totals[READ]) == TOTALS_AGREE;
}

unsigned fio_known_line(const struct fio_known_runs *known, const struct fio_printed_run *run,
                        const struct fio_printed_direction *totals)
{
    for (size_t i = 0; i < known->count; i++) {
        size_t results[] = {0, 0, 0};
        for (size_t d = 0; d < FIO_DIRECTIONS; d++)
            results[compare_totals(&known->items[i].totals[d], &totals[d])]++;
        bool same = results[TOTALS_DIFFER] == 0 && results[TOTALS_AGREE] > 0;
        if ((same || reads_are_mixed(&known->items[i], totals)) && has_jobs(&known->items[i], run))
            return known->items[i].line;
    }
    return NO_LINE;
}
