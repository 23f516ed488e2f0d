/* Escaping by backslash, which works before every ASCII punctuation mark, so the source stays
   readable. '&' and '<' become entities. GitHub's autolinks ("http://", "www.") are broken by
   escaping their ':' and '.'. Mail addresses, mentions ("@name") and numbers of issues ("#1")
   become links whatever is escaped: a zero-width space parts them. */
#include "render/markdown.h"

#include "render/line.h"

#include <string.h>

/* True where a list marker ends: what follows it is a blank or nothing. */
static bool ends_marker(struct text text, size_t end)
{
    return end == text.size || text.data[end] == ' ';
}

/* The place of what would begin a heading, a list or a rule at the start of a line; the text's size
 * if there is none. */
static size_t start_marker(struct text text)
{
    size_t digits = 0;
    if (text.size > 0 && (text.data[0] == '#' || text.data[0] == '='))
        return 0;
    if (text.size > 0 && strchr("+-", text.data[0]) != NULL &&
        (ends_marker(text, 1) || text_starts_with(text, "--")))
        return 0;
    while (digits < text.size && text_is_digit(text.data[digits]))
        digits++;
    if (digits > 0 && digits < text.size && strchr(".)", text.data[digits]) != NULL &&
        ends_marker(text, digits + 1))
        return digits;
    return text.size;
}

static bool starts_link(struct text text, size_t i)
{
    struct text before = text_slice(text, i >= 3 ? i - 3 : 0, i);
    return text_starts_with(text_slice(text, i, text.size), "://") ||
           (text.data[i] == '.' && text_is_ignoring_case(before, "www"));
}

/* What stands behind this character makes it a link to a person or an issue. */
static bool starts_reference(struct text text, size_t i)
{
    if (i + 1 == text.size)
        return false;
    return text.data[i] == '@' || (text.data[i] == '#' && text_is_digit(text.data[i + 1]));
}

struct text markdown_escape(struct arena *arena, struct text text)
{
    text = line_clean(arena, text);
    struct text_builder out = {.arena = arena};
    size_t marker = start_marker(text);
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (c == '&')
            text_add_string(&out, "&amp;");
        else if (c == '<')
            text_add_string(&out, "&lt;");
        else if (strchr("\\`*_{}[]>|~$", c) != NULL || i == marker || starts_link(text, i))
            text_add_format(&out, "\\%c", c);
        else
            text_add(&out, text_slice(text, i, i + 1));
        if (starts_reference(text, i))
            text_add_string(&out, "&#8203;");
    }
    return text_built(&out);
}

struct markdown_table markdown_table_begin(struct text_builder *out, const char *const *headers,
                                           const enum column *columns, size_t count)
{
    struct markdown_table table = {.out = out, .columns = columns, .column_count = count};
    for (size_t i = 0; i < count; i++)
        markdown_cell(&table, text_of(headers[i]));
    for (size_t i = 0; i < count; i++)
        markdown_cell_raw(&table, text_of(columns[i] == COLUMN_RIGHT ? "--:" : "---"));
    return table;
}

void markdown_cell_raw(struct markdown_table *table, struct text markdown)
{
    text_add_string(table->out, table->cells == 0 ? "| " : " ");
    text_add(table->out, markdown);
    text_add_string(table->out, " |");
    if (++table->cells == table->column_count) {
        text_add_string(table->out, "\n");
        table->cells = 0;
    }
}

void markdown_cell(struct markdown_table *table, struct text text)
{
    markdown_cell_raw(table, markdown_escape(table->out->arena, text));
}

void markdown_table_end(struct markdown_table *table)
{
    text_add_string(table->out, "\n");
}

void markdown_heading(struct text_builder *out, unsigned depth, struct text markdown)
{
    for (unsigned i = 0; i < depth; i++)
        text_add_string(out, "#");
    text_add_string(out, " ");
    text_add(out, markdown);
    text_add_string(out, "\n\n");
}

void markdown_paragraph(struct text_builder *out, struct text markdown)
{
    text_add(out, markdown);
    text_add_string(out, "\n\n");
}

void markdown_item(struct text_builder *out, struct text markdown)
{
    text_add_string(out, "- ");
    text_add(out, markdown);
    text_add_string(out, "\n");
}
