#include "render/terminal_page.h"

#include "render/line.h"

#include <string.h>

static const char *const sequences[] = {
    [STYLE_PLAIN] = "",           [STYLE_BOLD] = "\x1b[1m",       [STYLE_QUIET] = "\x1b[2m",
    [STYLE_DECIDED] = "\x1b[32m", [STYLE_UNDECIDED] = "\x1b[33m",
};

void page_text(struct terminal_page *page, enum style style, struct text text)
{
    bool styled = page->colour && style != STYLE_PLAIN && text.size > 0;
    if (styled)
        text_add_string(&page->out, sequences[style]);
    text_add(&page->out, page->utf8 ? text : line_ascii(page->out.arena, text));
    if (styled)
        text_add_string(&page->out, "\x1b[0m");
}

void page_blank(struct terminal_page *page, size_t columns)
{
    for (size_t i = 0; i < columns; i++)
        text_add_string(&page->out, " ");
}

void page_line(struct terminal_page *page)
{
    while (page->out.size > 0 && page->out.data[page->out.size - 1] == ' ')
        page->out.size--;
    text_add_string(&page->out, "\n");
}

void page_cell(struct terminal_page *page, enum style style, struct text text, size_t columns,
               bool right)
{
    if (!page->utf8)
        text = line_ascii(page->out.arena, text);
    text = line_shorten(page->out.arena, text, columns);
    size_t used = line_columns(page->utf8 ? text : line_ascii(page->out.arena, text));
    size_t fill = used < columns ? columns - used : 0;
    page_blank(page, right ? fill : 0);
    page_text(page, style, text);
    page_blank(page, right ? 0 : fill);
}

void page_paragraph(struct terminal_page *page, enum style style, const char *first,
                    struct text text)
{
    size_t indent = line_columns(text_of(first));
    struct text rest = line_clean(page->out.arena, text), piece;
    for (bool begun = false; line_wrap(&rest, page->columns - indent, &piece); begun = true) {
        if (begun)
            page_blank(page, indent);
        else
            page_text(page, STYLE_PLAIN, text_of(first));
        page_text(page, style, piece);
        page_line(page);
    }
}
