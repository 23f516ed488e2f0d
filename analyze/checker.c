/* Goes through the table of rules, run by run and then over the whole, and puts equal messages
   together. */

#include "analyze/checker.h"

#include "analyze/check_conditions.h"
#include "analyze/check_table.h"

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
    size_t runs, hits;
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
        const struct cell *cell = &scene->table->cells[i];
        size_t group =
            check_group_number(scene, cell->configuration, cell->workload, cell->direction);
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
    struct text message = worst->message;
    if (group->runs > 1 && group->hits < group->runs)
        message = text_format(scene->arena, "%.*s (%zu of %zu runs)", (int)message.size,
                              message.data, group->hits, group->runs);
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

static void look_at_group(const struct check_scene *scene, struct check_findings *findings,
                          const struct check_row *row, const struct run_figures *const *figures,
                          size_t count, struct group_answers *group)
{
    const char *told = NULL; /* what is not known of one run is mostly not known of the next */
    const struct circumstances *before = NULL;
    struct check_answer answer = check_does_not_apply;
    for (size_t i = 0; i < count; i++) {
        if (row->of_run != NULL)
            answer = row->of_run(scene, figures[i]);
        else if (figures[i]->of != before)
            answer = row->of_circumstances(scene, figures[i]->of);
        before = figures[i]->of;
        if (answer.kind == ANSWER_DOES_NOT_APPLY)
            continue;
        findings->applies = true;
        if (group->runs++ == 0)
            group->figures = figures[i];
        if (answer.kind == ANSWER_UNKNOWN && answer.lacking != told) {
            told = answer.lacking;
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS, text_of(told),
                               (struct text){NULL, 0});
        }
        if (answer.kind != ANSWER_HIT)
            continue;
        if (group->hits++ == 0 || is_heavier(&answer, &group->heaviest))
            group->heaviest = answer;
    }
}

static bool looks_at_runs(const struct check_row *row)
{
    return row->of_run != NULL || row->of_circumstances != NULL;
}

/* Group by group, so that its runs are at hand for every rule. What a hit means for the cells is
   settled rule by rule: the first rule that blocks a cell gives the reason. */
void checker_look_at_runs(struct checker *checker)
{
    const struct check_scene *scene = &checker->scene;
    struct arena *scratch = arena_create();
    struct hit_list *hits = arena_take_array(scratch, check_rule_count(), sizeof *hits);
    const struct run_figures **sorted = sort_by_group(scratch, scene);
    for (size_t start = 0, end; start < scene->figure_count; start = end) {
        for (end = start + 1;
             end < scene->figure_count && group_of(sorted[end]) == group_of(sorted[start]); end++)
            ;
        for (size_t i = 0; i < check_rule_count(); i++) {
            struct group_answers group = {0};
            if (!looks_at_runs(&check_rows[i]) || checker->ignored[i])
                continue;
            look_at_group(scene, &checker->findings[i], &check_rows[i], sorted + start, end - start,
                          &group);
            if (group.hits == 0)
                continue;
            hits[i].items = arena_grow(scratch, hits[i].items, hits[i].count, &hits[i].capacity,
                                       sizeof *hits[i].items);
            hits[i].items[hits[i].count++] = group;
        }
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

static struct text say_places(struct arena *arena, const struct check_finding *finding)
{
    enum { NAMED = 3 };
    if (finding->places <= NAMED)
        return finding->where;
    return text_format(arena, "%.*s; and %zu more", (int)finding->where.size, finding->where.data,
                       finding->places - NAMED);
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
