#include "render/terminal_table.h"

#include "render/line.h"

enum {
    LEAST_HEADER = 36, /* columns for the two names over the changes, if they are so long */
    LEAST_NAME = 16,   /* columns for the names before a row is written on two lines */
};

struct widths {
    size_t name, finding, change, runs, needed;
    bool two_lines;
};

static size_t less(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* "12 against 13", the base of the changes. Long names are shortened, each by itself, so that both
   are still told. */
static struct text change_header(struct arena *arena, const struct terminal_table *table,
                                 size_t columns)
{
    static const char between[] = " against ";
    size_t room = columns - (sizeof between - 1);
    struct text subject = table->subject, base = table->base;
    size_t shorter = less(line_columns(subject), line_columns(base));
    if (line_columns(subject) + line_columns(base) > room) {
        size_t most = shorter < room / 2 ? room - shorter : room / 2;
        subject = line_shorten(arena, subject, most);
        base = line_shorten(arena, base, most);
    }
    return text_format(arena, "%.*s%s%.*s", (int)subject.size, subject.data, between,
                       (int)base.size, base.data);
}

static size_t wider(size_t columns, struct text text)
{
    size_t needed = line_columns(text);
    return needed > columns ? needed : columns;
}

/* Sets the widths from the contents; the names get what is left. */
static struct widths widths_of(const struct terminal_table *table, size_t page_columns)
{
    struct widths widths = {.runs = sizeof "runs" - 1};
    size_t name = line_columns(table->caption);
    for (size_t i = 0; i < table->count; i++) {
        const struct terminal_row *row = &table->rows[i];
        name = wider(name, row->name);
        widths.finding = wider(widths.finding, row->finding);
        widths.change = wider(widths.change, row->change);
        widths.runs = wider(widths.runs, row->runs);
        widths.needed = wider(widths.needed, row->needed);
    }
    size_t both = line_columns(table->subject) + line_columns(table->base) + sizeof " against " - 1;
    if (widths.change < LEAST_HEADER)
        widths.change = both < widths.change ? widths.change : less(both, LEAST_HEADER);
    if (widths.needed > 0)
        widths.needed = wider(widths.needed, table->needed_header);
    size_t others = 2 + widths.finding + 2 + widths.change + 2 + widths.runs + 2 +
                    (widths.needed > 0 ? widths.needed + 2 : 0);
    size_t left = page_columns > others ? page_columns - others : 0;
    widths.two_lines = left < name && left < LEAST_NAME;
    if (widths.two_lines) {
        size_t tail = widths.finding + 4;
        left = page_columns > tail + LEAST_NAME ? page_columns - tail : LEAST_NAME;
    }
    widths.name = name < left ? name : left;
    return widths;
}

static void write_header(struct terminal_page *page, const struct terminal_table *table,
                         const struct widths *widths)
{
    struct arena *arena = page->out.arena;
    page_blank(page, 2);
    page_cell(page, STYLE_QUIET, table->caption, widths->name, false);
    if (!widths->two_lines) {
        page_blank(page, 2 + widths->finding + 2);
        page_cell(page, STYLE_QUIET, change_header(arena, table, widths->change), widths->change,
                  false);
        page_blank(page, 2);
        page_cell(page, STYLE_QUIET, text_of("runs"), widths->runs, true);
        page_blank(page, 2);
        if (widths->needed > 0)
            page_cell(page, STYLE_QUIET, table->needed_header, widths->needed, true);
    }
    page_line(page);
    if (widths->two_lines) {
        page_blank(page, 6);
        page_text(page, STYLE_QUIET, change_header(arena, table, page->columns - 6));
        page_line(page);
    }
}

static void write_row(struct terminal_page *page, const struct widths *widths,
                      const struct terminal_row *row)
{
    size_t finding = widths->two_lines ? page->columns - widths->name - 4 : widths->finding;
    page_blank(page, 2);
    page_cell(page, STYLE_PLAIN, row->name, widths->name, false);
    page_blank(page, 2);
    page_cell(page, row->style, row->finding, finding, false);
    if (widths->two_lines)
        page_line(page);
    page_blank(page, widths->two_lines ? 6 : 2);
    page_cell(page, STYLE_PLAIN, row->change, widths->change, false);
    page_blank(page, 2);
    page_cell(page, STYLE_PLAIN, row->runs, widths->runs, true);
    if (widths->two_lines)
        page_text(page, STYLE_QUIET, text_of(" runs"));
    page_blank(page, 2);
    page_cell(page, STYLE_PLAIN, row->needed, widths->needed, true);
    if (widths->two_lines && row->needed.size > 0)
        page_text(page, STYLE_QUIET, text_of(" needed"));
    page_line(page);
    if (row->evidence.size > 0)
        page_paragraph(page, STYLE_QUIET, "      ", row->evidence);
}

void terminal_table_write(struct terminal_page *page, const struct terminal_table *table)
{
    struct widths widths = widths_of(table, page->columns);
    write_header(page, table, &widths);
    for (size_t i = 0; i < table->count; i++)
        write_row(page, &widths, &table->rows[i]);
}
