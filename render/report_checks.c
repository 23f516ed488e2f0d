#include "render/report_checks.h"

#include "render/check_list.h"

#include <math.h>

enum { SHOWN_ALIKE = 3 };

/* Hits that are not told among the warnings; of many of one check the first few. */
static void add_hits(struct document *out, const struct analysis *analysis)
{
    size_t alike = 0;
    for (size_t i = 0; i < analysis->check_count; i++) {
        const struct check *check = &analysis->checks[i];
        if (check->result != CHECK_HIT || check->rule->told_elsewhere)
            continue;
        alike = i > 0 && analysis->checks[i - 1].rule == check->rule ? alike + 1 : 1;
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
