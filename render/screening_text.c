#include "render/screening_text.h"

#include "analyze/wording.h"
#include "render/line.h"

enum { SHOWN_STRATA = 12 };

/* What a line of the table says. */
struct effect_line {
    struct text name, change, pairs;
};

static struct effect_line line_of(struct arena *arena, const struct screening *screening,
                                  const struct screened_factor *factor, const struct effect *effect,
                                  bool utf8)
{
    return (struct effect_line){
        line_clean(arena, wording_effect_name(arena, factor, effect)),
        wording_effect_change(arena, screening, effect, utf8),
        wording_effect_pairs(arena, effect, utf8),
    };
}

struct widths {
    size_t name, change;
    bool two_lines; /* the pairs stand below */
};

static struct widths widths_of(struct arena *arena, const struct screening *screening, bool utf8,
                               unsigned columns)
{
    struct widths widths = {0, 0, false};
    size_t pairs = 0;
    for (size_t i = 0; i < screening->factor_count; i++) {
        const struct screened_factor *factor = &screening->factors[i];
        for (size_t k = 0; factor->setting && k + 1 < factor->levels.count; k++) {
            struct effect_line line = line_of(arena, screening, factor, &factor->effects[k], utf8);
            size_t name = line_columns(line.name), change = line_columns(line.change);
            widths.name = name > widths.name ? name : widths.name;
            widths.change = change > widths.change ? change : widths.change;
            pairs = line_columns(line.pairs) > pairs ? line_columns(line.pairs) : pairs;
        }
    }
    widths.two_lines = 2 + widths.name + 2 + widths.change + 2 + pairs > columns;
    size_t most = columns - widths.change - 4;
    widths.name = widths.name < most ? widths.name : most;
    return widths;
}

/* The effects for each combination of what the setting works together with. */
static void write_strata(struct terminal_page *page, const struct screening *screening,
                         const struct screened_factor *factor)
{
    struct arena *arena = page->out.arena;
    struct text why = line_clean(arena, wording_interactions(arena, factor));
    if (why.size == 0)
        return;
    page_paragraph(page, STYLE_PLAIN, "  ", why);
    for (size_t s = 0; s < factor->stratum_count && s < SHOWN_STRATA; s++)
        for (size_t k = 0; k + 1 < factor->levels.count; k++) {
            const struct effect_stratum *stratum = &factor->strata[s];
            struct effect_line line =
                line_of(arena, screening, factor, &stratum->effects[k], page->utf8);
            struct text words = text_format(arena, "%.*s: %.*s %.*s", (int)stratum->name.size,
                                            stratum->name.data, (int)line.name.size, line.name.data,
                                            (int)line.change.size, line.change.data);
            page_paragraph(page, STYLE_PLAIN, "    ", line_clean(arena, words));
        }
    if (factor->stratum_count > SHOWN_STRATA)
        page_paragraph(
            page, STYLE_QUIET, "    ",
            text_format(arena, "... and %zu more", factor->stratum_count - SHOWN_STRATA));
}

static void write_factor(struct terminal_page *page, const struct screening *screening,
                         const struct screened_factor *factor, const struct widths *widths)
{
    for (size_t k = 0; factor->stratum_count == 0 && k + 1 < factor->levels.count; k++) {
        struct effect_line line =
            line_of(page->out.arena, screening, factor, &factor->effects[k], page->utf8);
        page_blank(page, 2);
        page_cell(page, STYLE_PLAIN, line.name, widths->name, false);
        page_blank(page, 2);
        page_cell(page, STYLE_PLAIN, line.change, widths->change, true);
        if (widths->two_lines)
            page_line(page);
        page_blank(page, widths->two_lines ? 6 : 2);
        page_text(page, STYLE_QUIET, line.pairs);
        page_line(page);
    }
    write_strata(page, screening, factor);
}

void screening_text(struct terminal_page *page, const struct analysis *analysis)
{
    struct arena *arena = page->out.arena;
    const struct screening *screening = analysis->screening;
    struct widths widths = widths_of(arena, screening, page->utf8, page->columns);
    struct text_list notes = wording_screening_notes(arena, screening);
    page_paragraph(page, STYLE_BOLD, "", wording_screening_title(arena, analysis));
    page_paragraph(page, STYLE_PLAIN, "", wording_screening_basis(arena, screening));
    page_line(page);
    for (size_t i = 0; i < screening->factor_count; i++)
        if (screening->factors[i].setting)
            write_factor(page, screening, &screening->factors[i], &widths);
    if (notes.count > 0)
        page_line(page);
    for (size_t i = 0; i < notes.count; i++)
        page_paragraph(page, STYLE_PLAIN, page->utf8 ? "  \xe2\x80\xa2 " : "  * ",
                       line_clean(arena, notes.items[i]));
}

static void add_row(struct document_table *table, struct text name, struct text change,
                    struct text pairs)
{
    table_cell(table, name);
    table_cell(table, change);
    table_cell(table, pairs);
}

static void add_factor(struct document_table *table, const struct screening *screening,
                       const struct screened_factor *factor)
{
    struct arena *arena = table->arena;
    for (size_t k = 0; factor->stratum_count == 0 && k + 1 < factor->levels.count; k++) {
        struct effect_line line = line_of(arena, screening, factor, &factor->effects[k], true);
        add_row(table, line.name, line.change, line.pairs);
    }
    for (size_t s = 0; s < factor->stratum_count; s++)
        for (size_t k = 0; k + 1 < factor->levels.count; k++) {
            const struct effect_stratum *stratum = &factor->strata[s];
            struct effect_line line = line_of(arena, screening, factor, &stratum->effects[k], true);
            struct text name = text_format(arena, "%.*s: %.*s", (int)stratum->name.size,
                                           stratum->name.data, (int)line.name.size, line.name.data);
            add_row(table, line_clean(arena, name), line.change, text_of(""));
        }
}

void screening_document(struct document *out, const struct analysis *analysis)
{
    static const char *const headers[] = {"setting", "change", "cells that differ in nothing else"};
    static const enum column columns[] = {COLUMN_LEFT, COLUMN_RIGHT, COLUMN_LEFT};
    struct arena *arena = out->arena;
    const struct screening *screening = analysis->screening;
    struct text_list notes = wording_screening_notes(arena, screening);
    document_paragraph(out, wording_screening_basis(arena, screening));
    struct document_table *table =
        document_table(out, text_of("Main effects"), headers, columns, 3);
    for (size_t i = 0; i < screening->factor_count; i++)
        if (screening->factors[i].setting)
            add_factor(table, screening, &screening->factors[i]);
    for (size_t i = 0; i < screening->factor_count; i++) {
        struct text why = wording_interactions(arena, &screening->factors[i]);
        if (why.size > 0)
            document_item(out, why);
    }
    for (size_t i = 0; i < notes.count; i++)
        document_item(out, notes.items[i]);
}
