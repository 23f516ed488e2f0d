/* Goes through the table of rules, run by run and then over the whole, and puts equal messages
   together. */

#include "analyze/checker.h"

#include "analyze/check_conditions.h"
#include "analyze/check_table.h"
#include "analyze/comparability.h"

#include <stdint.h>
#include <string.h>

static bool find_ignored(struct checker *checker, struct failure *failure)
{
    struct text_list ignored = checker->scene.analysis->options.ignored_checks;
    for (size_t i = 0; i < ignored.count; i++) {
        const struct check_rule *rule = check_rule_find(ignored.items[i]);
        if (rule == NULL)
            return failure_set(failure, FAILURE_USAGE,
                               "there is no check \"%.*s\" to ignore; \"ashiftstat check --list\" "
                               "names them",
                               (int)ignored.items[i].size, ignored.items[i].data);
        for (size_t k = 0; k < check_rule_count(); k++)
            checker->ignored[k] = checker->ignored[k] || check_rule_at(k) == rule;
    }
    return true;
}

bool checker_begin(struct checker *checker, struct analysis *analysis,
                   const struct selection *selection, const struct cell_table *table,
                   struct failure *failure)
{
    *checker = (struct checker){0};
    check_scene_make(&checker->scene, analysis, selection, table);
    checker->ignored =
        arena_take_array(analysis->arena, check_rule_count(), sizeof *checker->ignored);
    checker->findings =
        arena_take_array(analysis->arena, check_rule_count(), sizeof *checker->findings);
    for (size_t i = 0; i < check_rule_count(); i++)
        checker->findings[i].arena = analysis->arena;
    return find_ignored(checker, failure);
}

/* The answers of one rule on the runs of one group. */
struct group_answers {
    const struct run_figures *figures; /* of its first run */
    struct check_answer heaviest;
    const struct run_figures *heaviest_of;
    size_t runs, hits, place; /* of the heaviest among the runs */
    bool vary;                /* the hits do not all say the same */
};

static bool is_heavier(const struct check_answer *answer, const struct check_answer *than)
{
    return answer->severity < than->severity ||
           (answer->severity == than->severity && answer->weight > than->weight);
}

/* The cells of each group, one for each of its metrics, as chains of places + 1. */
struct cells_of_groups {
    size_t *first; /* by group */
    size_t *next;  /* by cell */
};

static struct cells_of_groups chain_cells(struct arena *arena, const struct check_scene *scene)
{
    struct cells_of_groups chains = {
        arena_take_array(arena, scene->group_count, sizeof *chains.first),
        arena_take_array(arena, scene->table->count, sizeof *chains.next)};
    for (size_t i = scene->table->count; i-- > 0;) {
        size_t group = check_group_of(scene, &scene->table->cells[i]);
        if (group == SIZE_MAX)
            continue;
        chains.next[i] = chains.first[group];
        chains.first[group] = i + 1;
    }
    return chains;
}

/* Cells of a group whose figures are no measurement. Runs that were left out block nothing. */
static void block_cells(const struct check_scene *scene, const struct cells_of_groups *chains,
                        size_t group, const char *id, struct text message)
{
    for (size_t place = chains->first[group]; place > 0; place = chains->next[place - 1]) {
        struct cell *cell = &scene->table->cells[place - 1];
        if (cell->blocked_by != NULL)
            continue;
        cell->blocked_by = id;
        cell->blocked_why = message;
    }
}

static void conclude_group(const struct check_scene *scene, const struct cells_of_groups *chains,
                           struct check_findings *findings, const struct check_row *row,
                           const struct group_answers *group)
{
    const struct run_figures *figures = group->figures;
    const struct check_answer *worst = &group->heaviest;
    struct text message = worst->message, run;
    bool only_some = group->hits < group->runs;
    if (!row->says_a_run && (group->vary || (only_some && group->hits == 1))) {
        run = comparability_run_name(scene->arena, group->heaviest_of->run, group->place);
        message = text_format(scene->arena, "%.*s (%.*s; %zu of %zu runs hit)", (int)message.size,
                              message.data, (int)run.size, run.data, group->hits, group->runs);
    } else if (only_some) {
        message = text_format(scene->arena, "%.*s (%zu of %zu runs)", (int)message.size,
                              message.data, group->hits, group->runs);
    }
    check_findings_add(findings, CHECK_HIT, worst->severity, message,
                       check_place(scene->arena, figures->run->workload, figures->of->direction,
                                   figures->run->configuration));
    if (worst->severity == SEVERITY_BLOCKS && !figures->left_out)
        block_cells(scene, chains, figures->group, row->rule.id, message);
}

/* Runs that were left out for their fault are a group of their own. */
static size_t group_of(const struct run_figures *figures)
{
    return 2 * figures->group + figures->left_out;
}

/* The figures sorted by group, in their order within each. */
static const struct run_figures **sort_by_group(struct arena *arena,
                                                const struct check_scene *scene)
{
    const struct run_figures **sorted =
        arena_take_array(arena, scene->figure_count, sizeof *sorted);
    size_t *next = arena_take_array(arena, 2 * scene->group_count + 1, sizeof *next);
    for (size_t i = 0; i < scene->figure_count; i++)
        next[group_of(&scene->figures[i]) + 1]++;
    for (size_t i = 0; i < 2 * scene->group_count; i++)
        next[i + 1] += next[i];
    for (size_t i = 0; i < scene->figure_count; i++)
        sorted[next[group_of(&scene->figures[i])]++] = &scene->figures[i];
    return sorted;
}

/* Groups that a rule hits. */
struct hit_list {
    struct group_answers *items;
    size_t count, capacity;
};

/* "the fact devices cannot be read: ..."; said once of runs that follow each other. */
static const char *say_unreadable(const struct check_scene *scene, struct unreadable_fact *fact)
{
    if (fact->told_name != fact->name || fact->told.data != fact->value.data)
        fact->sentence =
            text_format(scene->arena, "the fact %s cannot be read: \"%.*s\" is not %s", fact->name,
                        (int)fact->value.size, fact->value.data, fact->should_be)
                .data;
    fact->told_name = fact->name;
    fact->told = fact->value;
    return fact->sentence;
}

/* What rests on a fact that cannot be read is neither clean nor blocks. */
static struct check_answer answer_of(const struct check_scene *scene, const struct check_row *row,
                                     const struct run_figures *figures)
{
    struct unreadable_fact *fact = scene->unreadable;
    fact->should_be = NULL;
    struct check_answer answer;
    if (row->of_run != NULL) {
        struct run_figures seen = check_figures_only(figures, row->looks_at);
        answer = row->of_run(scene, &seen);
    } else {
        answer = row->of_circumstances(scene, figures->of);
    }
    bool stands = answer.kind == ANSWER_DOES_NOT_APPLY ||
                  (answer.kind == ANSWER_HIT && answer.severity != SEVERITY_BLOCKS);
    return fact->should_be == NULL || stands ? answer : check_unknown(say_unreadable(scene, fact));
}

/* The runs of one group. */
struct group_runs {
    const struct run_figures *const *figures;
    size_t count;
    const unsigned char *differ; /* in which kinds of figures a run differs from the one before */
    unsigned differ_any;
};

/* The end of the runs from `start` on that have the same answer, as they do not differ in what the
   rule looks at. */
static size_t end_of_same(const struct check_row *row, const struct group_runs *runs, size_t start)
{
    unsigned looks_at = row->looks_at | FIGURE_CIRCUMSTANCES;
    size_t end = start + 1;
    if ((runs->differ_any & looks_at) == 0)
        return runs->count;
    while (end < runs->count && (runs->differ[end] & looks_at) == 0)
        end++;
    return end;
}

static void look_at_group(const struct check_scene *scene, struct check_findings *findings,
                          const struct check_row *row, const struct group_runs *runs,
                          struct group_answers *group)
{
    for (size_t i = 0, end; i < runs->count; i = end) {
        const struct run_figures *figures = runs->figures[i];
        struct check_answer answer = answer_of(scene, row, figures);
        end = end_of_same(row, runs, i);
        if (answer.kind == ANSWER_DOES_NOT_APPLY)
            continue;
        findings->applies = true;
        if (group->runs == 0)
            group->figures = figures;
        group->runs += end - i;
        /* What is not known of one run is mostly not known of the next. */
        if (answer.kind == ANSWER_UNKNOWN && answer.lacking != findings->told) {
            findings->told = answer.lacking;
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS, text_of(answer.lacking),
                               (struct text){NULL, 0});
        }
        if (answer.kind != ANSWER_HIT)
            continue;
        group->vary = group->vary ||
                      (group->hits > 0 && answer.message.data != group->heaviest.message.data &&
                       !text_equal(answer.message, group->heaviest.message));
        bool first = group->hits == 0;
        group->hits += end - i;
        if (!first && !is_heavier(&answer, &group->heaviest))
            continue;
        group->heaviest = answer;
        group->heaviest_of = figures;
        group->place = i;
    }
}

static bool looks_at_runs(const struct check_row *row)
{
    return row->of_run != NULL || row->of_circumstances != NULL;
}

/* The runs from `start` on that are of one group; `differ` has room for all. */
static struct group_runs take_group(const struct run_figures *const *sorted, size_t start,
                                    size_t count, unsigned char *differ)
{
    struct group_runs runs = {.figures = sorted + start, .count = 1, .differ = differ};
    while (start + runs.count < count &&
           group_of(sorted[start + runs.count]) == group_of(sorted[start])) {
        unsigned kinds =
            check_figures_differ(runs.figures[runs.count - 1], runs.figures[runs.count]);
        differ[runs.count++] = (unsigned char)kinds;
        runs.differ_any |= kinds;
    }
    return runs;
}

/* Asks every rule about the runs of one group. */
static void look_for_hits(struct checker *checker, const struct group_runs *runs,
                          struct arena *scratch, struct hit_list *hits)
{
    for (size_t i = 0; i < check_rule_count(); i++) {
        struct group_answers group = {0};
        if (!looks_at_runs(&check_rows[i]) || checker->ignored[i])
            continue;
        look_at_group(&checker->scene, &checker->findings[i], &check_rows[i], runs, &group);
        if (group.hits == 0)
            continue;
        hits[i].items = arena_grow(scratch, hits[i].items, hits[i].count, &hits[i].capacity,
                                   sizeof *hits[i].items);
        hits[i].items[hits[i].count++] = group;
    }
}

/* Group by group, so that its runs are at hand for every rule. What a hit means for the cells is
   settled rule by rule: the first rule that blocks a cell gives the reason. */
void checker_look_at_runs(struct checker *checker)
{
    const struct check_scene *scene = &checker->scene;
    struct arena *scratch = arena_create();
    struct hit_list *hits = arena_take_array(scratch, check_rule_count(), sizeof *hits);
    const struct run_figures **sorted = sort_by_group(scratch, scene);
    unsigned char *differ = arena_take_array(scratch, scene->figure_count, sizeof *differ);
    for (size_t start = 0; start < scene->figure_count;) {
        struct group_runs runs = take_group(sorted, start, scene->figure_count, differ);
        look_for_hits(checker, &runs, scratch, hits);
        start += runs.count;
    }
    struct cells_of_groups chains = chain_cells(scratch, scene);
    for (size_t i = 0; i < check_rule_count(); i++)
        for (size_t k = 0; k < hits[i].count; k++)
            conclude_group(scene, &chains, &checker->findings[i], &check_rows[i],
                           &hits[i].items[k]);
    arena_free(scratch);
    if (!checker->ignored[check_rule_place(conditions_check_id)])
        conditions_mark(scene);
}

/* The first few places; the others are counted. */
static struct text say_places(struct arena *arena, const struct check_finding *finding)
{
    enum { NAMED = 3 };
    struct text_builder words = {.arena = arena};
    for (size_t i = 0; i < finding->place_count && i < NAMED; i++) {
        text_add_string(&words, i > 0 ? "; " : "");
        text_add(&words, finding->places[i]);
    }
    if (finding->place_count > NAMED)
        text_add_format(&words, "; and %zu more", finding->place_count - NAMED);
    return words.size > 0 ? text_built(&words) : (struct text){NULL, 0};
}

static void take_findings(struct analysis *analysis, size_t *capacity, const struct check_row *row,
                          const struct check_findings *findings)
{
    struct check check = {.rule = &row->rule, .severity = SEVERITY_INFORMS, .result = CHECK_CLEAN};
    if (!findings->applies)
        check.message = text_of("nothing here that it applies to");
    for (size_t i = 0; i == 0 || i < findings->count; i++) {
        if (findings->count > 0)
            check = (struct check){.rule = &row->rule,
                                   .severity = findings->items[i].severity,
                                   .result = findings->items[i].result,
                                   .where = say_places(analysis->arena, &findings->items[i]),
                                   .places = findings->items[i].places,
                                   .place_count = findings->items[i].place_count,
                                   .message = findings->items[i].message};
        analysis->checks = arena_grow(analysis->arena, analysis->checks, analysis->check_count,
                                      capacity, sizeof *analysis->checks);
        analysis->checks[analysis->check_count++] = check;
    }
}

void checker_look_at_comparisons(struct checker *checker, const struct comparison_set *set)
{
    struct check_scene *scene = &checker->scene;
    size_t capacity = 0;
    scene->set = set;
    for (size_t i = 0; i < check_rule_count(); i++) {
        if (checker->ignored[i])
            continue;
        if (check_rows[i].of_all != NULL)
            check_rows[i].of_all(scene, &checker->findings[i]);
        take_findings(scene->analysis, &capacity, &check_rows[i], &checker->findings[i]);
    }
}
