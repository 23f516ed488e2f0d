#include "render/report_checks.h"

#include "render/check_list.h"

#include <math.h>

enum { SHOWN_ALIKE = 3 };

/* How many of the hits of one rule stand from `first` on; they follow each other. */
static size_t hits_alike(const struct analysis *analysis, size_t first)
{
    size_t count = 0;
    for (size_t i = first;
         i < analysis->check_count && analysis->checks[i].rule == analysis->checks[first].rule; i++)
        count += analysis->checks[i].result == CHECK_HIT;
    return count;
}

/* Hits that are not told among the warnings; of many of one check the first few, and how many more
   there are. */
static void add_hits(struct document *out, const struct analysis *analysis)
{
    size_t alike = 0;
    const struct check_rule *last = NULL;
    for (size_t i = 0; i < analysis->check_count; i++) {
        const struct check *check = &analysis->checks[i];
        if (check->result != CHECK_HIT || check->rule->told_elsewhere)
            continue;
        alike = check->rule == last ? alike + 1 : 1;
        last = check->rule;
        if (alike == SHOWN_ALIKE + 1)
            document_item(out, text_format(out->arena,
                                           "%s: %zu more like these; \"ashiftstat check\" lists "
                                           "them all.",
                                           check->rule->id, hits_alike(analysis, i)));
        if (alike > SHOWN_ALIKE)
            continue;
        struct text sentence = check_sentence(out->arena, check);
        document_item(out, alike > 1 ? sentence
                                     : text_format(out->arena, "%.*s. %s", (int)sentence.size,
                                                   sentence.data, check->rule->remedy));
    }
}

void report_checks(struct document *out, const struct analysis *analysis)
{
    if (analysis->check_count == 0)
        return;
    struct text unknown = check_ids(out->arena, analysis, CHECK_UNKNOWN);
    struct text clean = check_ids(out->arena, analysis, CHECK_CLEAN);
    document_heading(out, 2, text_of("Credibility notes"));
    add_hits(out, analysis);
    struct text hit = check_ids_told_elsewhere(out->arena, analysis);
    if (hit.size > 0)
        document_paragraph(out, text_format(out->arena,
                                            "Hit too, and told with the comparisons above: %.*s.",
                                            (int)hit.size, hit.data));
    if (unknown.size > 0)
        document_paragraph(out, text_format(out->arena,
                                            "Cannot be told, since a fact or figure is missing: "
                                            "%.*s.",
                                            (int)unknown.size, unknown.data));
    if (clean.size > 0)
        document_paragraph(out, text_format(out->arena,
                                            "Clean, or nothing here that they apply to: %.*s.",
                                            (int)clean.size, clean.data));
}

/* Empty where what is stated is no percentage but could be held against the figures. */
static struct text percent(struct arena *arena, const struct stated_change *stated, double value)
{
    if (!isfinite(value))
        return text_of(stated->result == CHECK_UNKNOWN ? "cannot tell" : "");
    return text_format(arena, "%.1f %%", value);
}

void report_stated(struct document *out, const struct analysis *analysis)
{
    static const char *const headers[] = {"stated", "change against the other",
                                          "with itself as base", "finding"};
    static const enum column columns[] = {COLUMN_LEFT, COLUMN_RIGHT, COLUMN_RIGHT, COLUMN_LEFT};
    if (analysis->stated_count == 0)
        return;
    struct text heading = text_of("Stated percentages and winners held against the figures");
    document_heading(out, 2, heading);
    struct document_table *table = document_table(out, heading, headers, columns, 4);
    for (size_t i = 0; i < analysis->stated_count; i++) {
        const struct stated_change *stated = &analysis->stated[i];
        table_cell(table, stated->claim->written);
        table_cell(table, percent(out->arena, stated, stated->on_base));
        table_cell(table, percent(out->arena, stated, stated->on_subject));
        table_cell(table, stated->message);
    }
}
