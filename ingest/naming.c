/* From what files say to runs with a configuration, a workload, an iteration and an order. The
   rules and their order are those of docs/formats.md: of several places that state a factor the
   first counts. */
#include "ingest/naming.h"

#include "ingest/column_names.h"
#include "ingest/file_name.h"
#include "ingest/naming_run.h"
#include "ingest/text_index.h"
#include "ingest/text_lines.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

static void describe_files(struct naming *naming, const struct labelled_reading *readings,
                           size_t count)
{
    struct arena *arena = naming->arena;
    struct text_index shared = {.arena = arena};
    naming->files = arena_take_array(arena, count, sizeof *naming->files);
    naming->file_count = count;
    for (size_t i = 0; i < count; i++) {
        struct named_file *file = &naming->files[i];
        struct text path = readings[i].reading->path, rest, piece;
        *file = (struct named_file){.from = &readings[i], .settings = {.arena = arena}};
        file->folder = file_name_folder(path);
        struct text stem = factor_words_take(&file->settings, file_name_stem(file_name_base(path)));
        file->stem = factor_words_tidy(arena, stem);
        if (file_name_number(text_trim(stem), &rest, &file->number)) {
            file->numbered_stem = text_format(arena, "%.*s/%.*s", (int)file->folder.size,
                                              file->folder.data, (int)rest.size, rest.data);
            ++*text_index_at(&shared, file->numbered_stem, NULL);
        }
        /* the folder nearest to the file speaks first */
        struct text folders[64];
        size_t depth = 0;
        for (rest = file->folder; depth < 64 && text_next_piece(&rest, '/', &piece);)
            folders[depth++] = piece;
        while (depth-- > 0) {
            (void)factor_words_take(&file->settings, folders[depth]);
            if (file->folder_iteration == 0)
                (void)file_name_numbers_iteration(folders[depth], &file->folder_iteration);
        }
    }
    struct text_index from_zero = {.arena = arena};
    for (size_t i = 0; i < count; i++)
        if (naming->files[i].numbered_stem.size > 0 && naming->files[i].number == 0)
            *text_index_at(&from_zero, naming->files[i].numbered_stem, NULL) = 1;
    for (size_t i = 0; i < count; i++) {
        struct named_file *file = &naming->files[i];
        if (file->numbered_stem.size > 0 &&
            *text_index_at(&from_zero, file->numbered_stem, NULL) == 1)
            file->number++; /* run-0 is the first iteration */
        file->number_counts =
            file->numbered_stem.size > 0 && *text_index_at(&shared, file->numbered_stem, NULL) > 1;
    }
}

static void gather_runs(struct naming *naming)
{
    size_t total = 0, at = 0;
    for (size_t i = 0; i < naming->file_count; i++)
        total += naming->files[i].from->reading->run_count;
    naming->runs = arena_take_array(naming->arena, total, sizeof *naming->runs);
    naming->run_count = total;
    for (size_t i = 0; i < naming->file_count; i++) {
        const struct reading *reading = naming->files[i].from->reading;
        for (size_t r = 0; r < reading->run_count; r++) {
            const struct found_run *found = &reading->runs[r];
            naming->runs[at + r] = (struct named_run){.found = found,
                                                      .file = &naming->files[i],
                                                      .settings = {.arena = naming->arena},
                                                      .headings = found->headings,
                                                      .row_label = found->row_label,
                                                      .column_label = found->column_label,
                                                      .workload = found->workload};
        }
        for (size_t o = 0; o < reading->observation_count; o++)
            if (reading->observations[o].statistic == STATISTIC_RUN)
                naming->runs[at + reading->observations[o].run].has_values = true;
        at += reading->run_count;
    }
}

/* Compiled --factor rules. */
struct compiled_rule {
    struct text name;
    regex_t expression;
};

static bool compile_rules(struct arena *arena, const struct factor_rule *rules, size_t count,
                          struct compiled_rule **compiled, struct failure *failure)
{
    *compiled = arena_take_array(arena, count, sizeof **compiled);
    for (size_t i = 0; i < count; i++) {
        (*compiled)[i].name = rules[i].name;
        int error = regcomp(&(*compiled)[i].expression, rules[i].pattern, REG_EXTENDED | REG_ICASE);
        if (error == 0 && (*compiled)[i].expression.re_nsub >= 1)
            continue;
        char reason[128] = "it has no group ( ) that gives the level";
        if (error != 0)
            (void)regerror(error, &(*compiled)[i].expression, reason, sizeof reason);
        for (size_t k = 0; k < i + (error == 0); k++)
            regfree(&(*compiled)[k].expression);
        return failure_set(failure, FAILURE_USAGE, "--factor %.*s=%s: %s", (int)rules[i].name.size,
                           rules[i].name.data, rules[i].pattern, reason);
    }
    return true;
}

/* Where the texts of one run stand in the joined text that rules look at. */
struct joined_texts {
    char *text;
    bool *used; /* bytes that a rule took */
    size_t starts[5], ends[5];
};

static struct joined_texts join_texts(struct arena *arena, const struct named_run *run)
{
    const struct text parts[5] = {run->found->source.path, run->headings, run->row_label,
                                  run->workload, run->column_label};
    struct text_builder builder = {.arena = arena};
    struct joined_texts joined;
    for (size_t i = 0; i < 5; i++) {
        if (i > 0)
            text_add_string(&builder, " | ");
        joined.starts[i] = builder.size;
        text_add(&builder, parts[i]);
        joined.ends[i] = builder.size;
    }
    struct text all = text_built(&builder);
    joined.text = builder.data;
    joined.used = arena_take_array(arena, all.size + 1, sizeof *joined.used);
    return joined;
}

static struct text unused_part(struct arena *arena, const struct joined_texts *joined, size_t part)
{
    struct text_builder builder = {.arena = arena};
    for (size_t i = joined->starts[part]; i < joined->ends[part]; i++)
        text_add(&builder, joined->used[i] ? text_of(" ") : (struct text){joined->text + i, 1});
    return factor_words_tidy(arena, text_built(&builder));
}

/* All rules look at the whole text; what they used is taken out together afterwards. */
static void apply_rules(struct naming *naming, struct named_run *run,
                        const struct compiled_rule *rules, size_t count)
{
    if (count == 0)
        return;
    struct joined_texts joined = join_texts(naming->arena, run);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        regmatch_t match[2];
        if (regexec(&rules[i].expression, joined.text, 2, match, 0) != 0 || match[1].rm_so < 0)
            continue;
        any = true;
        found_settings_add(
            &run->settings, rules[i].name,
            (struct text){joined.text + match[1].rm_so, (size_t)(match[1].rm_eo - match[1].rm_so)});
        for (regoff_t at = match[0].rm_so; at < match[0].rm_eo; at++)
            joined.used[at] = true;
    }
    if (!any)
        return;
    run->headings = unused_part(naming->arena, &joined, 1);
    run->row_label = unused_part(naming->arena, &joined, 2);
    run->workload = unused_part(naming->arena, &joined, 3);
    run->column_label = unused_part(naming->arena, &joined, 4);
}

static void add_all(struct found_settings *to, const struct setting *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        found_settings_add(to, items[i].name, items[i].value);
}

static void take_from(struct named_run *run, struct text *text, bool pairs)
{
    size_t before = run->settings.count;
    struct text rest = factor_words_take(&run->settings, *text);
    if (pairs)
        rest = factor_pairs_take(&run->settings, rest);
    if (run->settings.count != before || rest.size != text->size)
        *text = factor_words_tidy(run->settings.arena, rest);
}

/* A table below "Run 2" holds the second run of each test, one below "Average" their means: words
   that tell no settings apart. */
static void take_iteration_heading(struct named_run *run)
{
    size_t start = 0;
    unsigned number;
    enum statistic statistic;
    for (size_t at = 0; (at = text_find(run->headings, " | ", at)) < run->headings.size; at++)
        start = at + 3;
    struct text last = text_trim(text_slice(run->headings, start, run->headings.size));
    bool numbers = heading_names_iteration(last, &number);
    bool summary = text_count_words(last) == 1 && heading_names_statistic(last, &statistic);
    if (run->found->headings_of_page || (numbers && run->found->iteration > 0) ||
        (!numbers && !summary))
        return;
    run->headings = text_slice(run->headings, 0, start > 0 ? start - 3 : 0);
    run->iteration = numbers ? number : 0;
}

/* "ashift=9 run=2", "ashift=9, run 2": the heading without the number, which is the run's. */
static void take_iteration_word(struct named_run *run)
{
    struct arena *arena = run->settings.arena;
    struct text_builder kept = {.arena = arena};
    struct text rest = run->headings, word, next;
    unsigned number = 0, found = 0;
    if (run->found->headings_of_page)
        return;
    while (text_next_piece(&rest, ' ', &word)) {
        struct text after = rest;
        if (text_find(word, "=", 0) < word.size && file_name_numbers_iteration(word, &number)) {
            found = number;
        } else if (word.size > 0 && text_next_piece(&after, ' ', &next) &&
                   heading_names_iteration(text_format(arena, "%.*s %.*s", (int)word.size,
                                                       word.data, (int)next.size, next.data),
                                           &number)) {
            found = number;
            rest = after;
        } else {
            text_add_string(&kept, kept.size > 0 ? " " : "");
            text_add(&kept, word);
        }
    }
    if (found == 0)
        return;
    run->headings = text_built(&kept);
    if (run->found->iteration == 0)
        run->iteration = found;
}

static void find_settings(struct naming *naming, const struct compiled_rule *rules,
                          size_t rule_count)
{
    for (size_t i = 0; i < naming->run_count; i++) {
        struct named_run *run = &naming->runs[i];
        const struct labelled_reading *from = run->file->from;
        add_all(&run->settings, from->labels, from->label_count);
        apply_rules(naming, run, rules, rule_count);
        add_all(&run->settings, run->found->stated, run->found->stated_count);
        if (run->found->workload_is_final)
            continue;
        take_from(run, &run->row_label, true);
        take_from(run, &run->column_label, true);
        take_from(run, &run->workload, false);
        take_iteration_heading(run);
        take_iteration_word(run);
        take_from(run, &run->headings, true);
        add_all(&run->settings, run->file->settings.items, run->file->settings.count);
    }
}

/* A trailing run number of a workload name goes when other runs share the rest and the same
 * options. */
static void take_run_numbers(struct naming *naming)
{
    struct arena *scratch = arena_create();
    struct text_index shared = {.arena = scratch};
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < naming->run_count; i++) {
            struct named_run *run = &naming->runs[i];
            struct text rest;
            unsigned number;
            if (run->found->workload_is_final || run->found->option_count == 0 ||
                !file_name_number(run->workload, &rest, &number) || rest.size == 0)
                continue;
            struct text_builder key = {.arena = scratch};
            text_add(&key, rest);
            for (size_t o = 0; o < run->found->option_count; o++) {
                text_add_string(&key, "\x1f");
                text_add(&key, run->found->options[o].value);
            }
            size_t *count = text_index_at(&shared, text_built(&key), NULL);
            if (pass == 0)
                ++*count;
            else if (*count > 1)
                run->workload = rest;
        }
    arena_free(scratch);
}

/* Files that nothing tells apart: equal workloads in files of different names and no factor at all.
 */
static void add_file_names(struct naming *naming)
{
    struct arena *scratch = arena_create();
    struct text_index workloads = {.arena = scratch};
    bool needed = false;
    for (size_t i = 0; i < naming->run_count; i++) {
        const struct named_run *run = &naming->runs[i];
        if (run->settings.count > 0 || run->found->workload_is_final) {
            arena_free(scratch);
            return;
        }
        const struct named_file *file = run->file;
        struct text name = file->number_counts ? file->numbered_stem : file->from->reading->path;
        bool added;
        size_t *hash = text_index_at(&workloads, run->workload, &added);
        size_t this_one = (size_t)text_hash(name);
        if (added)
            *hash = this_one;
        needed = needed || *hash != this_one;
    }
    arena_free(scratch);
    for (size_t i = 0; needed && i < naming->run_count; i++) {
        const struct named_file *file = naming->runs[i].file;
        struct text name = file->number_counts ? file_name_base(file->numbered_stem)
                                               : file_name_base(file->from->reading->path);
        found_settings_add(&naming->runs[i].settings, text_of("file"), name);
    }
}

static void make_runs(struct naming *naming)
{
    struct results *results = naming->results;
    for (size_t i = 0; i < naming->run_count; i++) {
        struct named_run *named = &naming->runs[i];
        const struct found_run *found = named->found;
        struct run *run = results_add_run(results);
        named->run = run;
        run->configuration =
            settings_intern(results->settings, named->settings.items, named->settings.count);
        run->workload = text_copy(results->arena, named->workload);
        if (found->option_count > 0)
            run->options = settings_intern(results->settings, found->options, found->option_count);
        if (found->fact_count > 0)
            run->facts = settings_intern(results->settings, found->facts, found->fact_count);
        run->block = found->block;
        run->position = found->position;
        run->session = found->session;
        run->started_at = found->started_at;
        run->tool = found->tool;
        run->tool_version = found->tool_version;
        run->fault = found->fault;
        run->source = found->source;
    }
}

static int compare_starts(const void *a, const void *b)
{
    const struct run *left = *(struct run *const *)a, *right = *(struct run *const *)b;
    if (left->started_at != right->started_at)
        return left->started_at < right->started_at ? -1 : 1;
    return 0;
}

/* Positions follow from start times when every run has one and none states its position; logs,
   which have none, stand beside the results of their runs. */
static void order_by_start(struct naming *naming)
{
    struct arena *scratch = arena_create();
    struct run **order = arena_take_array(scratch, naming->run_count, sizeof *order);
    size_t count = 0;
    bool known = true;
    for (size_t i = 0; i < naming->run_count && known; i++) {
        struct run *run = naming->runs[i].run;
        if (!naming->runs[i].has_values || naming->runs[i].found->is_log)
            continue;
        known = run->started_at > 0 && run->position == 0;
        order[count++] = run;
    }
    if (known && count > 1) {
        qsort(order, count, sizeof *order, compare_starts);
        for (size_t i = 0; i < count; i++)
            order[i]->position = (unsigned)i + 1;
    }
    arena_free(scratch);
}

/* Histograms and series of one reading, whose runs begin at `runs`. */
static void add_shapes(struct results *results, const struct reading *reading,
                       const struct named_run *runs)
{
    for (size_t i = 0; i < reading->histogram_count; i++) {
        struct histogram histogram = reading->histograms[i].histogram;
        histogram.run = runs[reading->histograms[i].of_run].run;
        results_add_histogram(results, histogram);
    }
    for (size_t i = 0; i < reading->series_count; i++) {
        struct time_series series = reading->series[i].series;
        series.run = runs[reading->series[i].of_run].run;
        series.metric = metric_find(results->metrics, reading->series[i].metric);
        results_add_series(results, series);
    }
}

static void add_observations(struct naming *naming)
{
    struct results *results = naming->results;
    size_t first = 0, number = 0, most = 0;
    for (size_t i = 0; i < naming->file_count; i++)
        most += naming->files[i].from->reading->observation_count;
    results_expect_observations(results, most);
    for (size_t i = 0; i < naming->file_count; i++) {
        const struct reading *reading = naming->files[i].from->reading;
        for (size_t o = 0; o < reading->observation_count; o++) {
            const struct found_observation *found = &reading->observations[o];
            if (naming->repeated[number++])
                continue;
            results_add_observation(
                results,
                (struct observation){.run = naming->runs[first + found->run].run,
                                     .direction = found->direction,
                                     .metric = metric_find(results->metrics, found->metric),
                                     .statistic = found->statistic,
                                     .value = found->value,
                                     .unit = found->unit,
                                     .job = found->job,
                                     .written = found->written,
                                     .source = found->source});
        }
        add_shapes(results, reading, naming->runs + first);
        first += reading->run_count;
        for (size_t n = 0; n < reading->note_count; n++)
            results_add_note(results, reading->notes[n].source, reading->notes[n].message);
        for (size_t f = 0; f < reading->fact_count; f++)
            results_add_fact(results, reading->facts[f]);
        for (size_t k = 0; k < reading->repeated_count; k++)
            results_add_repeated(results, reading->repeated[k]);
        for (size_t k = 0; k < reading->identity_count; k++)
            results_add_identity(results, reading->identities[k]);
        results->searched_files += reading->searched_files;
    }
}

bool naming_apply(struct results *results, const struct labelled_reading *readings, size_t count,
                  const struct factor_rule *rules, size_t rule_count, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct naming naming = {.arena = scratch, .results = results};
    struct compiled_rule *compiled;
    if (!compile_rules(scratch, rules, rule_count, &compiled, failure)) {
        arena_free(scratch);
        return false;
    }
    describe_files(&naming, readings, count);
    gather_runs(&naming);
    find_settings(&naming, compiled, rule_count);
    naming_add_directories(&naming);
    naming_add_labels(&naming);
    take_run_numbers(&naming);
    add_file_names(&naming);
    make_runs(&naming);
    naming_tell_definitions_apart(&naming);
    naming_number_runs(&naming);
    order_by_start(&naming);
    naming_find_repeated(&naming);
    add_observations(&naming);
    for (size_t i = 0; i < rule_count; i++)
        regfree(&compiled[i].expression);
    arena_free(scratch);
    return true;
}
