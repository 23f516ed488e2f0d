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
    struct check_answer answer = row->of_run != NULL ? row->of_run(scene, figures)
                                                     : row->of_circumstances(scene, figures->of);
    bool stands = answer.kind == ANSWER_DOES_NOT_APPLY ||
                  (answer.kind == ANSWER_HIT && answer.severity != SEVERITY_BLOCKS);
    return fact->should_be == NULL || stands ? answer : check_unknown(say_unreadable(scene, fact));
}

static void look_at_group(const struct check_scene *scene, struct check_findings *findings,
                          const struct check_row *row, const struct run_figures *const *figures,
                          size_t count, struct group_answers *group)
{
    const char *told = NULL; /* what is not known of one run is mostly not known of the next */
    const struct circumstances *before = NULL;
    struct check_answer answer = check_does_not_apply;
    for (size_t i = 0; i < count; i++) {
        if (row->of_run != NULL || figures[i]->of != before)
            answer = answer_of(scene, row, figures[i]);
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
        group->vary = group->vary ||
                      (group->hits > 0 && answer.message.data != group->heaviest.message.data &&
                       !text_equal(answer.message, group->heaviest.message));
        if (group->hits++ > 0 && !is_heavier(&answer, &group->heaviest))
            continue;
        group->heaviest = answer;
        group->heaviest_of = figures[i];
        group->place = i;
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
