/* Is the run sound? */

#include "analyze/check_rules.h"

#include "model/number.h"

#include <math.h>
#include <string.h>

/* Options with which a run may end before its time and its size. */
static bool may_end_early(const struct circumstances *run)
{
    static const char *const names[] = {"io_size",        "number_ios",
                                        "loops",          "zonemode",
                                        "zonesize",       "fill_device",
                                        "exitall",        "wait_for",
                                        "steadystate",    "ss",
                                        "verify",         "create_only",
                                        "latency_target", "exit_on_error_count",
                                        "trim_percentage"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (check_option_is_given(run, names[i]))
            return true;
    return false;
}

/* Options by which `size` is not the bytes that a run moves: shares, ranges, several files. */
static bool size_is_not_moved(const struct circumstances *run)
{
    static const char *const names[] = {
        "nrfiles", "offset",    "offset_increment", "filesize",        "file_append", "bsrange",
        "bssplit", "file_size", "bs_unaligned",     "blocksize_range", "size_percent"};
    static const char *const several[] = {"%", ",", "-", ":", "/"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (check_option_is_given(run, names[i]))
            return true;
    struct text size = check_option(run, "size"), block = check_option(run, "bs");
    for (size_t i = 0; i < sizeof several / sizeof *several; i++)
        if (text_find(size, several[i], 0) < size.size ||
            text_find(block, several[i], 0) < block.size)
            return true;
    return false;
}

/* "3 I/Os failed, 4 were short"; empty when the tool counted none. */
static struct text failed_ios(const struct check_scene *scene, const struct circumstances *run)
{
    static const struct {
        const char *fact, *words;
    } kinds[] = {{"total_err", "failed"},
                 {"short_ios", "moved less than was asked"},
                 {"drop_ios", "were dropped"}};
    struct text_builder list = {.arena = scene->arena};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        double count;
        if (number_read_plain(settings_value(run->facts, text_of(kinds[i].fact)), false, &count) &&
            count > 0)
            text_add_format(&list, "%s%.0f I/Os %s (%s)", list.size > 0 ? ", " : "", count,
                            kinds[i].words, kinds[i].fact);
    }
    return list.size > 0 ? text_built(&list) : (struct text){NULL, 0};
}

/* Did the run move its size, or take its time? */
static struct check_answer ended_early(const struct check_scene *scene,
                                       const struct run_figures *figures)
{
    double set, size;
    if (!check_option_number(figures->of, "runtime", &set) ||
        !check_file_size(figures->of, &size) || isnan(figures->run_time) ||
        isnan(figures->run_bytes))
        return figures->of->options_complete
                   ? check_clean
                   : check_unknown("the run time and size that were set are not stated");
    double took = figures->run_time / 1e9;
    if (took >= 0.9 * set || figures->run_bytes >= 0.99 * size || may_end_early(figures->of))
        return check_clean;
    if (size_is_not_moved(figures->of))
        return check_unknown("how much the job was to move cannot be told from its options");
    return check_hit(SEVERITY_BLOCKS, 1,
                     text_format(scene->arena,
                                 "it ended after %.3g of %g s, before its size was "
                                 "moved",
                                 took, set));
}

struct check_answer check_failed_or_cut(const struct check_scene *scene,
                                        const struct run_figures *figures)
{
    struct text fault = figures->run->fault;
    if (fault.size > 0)
        return check_hit(
            SEVERITY_BLOCKS, 2,
            text_format(scene->arena, "the run is not usable: %.*s", (int)fault.size, fault.data));
    struct text failed = failed_ios(scene, figures->of);
    if (failed.size > 0)
        return check_hit(SEVERITY_BLOCKS, 1, failed);
    struct check_answer answer = ended_early(scene, figures);
    bool unsure = settings_value(figures->run->facts, text_of("short_ios_or_syncs")).data != NULL;
    return answer.kind == ANSWER_CLEAN && unsure
               ? check_unknown("fio counts fdatasync and sync_file_range among the short I/Os, and "
                               "without latencies of syncs (gtod_reduce, disable_clat) the two "
                               "cannot be told apart")
               : answer;
}

struct check_answer check_too_short(const struct check_scene *scene,
                                    const struct run_figures *figures)
{
    double took = figures->run_time / 1e9;
    if (isnan(took) && !check_option_number(figures->of, "runtime", &took))
        return check_unknown("the run time is not stated");
    if (took >= 30)
        return check_clean;
    return check_hit(
        SEVERITY_WARNS, 30 / took,
        text_format(scene->arena, "a run took %.2g s: the start weighs heavily", took));
}

struct check_answer check_depth_not_reached(const struct check_scene *scene,
                                            const struct circumstances *run)
{
    static const char *const one_by_one[] = {"psync", "sync", "vsync", "pvsync", "pvsync2", "mmap"};
    double depth;
    struct text engine = check_option(run, "ioengine");
    if (!check_option_number(run, "iodepth", &depth))
        return check_unknown("the queue depth is not stated");
    if (depth <= 1)
        return check_clean;
    if (engine.size == 0)
        return check_unknown("the ioengine is not stated");
    for (size_t i = 0; i < sizeof one_by_one / sizeof *one_by_one; i++)
        if (text_is(engine, one_by_one[i]))
            return check_hit(SEVERITY_WARNS, depth,
                             text_format(scene->arena,
                                         "iodepth=%g had no effect: %s works one by one, so this "
                                         "is queue depth 1",
                                         depth, one_by_one[i]));
    if (!text_is(engine, "libaio"))
        return check_clean;
    enum known direct = check_option_on(run, "direct");
    if (direct == KNOWN_UNSURE)
        return check_unknown("it is not stated whether direct=1 was set (libaio)");
    return direct == KNOWN_YES
               ? check_clean
               : check_hit(SEVERITY_WARNS, depth,
                           text_format(scene->arena,
                                       "iodepth=%g had no effect: libaio without direct=1 waits "
                                       "for each I/O",
                                       depth));
}

/* True when the limit is one that the run stayed well below: it held nothing back. `rate` and
   rate_iops are of each job. */
static bool is_not_reached(const struct run_figures *figures, const char *limit)
{
    enum { LIMITS = 2 };
    const struct {
        const char *name;
        double reached;
    } limits[LIMITS] = {{"rate", figures->bw}, {"rate_iops", figures->iops}};
    double most, jobs;
    for (size_t i = 0; i < LIMITS; i++)
        if (strcmp(limits[i].name, limit) == 0)
            return check_option_number(figures->of, limit, &most) &&
                   check_option_number(figures->of, "numjobs", &jobs) &&
                   limits[i].reached < 0.9 * most * jobs;
    return false;
}

/* "the job was held back by rate_iops=100", "2 of 3 jobs were held back by rate_iops (100, 200)":
   values of several jobs are joined by "+". Empty where there is no limit. */
static struct text say_limit(struct arena *arena, const char *limit, struct text value)
{
    struct text_builder list = {.arena = arena};
    size_t jobs = 0, held = 0;
    struct text rest = value, piece;
    while (text_next_piece(&rest, '+', &piece)) {
        jobs++;
        if (piece.size == 0 || text_is(piece, "0"))
            continue;
        text_add_string(&list, held++ > 0 ? ", " : "");
        text_add(&list, piece);
    }
    if (held == 0)
        return (struct text){NULL, 0};
    struct text values = text_built(&list);
    return jobs == 1 ? text_format(arena, "the job was held back by %s=%.*s", limit,
                                   (int)values.size, values.data)
                     : text_format(arena, "%zu of %zu jobs were held back by %s (%.*s)", held, jobs,
                                   limit, (int)values.size, values.data);
}

struct check_answer check_rate_limit(const struct check_scene *scene,
                                     const struct run_figures *figures)
{
    static const char *const limits[] = {"rate", "rate_iops", "thinktime"};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct text value = settings_value(figures->run->options, text_of(limits[i]));
        if (value.size == 0 || is_not_reached(figures, limits[i]))
            continue;
        struct text limit = say_limit(scene->arena, limits[i], value);
        if (limit.size > 0)
            return check_hit(SEVERITY_WARNS, 1, limit);
    }
    return figures->of->options_complete
               ? check_clean
               : check_unknown("it is not stated whether the job was held back (rate, thinktime)");
}

/* How far a printed figure may be off: one unit of its last digit; one whole unit where the tool
   printed a short figure, since old versions of fio lose fractions. */
static double printing(const struct observation *row)
{
    struct number number;
    if (row == NULL || number_read(row->written, &number) != NUMBER_FOUND || number.value == 0)
        return 0;
    double unit = row->run->tool.size > 0 && fabs(number.value) < 1000 ? 1 : number.last_digit;
    return fmax(unit, number.last_digit) / fabs(number.value);
}

/* A unit that was mistaken for another, or jobs counted once too often. */
static struct text explanation(const struct check_scene *scene, const struct circumstances *run,
                               double ratio)
{
    static const struct {
        double ratio;
        const char *words;
    } units[] = {{1.024, "KiB/s taken for kB/s"},       {1 / 1.024, "kB/s taken for KiB/s"},
                 {1.048576, "MiB/s taken for MB/s"},    {1 / 1.048576, "MB/s taken for MiB/s"},
                 {1.073741824, "GiB/s taken for GB/s"}, {1 / 1.073741824, "GB/s taken for GiB/s"}};
    double jobs;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (fabs(ratio / units[i].ratio - 1) <= 0.005)
            return text_of(units[i].words);
    if (!check_option_number(run, "numjobs", &jobs) || jobs < 2)
        return (struct text){NULL, 0};
    if (fabs(ratio / jobs - 1) <= 0.005 || fabs(ratio * jobs - 1) <= 0.005)
        return text_format(scene->arena, "one figure is of a single job of %g", jobs);
    return (struct text){NULL, 0};
}

static bool is_word_char(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.';
}

/* The only block size in the name of a test: 4096 of "randwrite 4k"; none in "4k of 1g". */
static bool size_in_name(struct text name, double *bytes)
{
    size_t found = 0;
    for (size_t start = 0, end; start < name.size; start = end + 1) {
        double size;
        for (end = start; end < name.size && is_word_char(name.data[end]);)
            end++;
        struct text word = text_slice(name, start, end);
        bool starts_digit = word.size > 1 && word.data[0] >= '0' && word.data[0] <= '9';
        bool is_plain = number_read_plain(word, false, &size);
        if (!starts_digit || is_plain || !number_read_size(word, &size) || size < 512)
            continue;
        *bytes = size;
        found++;
    }
    return found == 1;
}

static bool has_several_sizes(const struct circumstances *run)
{
    return check_option_is_given(run, "bssplit") || check_option_is_given(run, "bsrange") ||
           check_option_is_given(run, "bs_unaligned") || check_option_is_given(run, "kb_base");
}

struct check_answer check_rate_and_iops(const struct check_scene *scene,
                                        const struct run_figures *figures)
{
    double block;
    if (isnan(figures->bw) || isnan(figures->iops))
        return check_unknown("bandwidth and IOPS of one run are not both stated");
    if (has_several_sizes(figures->of) || !(figures->iops > 0) || !(figures->bw > 0))
        return check_does_not_apply;
    bool stated = check_option_number(figures->of, "bs", &block) ||
                  check_fact_size(scene, figures->of, "bs", &block);
    if (!stated && !size_in_name(figures->run->workload, &block))
        return check_unknown("the block size is not stated");
    double ratio = figures->iops * block / figures->bw;
    double allowed = 0.02 + printing(figures->bw_row) + printing(figures->iops_row);
    struct text reason = explanation(scene, figures->of, ratio);
    if (fabs(ratio - 1) <= allowed)
        return check_clean;
    if (!stated && reason.size == 0)
        return check_unknown("the block size in the name of the test does not fit rate and IOPS");
    struct text rate = check_rate(scene->arena, figures->bw),
                size = check_bytes(scene->arena, block);
    return check_hit(reason.size > 0 ? SEVERITY_WARNS : SEVERITY_BLOCKS, fabs(log(ratio)),
                     text_format(scene->arena, "%.*s is not %.5g IOPS of %.*s (ratio %.4g)%s%.*s",
                                 (int)rate.size, rate.data, figures->iops, (int)size.size,
                                 size.data, ratio, reason.size > 0 ? ": " : "", (int)reason.size,
                                 reason.data));
}

struct check_answer check_size_and_rate(const struct check_scene *scene,
                                        const struct run_figures *figures)
{
    if (isnan(figures->bw) || isnan(figures->io_bytes) || isnan(figures->runtime))
        return check_unknown("bandwidth, bytes and run time of one run are not all stated");
    if (!(figures->io_bytes > 0) || !(figures->runtime > 0))
        return check_does_not_apply;
    double moved = figures->bw * figures->runtime / 1e9, ratio = moved / figures->io_bytes;
    double allowed = 0.02 + printing(figures->bw_row) + 1e6 / figures->runtime;
    if (fabs(ratio - 1) <= allowed)
        return check_clean;
    struct text rate = check_rate(scene->arena, figures->bw);
    struct text size = check_bytes(scene->arena, moved);
    struct text stated = check_bytes(scene->arena, figures->io_bytes);
    return check_hit(SEVERITY_WARNS, fabs(log(ratio)),
                     text_format(scene->arena, "%.*s for %.4g s is %.*s, not the %.*s stated",
                                 (int)rate.size, rate.data, figures->runtime / 1e9, (int)size.size,
                                 size.data, (int)stated.size, stated.data));
}

/* What fio's samples of the bandwidth say: their mean and lowest (B/s), how many they are, medians
   of the first and the last third. */
enum sampled {
    SAMPLED_MEAN,
    SAMPLED_MIN,
    SAMPLED_COUNT,
    SAMPLED_FIRST,
    SAMPLED_LAST,
    SAMPLED_FACTS,
};

/* NaN when not stated. */
static double sampled(const struct check_scene *scene, const struct circumstances *run,
                      enum sampled what)
{
    static const char *const facts[][SAMPLED_FACTS] = {
        [DIRECTION_READ] = {"read_bw_mean", "read_bw_min", "read_bw_samples", "read_bw_first_third",
                            "read_bw_last_third"},
        [DIRECTION_WRITE] = {"write_bw_mean", "write_bw_min", "write_bw_samples",
                             "write_bw_first_third", "write_bw_last_third"},
        [DIRECTION_TRIM] = {"trim_bw_mean", "trim_bw_min", "trim_bw_samples", "trim_bw_first_third",
                            "trim_bw_last_third"},
        [DIRECTION_MIXED] = {"mixed_bw_mean", "mixed_bw_min", "mixed_bw_samples",
                             "mixed_bw_first_third", "mixed_bw_last_third"},
    };
    const char *name = facts[run->direction][what];
    double value;
    return name != NULL && check_fact_size(scene, run, name, &value) ? value : NAN;
}

struct check_answer check_mean_of_samples(const struct check_scene *scene,
                                          const struct run_figures *figures)
{
    double mean = sampled(scene, figures->of, SAMPLED_MEAN),
           samples = sampled(scene, figures->of, SAMPLED_COUNT);
    if (isnan(mean) || isnan(samples) || !(figures->bw > 0))
        return check_unknown("fio's mean over samples of one job is not stated");
    if (samples >= 3 && fabs(mean / figures->bw - 1) <= 0.05)
        return check_clean;
    struct text told = check_rate(scene->arena, mean);
    struct text rate = check_rate(scene->arena, figures->bw);
    return check_hit(SEVERITY_INFORMS, fabs(log(fmax(mean, 1) / figures->bw)),
                     text_format(scene->arena,
                                 "fio's mean over %.0f sample%s is %.*s, bytes over run time are "
                                 "%.*s: the latter is used",
                                 samples, samples == 1 ? "" : "s", (int)told.size, told.data,
                                 (int)rate.size, rate.data));
}

/* Medians of the first and the last third of the samples say it; the lowest sample alone does not
   tell a decline from a short stall. */
struct check_answer check_decline(const struct check_scene *scene,
                                  const struct run_figures *figures)
{
    enum { LEAST_SAMPLES = 20 };
    double first = sampled(scene, figures->of, SAMPLED_FIRST);
    double last = sampled(scene, figures->of, SAMPLED_LAST);
    if (last < 0.8 * first && figures->io_bytes > 10 * 0x1p30) {
        struct text from = check_rate(scene->arena, first), to = check_rate(scene->arena, last);
        return check_hit(SEVERITY_WARNS, first / fmax(last, 1),
                         text_format(scene->arena,
                                     "the rate fell from %.*s in the first third of the run to "
                                     "%.*s in the last: a fast cache was used up, or the drive "
                                     "held itself back",
                                     (int)from.size, from.data, (int)to.size, to.data));
    }
    if (!isnan(first) && !isnan(last))
        return isnan(figures->io_bytes) ? check_unknown("the bytes moved are not stated")
                                        : check_clean;
    return sampled(scene, figures->of, SAMPLED_COUNT) >= LEAST_SAMPLES &&
                   sampled(scene, figures->of, SAMPLED_MIN) >=
                       0.5 * sampled(scene, figures->of, SAMPLED_MEAN)
               ? check_clean
               : check_unknown(
                     "how the rate went within the run is not stated (write_bw_log; facts "
                     "write_bw_first_third, write_bw_last_third)");
}

struct check_answer check_no_latencies(const struct check_scene *scene,
                                       const struct run_figures *figures)
{
    (void)scene;
    if (!isnan(figures->lat))
        return check_clean;
    if (!figures->of->options_complete)
        return check_unknown("latencies are not stated, and neither is whether they were measured");
    bool asked = check_option_is_given(figures->of, "gtod_reduce") ||
                 check_option_is_given(figures->of, "disable_clat") ||
                 check_option_is_given(figures->of, "disable_lat");
    return check_hit(SEVERITY_INFORMS, 1,
                     text_of(asked ? "no latencies: the job said not to measure them"
                                   : "no latencies were measured"));
}

struct check_answer check_same_sequence(const struct check_scene *scene,
                                        const struct circumstances *run)
{
    (void)scene;
    enum known random = check_is_random(run), repeats = check_option_on(run, "randrepeat");
    if (random == KNOWN_UNSURE || (random == KNOWN_YES && repeats == KNOWN_UNSURE))
        return check_unknown("order of the blocks and randrepeat are not stated");
    if (random == KNOWN_NO)
        return check_does_not_apply;
    if (repeats == KNOWN_NO || check_option_is_given(run, "randseed") ||
        check_option_is_given(run, "allrandrepeat"))
        return check_clean;
    return check_hit(SEVERITY_INFORMS, 1,
                     text_of("every run visits the same blocks in the same order (fio's default): "
                             "good for comparing pairs, but no sample of all orders"));
}

struct check_answer check_peak_readings(const struct check_scene *scene,
                                        const struct run_figures *figures)
{
    struct text tool = figures->run->tool;
    if (figures->left_out)
        return check_does_not_apply;
    if (tool.size == 0)
        tool = check_fact(scene, figures->of, "tool");
    const struct observation *row = figures->bw_row != NULL ? figures->bw_row : figures->iops_row;
    bool best = row != NULL && row->statistic == STATISTIC_BEST;
    if (!best && text_starts_with(tool, "CrystalDiskMark"))
        best = true;
    if (best)
        return check_hit(SEVERITY_WARNS, 1,
                         text_of("these figures are the best of several runs, not their mean: "
                                 "n = 1, to be compared only with the same tool and settings"));
    if (tool.size == 0)
        return check_unknown("the tool that printed the figures is not stated (fact tool)");
    bool unsure = text_starts_with(tool, "KDiskMark") || text_starts_with(tool, "ATTO") ||
                  text_starts_with(tool, "AS SSD");
    return unsure ? check_unknown("it is not stated whether this tool printed means or peaks")
                  : check_clean;
}
