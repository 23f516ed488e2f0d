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

/* The runs that are missing below the highest number of a cell: of its own, or of all settings
   where the numbers go through them. Empty: none. */
static struct text missing_runs(const struct check_scene *scene, const struct numbered_runs *index,
                                const struct cell *cell, unsigned highest)
{
    struct numbers found, wider;
    bool through = false;
    (void)gather_numbers(scene, index, cell, highest, NUMBERED_IN_CELL, &found);
    for (int i = NUMBERED_IN_WORKLOAD; i <= NUMBERED_THROUGHOUT && found.missing > 0; i++)
        if (gather_numbers(scene, index, cell, highest, (enum numbering)i, &wider)) {
            through = through || wider.missing < found.missing;
            found = wider;
        }
    if (found.missing == 0)
        return (struct text){NULL, 0};
    struct text words = say_missing(scene->arena, &found);
    return text_format(scene->arena, "%.*s: n = %zu of %u%s", (int)words.size, words.data,
                       through ? highest - found.missing : cell->n, highest,
                       through ? " over all settings" : "");
}

void check_missing_runs(const struct check_scene *scene, struct check_findings *findings)
{
    struct arena *scratch = arena_create();
    const struct numbered_runs *index = NULL; /* made when it is asked for */
    for (size_t i = 0; i < scene->table->count; i++) {
        const struct cell *cell = &scene->table->cells[i];
        unsigned highest = 0;
        bool numbered = true;
        for (size_t k = 0; k < cell->n; k++) {
            unsigned number = cell->observations[k]->run->iteration;
            numbered = numbered && number > 0;
            highest = number > highest ? number : highest;
        }
        if (!scene->table->places[i].primary || highest > MOST_NUMBERED)
            continue;
        struct text missing = {NULL, 0};
        if (numbered && highest > cell->n && index == NULL)
            index = index_numbers(scratch, scene->results);
        if (numbered && highest > cell->n)
            missing = missing_runs(scene, index, cell, highest);
        if (!numbered)
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_of("the runs are not numbered"), nowhere);
        else if (missing.size == 0)
            check_findings_clean(findings);
        else
            check_findings_add(
                findings, CHECK_HIT, SEVERITY_WARNS, missing,
                check_place(scene->arena, cell->workload, cell->direction, cell->configuration));
    }
    arena_free(scratch);
}

static bool is_hexadecimal(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Six pairs of hexadecimal digits divided by colons. */
static bool has_hardware_address(struct text text)
{
    for (size_t i = 0; i + 17 <= text.size; i++) {
        bool fits = true;
        for (size_t k = 0; k < 17 && fits; k++)
            fits = k % 3 == 2 ? text.data[i + k] == ':' : is_hexadecimal(text.data[i + k]);
        if (fits)
            return true;
    }
    return false;
}

/* Four numbers up to 255 divided by dots, with no other digit or dot around. */
static bool has_network_address(struct text text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (i > 0 && (text.data[i - 1] == '.' || is_hexadecimal(text.data[i - 1])))
            continue;
        size_t at = i, parts = 0;
        while (parts < 4) {
            unsigned value = 0;
            size_t start = at;
            for (; at < text.size && text.data[at] >= '0' && text.data[at] <= '9' && value < 256;
                 at++)
                value = value * 10 + (unsigned)(text.data[at] - '0');
            if (at == start || value > 255)
                break;
            parts++;
            if (parts < 4 && (at == text.size || text.data[at++] != '.'))
                break;
        }
        if (parts == 4 && (at == text.size || (text.data[at] != '.' && text.data[at] != '-')))
            return true;
    }
    return false;
}

static const char *identity_in(struct text name, struct text value)
{
    static const char *const names[] = {"serial", "hostname", "hostid", "wwn", "eui64", "nguid"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_find_ignoring_case(name, names[i], 0) < name.size)
            return "an identity";
    if (text_find(value, "/dev/disk/by-id/", 0) < value.size)
        return "the name of a drive with its serial number";
    if (has_hardware_address(value))
        return "a hardware address";
    return has_network_address(value) ? "a network address" : NULL;
}

void check_identities(const struct check_scene *scene, struct check_findings *findings)
{
    const struct results *results = scene->results;
    for (size_t i = 0; i < results->fact_count; i++) {
        const struct fact *fact = &results->facts[i];
        if (fact->path.size == 0)
            continue;
        const char *what = identity_in(fact->name, fact->value);
        check_findings_clean(findings);
        if (what != NULL)
            check_findings_add(findings, CHECK_HIT, SEVERITY_INFORMS,
                               text_format(scene->arena, "the fact %.*s holds %s",
                                           (int)fact->name.size, fact->name.data, what),
                               fact->path);
    }
    if (!findings->applies)
        check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                           text_of("there is no archive with facts to look through"), nowhere);
}
