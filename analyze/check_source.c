/* Is the document what it seems: figures that stand twice, runs that are missing, identities. */

#include "analyze/check_rules.h"

#include "analyze/pointer_set.h"
#include "analyze/text_set.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const struct text nowhere = {NULL, 0};

/* Start, workload, bytes and run time of a run as one text; empty where one is not stated. */
static struct text identity_of(struct arena *scratch, const struct run_figures *figures)
{
    if (figures->run->started_at == 0 || !(figures->io_bytes > 0) || !(figures->runtime > 0))
        return (struct text){NULL, 0};
    struct text workload = figures->run->workload;
    return text_format(scratch, "%lld %d %.17g %.17g %.*s", (long long)figures->run->started_at,
                       (int)figures->of->direction, figures->io_bytes, figures->runtime,
                       (int)workload.size, workload.data);
}

/* The same run in two documents. Returns how many runs could be told apart. */
static size_t find_same_runs(const struct check_scene *scene, struct arena *scratch,
                             struct check_findings *findings)
{
    struct text_set *seen = text_set_create(scratch);
    const struct run_figures **first =
        arena_take_array(scratch, scene->figure_count + 1, sizeof *first);
    size_t told = 0;
    for (size_t i = 0; i < scene->figure_count; i++) {
        const struct run_figures *figures = &scene->figures[i];
        struct text identity = identity_of(scratch, figures);
        if (identity.size == 0)
            continue;
        told++;
        size_t known = text_set_count(seen), number = text_set_add(seen, identity);
        if (number == known) {
            first[number] = figures;
            continue;
        }
        struct text one = first[number]->run->source.path, other = figures->run->source.path;
        check_findings_add(findings, CHECK_HIT, SEVERITY_WARNS,
                           text_format(scene->arena, "the same run stands in %.*s and %.*s",
                                       (int)one.size, one.data, (int)other.size, other.data),
                           nowhere);
    }
    return told;
}

static struct text say_place(struct arena *arena, struct source place)
{
    if (place.line == 0)
        return place.path;
    return text_format(arena, "%.*s line %u", (int)place.path.size, place.path.data, place.line);
}

/* Runs that were counted once already when they were read. */
static void find_repeated_runs(const struct check_scene *scene, struct check_findings *findings)
{
    struct arena *arena = scene->arena;
    for (size_t i = 0; i < scene->results->repeated_count; i++) {
        const struct repeated_run *repeated = &scene->results->repeated[i];
        struct text one = say_place(arena, repeated->first),
                    other = say_place(arena, repeated->place);
        struct text what = repeated->count == 1
                               ? text_of("the same run stands")
                               : text_format(arena, "the same %zu %s stand", repeated->count,
                                             repeated->are_figures ? "figures" : "runs");
        check_findings_add(findings, CHECK_HIT, SEVERITY_WARNS,
                           text_format(arena, "%.*s in %.*s and %.*s: counted once, in the first",
                                       (int)what.size, what.data, (int)one.size, one.data,
                                       (int)other.size, other.data),
                           nowhere);
    }
}

/* The figures of one configuration, test after test, as one text of bytes. */
struct table_of_figures {
    const struct settings *configuration;
    struct text_builder bytes;
    size_t count;
    bool varies;
    double first;
};

static void add_cell(struct table_of_figures *table, const struct cell *cell,
                     const struct cell_place *place)
{
    for (size_t i = 0; i < cell->n; i++) {
        if (table->count++ == 0)
            table->first = cell->values[i];
        table->varies = table->varies || cell->values[i] != table->first;
        text_add(&table->bytes, (struct text){(const char *)&cell->values[i], sizeof(double)});
    }
    text_add_format(&table->bytes, "/%zu/%d", place->workload, (int)place->direction);
}

/* Which configurations have the same figures throughout: equal numbers, by place in the set;
   SIZE_MAX where there are too few figures to say so. */
struct same_tables {
    struct pointer_set *configurations;
    size_t *numbers;
};

/* Two settings with the same figures throughout. */
static struct same_tables find_same_tables(const struct check_scene *scene, struct arena *scratch,
                                           struct check_findings *findings)
{
    enum { LEAST = 4 };
    struct pointer_set *configurations = pointer_set_create(scratch);
    struct table_of_figures *tables =
        arena_take_array(scratch, scene->table->count + 1, sizeof *tables);
    for (size_t i = 0; i < scene->table->count; i++) {
        const struct cell *cell = &scene->table->cells[i];
        if (!scene->table->places[i].primary)
            continue;
        struct table_of_figures *table =
            &tables[pointer_set_add(configurations, cell->configuration)];
        table->configuration = cell->configuration;
        table->bytes.arena = scratch;
        add_cell(table, cell, &scene->table->places[i]);
    }
    struct text_set *seen = text_set_create(scratch);
    size_t *first = arena_take_array(scratch, scene->table->count + 1, sizeof *first);
    size_t *numbers = arena_take_array(scratch, scene->table->count + 1, sizeof *numbers);
    for (size_t i = 0; i < pointer_set_count(configurations); i++) {
        numbers[i] = SIZE_MAX;
        if (tables[i].count < LEAST || !tables[i].varies)
            continue;
        size_t known = text_set_count(seen);
        size_t number = text_set_add(seen, text_built(&tables[i].bytes));
        numbers[i] = number;
        if (number == known) {
            first[number] = i;
            continue;
        }
        check_findings_add(findings, CHECK_HIT, SEVERITY_WARNS,
                           text_format(scene->arena,
                                       "all %zu figures of %s stand under %s too: a copying slip?",
                                       tables[i].count, tables[i].configuration->written.data,
                                       tables[first[number]].configuration->written.data),
                           nowhere);
    }
    return (struct same_tables){configurations, numbers};
}

static bool are_same(const struct same_tables *same, const struct settings *const copied[2])
{
    size_t one = pointer_set_find(same->configurations, copied[0]);
    size_t other = pointer_set_find(same->configurations, copied[1]);
    return one != other && one != SIZE_MAX && other != SIZE_MAX && same->numbers[one] != SIZE_MAX &&
           same->numbers[one] == same->numbers[other];
}

/* One cell's figures that stand in another, where not all figures of the two do. */
static void find_same_cells(const struct check_scene *scene, const struct same_tables *same,
                            struct check_findings *findings)
{
    const struct analysis *analysis = scene->analysis;
    for (size_t i = 0; i < analysis->warning_count; i++) {
        const struct warning *warning = &analysis->warnings[i];
        if (warning->code == WARNING_COPYING_SLIP && !are_same(same, warning->copied))
            check_findings_add(findings, CHECK_HIT, SEVERITY_WARNS, warning->message, nowhere);
    }
}

void check_duplicates(const struct check_scene *scene, struct check_findings *findings)
{
    struct arena *scratch = arena_create();
    size_t told = find_same_runs(scene, scratch, findings);
    find_repeated_runs(scene, findings);
    struct same_tables same = find_same_tables(scene, scratch, findings);
    find_same_cells(scene, &same, findings);
    if (findings->count == 0 && scene->figure_count > 0 && told == 0 && scene->table->count < 2)
        check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                           text_of("neither start times nor figures to hold against each other"),
                           nowhere);
    else if (findings->count == 0 && scene->figure_count > 0)
        check_findings_clean(findings);
    arena_free(scratch);
}

struct check_answer check_not_one_version(const struct check_scene *scene,
                                          const struct circumstances *run)
{
    struct text impossible = check_fact(scene, run, "impossible");
    if (impossible.size > 0)
        return check_hit(SEVERITY_WARNS, 1,
                         text_format(scene->arena, "no version of fio prints this: %.*s",
                                     (int)impossible.size, impossible.data));
    if (!text_is(run->tool, "fio"))
        return check_unknown("the original output of fio is not here");
    return run->tool_version.size > 0
               ? check_clean
               : check_unknown("the version of fio that printed this is not stated");
}

enum { MOST_NUMBERED = 1000 };

/* Over which runs the numbers go. */
enum numbering {
    NUMBERED_IN_CELL,
    NUMBERED_IN_WORKLOAD, /* through all settings of a test: 1 to 6 and 7 to 12 */
    NUMBERED_THROUGHOUT,
};

/* The numbered runs of each test as chains of numbers of runs + 1, and how many runs of all tests
   have each number. */
struct numbered_runs {
    struct text_set *tests;
    size_t *first; /* by number of the test */
    size_t *next;  /* by number of the run */
    size_t everywhere[MOST_NUMBERED + 1];
};

static struct numbered_runs *index_numbers(struct arena *arena, const struct results *results)
{
    struct numbered_runs *index = arena_take(arena, sizeof *index);
    index->tests = text_set_create(arena);
    index->first = arena_take_array(arena, results->run_count, sizeof *index->first);
    index->next = arena_take_array(arena, results->run_count, sizeof *index->next);
    for (size_t i = results->run_count; i-- > 0;) {
        const struct run *run = results->runs[i];
        if (run->iteration == 0 || run->iteration > MOST_NUMBERED)
            continue;
        size_t test = text_set_add(index->tests, run->workload);
        index->next[i] = index->first[test];
        index->first[test] = i + 1;
        index->everywhere[run->iteration]++;
    }
    return index;
}

/* The numbers up to the highest of a cell, over these runs: which are there, be it without this
   figure or of a run that was left out. */
struct numbers {
    bool there[MOST_NUMBERED + 1];
    size_t missing;
};

/* False when a number of the cell stands in another cell too: then each counts for itself. */
static bool gather_numbers(const struct check_scene *scene, const struct numbered_runs *index,
                           const struct cell *cell, unsigned highest, enum numbering numbering,
                           struct numbers *numbers)
{
    size_t own[MOST_NUMBERED + 1] = {0}, of_test[MOST_NUMBERED + 1] = {0};
    size_t test = text_set_find(index->tests, cell->workload);
    for (size_t i = test == SIZE_MAX ? 0 : index->first[test]; i > 0; i = index->next[i - 1]) {
        const struct run *run = scene->results->runs[i - 1];
        of_test[run->iteration]++;
        own[run->iteration] += run->configuration == cell->configuration;
    }
    *numbers = (struct numbers){.missing = 0};
    for (unsigned number = 1; number <= highest; number++) {
        size_t all = numbering == NUMBERED_THROUGHOUT    ? index->everywhere[number]
                     : numbering == NUMBERED_IN_WORKLOAD ? of_test[number]
                                                         : own[number];
        if (own[number] > 0 && all > own[number])
            return false;
        numbers->there[number] = all > 0;
        numbers->missing += all == 0;
    }
    return true;
}

/* "run 3 is missing", "runs 1, 2, 3, 4, 5 and 7 more are missing". */
static struct text say_missing(struct arena *arena, const struct numbers *numbers)
{
    enum { NAMED = 5 };
    struct text_builder list = {.arena = arena};
    size_t named = 0;
    text_add_string(&list, numbers->missing == 1 ? "run " : "runs ");
    for (unsigned number = 1; named < numbers->missing && named < NAMED; number++)
        if (!numbers->there[number])
            text_add_format(&list, "%s%u", named++ > 0 ? ", " : "", number);
    if (numbers->missing > NAMED)
        text_add_format(&list, " and %zu more", numbers->missing - NAMED);
    text_add_string(&list, numbers->missing == 1 ? " is missing" : " are missing");
    return text_built(&list);
}

/* What is missing below the highest number of a cell: of its own runs, or of all settings where the
   numbers go through them. */
struct gap {
    const struct cell *cell;
    unsigned highest;
    enum numbering numbering;
    struct numbers numbers;
};

static struct gap find_gap(const struct check_scene *scene, const struct numbered_runs *index,
                           const struct cell *cell, unsigned highest)
{
    struct gap gap = {.cell = cell, .highest = highest, .numbering = NUMBERED_IN_CELL};
    struct numbers wider;
    (void)gather_numbers(scene, index, cell, highest, NUMBERED_IN_CELL, &gap.numbers);
    for (int i = NUMBERED_IN_WORKLOAD; i <= NUMBERED_THROUGHOUT && gap.numbers.missing > 0; i++) {
        if (!gather_numbers(scene, index, cell, highest, (enum numbering)i, &wider))
            continue;
        if (wider.missing < gap.numbers.missing)
            gap.numbering = (enum numbering)i;
        gap.numbers = wider;
    }
    return gap;
}

/* True when the wider gap tells of every run that is missing here: the numbers go through this cell
   too, up to a higher one. */
static bool is_told_by(const struct gap *gap, const struct gap *wider)
{
    bool in_reach = wider->numbering == NUMBERED_THROUGHOUT ||
                    (wider->numbering == NUMBERED_IN_WORKLOAD &&
                     text_equal(wider->cell->workload, gap->cell->workload));
    if (!in_reach || wider->highest <= gap->highest)
        return false;
    for (unsigned number = 1; number <= gap->highest; number++)
        if (!gap->numbers.there[number] && wider->numbers.there[number])
            return false;
    return true;
}

static void tell_gap(const struct check_scene *scene, struct check_findings *findings,
                     const struct gap *gap)
{
    const struct cell *cell = gap->cell;
    bool through = gap->numbering != NUMBERED_IN_CELL;
    struct text words = say_missing(scene->arena, &gap->numbers);
    check_findings_add(
        findings, CHECK_HIT, SEVERITY_WARNS,
        text_format(scene->arena, "%.*s: n = %zu of %u%s", (int)words.size, words.data,
                    through ? gap->highest - gap->numbers.missing : cell->n, gap->highest,
                    through ? " over all settings" : ""),
        check_place(scene->arena, cell->workload, cell->direction, cell->configuration));
}

/* The highest number of the cell's runs; 0 where one is not numbered. */
static unsigned highest_number(const struct cell *cell)
{
    unsigned highest = 0;
    for (size_t i = 0; i < cell->n; i++) {
        unsigned number = cell->observations[i]->run->iteration;
        if (number == 0)
            return 0;
        highest = number > highest ? number : highest;
    }
    return highest;
}

void check_missing_runs(const struct check_scene *scene, struct check_findings *findings)
{
    struct arena *scratch = arena_create();
    const struct numbered_runs *index = NULL; /* made when it is asked for */
    struct gap *gaps = NULL;
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < scene->table->count; i++) {
        const struct cell *cell = &scene->table->cells[i];
        unsigned highest = highest_number(cell);
        if (!scene->table->places[i].primary || highest > MOST_NUMBERED)
            continue;
        if (highest == 0)
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_of("the runs are not numbered"), nowhere);
        else
            check_findings_clean(findings);
        if (highest <= cell->n)
            continue;
        if (index == NULL)
            index = index_numbers(scratch, scene->results);
        gaps = arena_grow(scratch, gaps, count, &capacity, sizeof *gaps);
        gaps[count] = find_gap(scene, index, cell, highest);
        count += gaps[count].numbers.missing > 0;
    }
    for (size_t i = 0; i < count; i++) {
        bool told = false;
        for (size_t k = 0; k < count && !told; k++)
            told = k != i && is_told_by(&gaps[i], &gaps[k]);
        if (!told)
            tell_gap(scene, findings, &gaps[i]);
    }
    arena_free(scratch);
}

void check_identities(const struct check_scene *scene, struct check_findings *findings)
{
    const struct results *results = scene->results;
    for (size_t i = 0; i < results->identity_count; i++) {
        const struct identity_place *place = &results->identities[i];
        struct text path = place->source.path;
        if (place->what == NULL)
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_format(scene->arena, "%.*s could not be looked through",
                                           (int)path.size, path.data),
                               nowhere);
        else
            check_findings_add(findings, CHECK_HIT, SEVERITY_INFORMS,
                               text_format(scene->arena, "%s stands in the archive", place->what),
                               text_format(scene->arena, "%.*s line %u", (int)path.size, path.data,
                                           place->source.line));
    }
    if (results->searched_files > 0)
        check_findings_clean(findings);
    else
        check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                           text_of("there is no archive to look through"), nowhere);
}
