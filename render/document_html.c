/* The page carries a content security policy that allows its own style and nothing else: even text
   that slipped through the escaping could neither load nor run anything. */
#include "render/document_html.h"

#include "render/line.h"

enum {
    TITLE_COLUMNS = 70, /* more is cut by what shows titles */
};

struct page {
    struct text_builder out;
    const struct html_figure *figures;
    size_t figure_count;
};

static void add(struct page *page, const char *string)
{
    text_add_string(&page->out, string);
}

static void add_text(struct page *page, struct text text)
{
    text = line_clean(page->out.arena, text);
    for (size_t i = 0; i < text.size; i++) {
        switch (text.data[i]) {
        case '&':
            add(page, "&amp;");
            break;
        case '<':
            add(page, "&lt;");
            break;
        case '>':
            add(page, "&gt;");
            break;
        case '"':
            add(page, "&quot;");
            break;
        default:
            text_add(&page->out, text_slice(text, i, i + 1));
        }
    }
}

static void add_element(struct page *page, const char *element, struct text text)
{
    text_add_format(&page->out, "<%s>", element);
    add_text(page, text);
    text_add_format(&page->out, "</%s>\n", element);
}

static void add_colours(struct page *page, enum theme theme)
{
    static const struct {
        enum role role;
        const char *name;
    } used[] = {{ROLE_PAPER, "paper"},
                {ROLE_INK, "ink"},
                {ROLE_QUIET, "quiet"},
                {ROLE_GRID, "grid"},
                {ROLE_BAND, "band"}};
    for (size_t i = 0; i < sizeof used / sizeof *used; i++)
        text_add_format(&page->out, "--%s:#%06x;", used[i].name,
                        palette_colour(used[i].role, theme));
}

static void add_style(struct page *page, enum theme theme)
{
    add(page, "<style>\n:root{color-scheme:");
    add(page, theme == THEME_AUTO ? "light dark" : theme == THEME_DARK ? "dark" : "light");
    add(page, ";");
    add_colours(page, theme);
    add(page, "}\n");
    if (theme == THEME_AUTO) {
        add(page, "@media screen and (prefers-color-scheme:dark){:root{");
        add_colours(page, THEME_DARK);
        add(page, "}}\n");
    }
    add(page,
        "body{max-width:62rem;margin:2rem auto;padding:0 1rem;background:var(--paper);"
        "color:var(--ink);font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,"
        "'DejaVu Sans',sans-serif}\n"
        "h1{font-size:1.7rem;line-height:1.25}\nh2{margin-top:2.5rem;font-size:1.3rem}\n"
        "h3{margin-top:1.75rem;font-size:1.05rem}\n"
        "figure{margin:1.5rem 0}\n"
        "figure svg{display:block;width:100%;max-width:100%;height:auto}\n"
        "@media (min-width:68rem){figure{margin:1.5rem -2.67%}}\n"
        ".wide{overflow-x:auto;margin:1rem 0}\n"
        "table{border-collapse:collapse;font-size:.9rem;line-height:1.4}\n"
        "caption{position:absolute;width:1px;height:1px;overflow:hidden;"
        "clip-path:inset(50%);white-space:nowrap}\n"
        "th,td{padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--grid);text-align:left;"
        "vertical-align:top}\n"
        "th{color:var(--quiet);font-weight:600}\n"
        ".number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
        ".short{white-space:nowrap}\n"
        "code{font-size:.8rem;overflow-wrap:anywhere}\n"
        "td:first-child,li,p,h1,h2,h3{overflow-wrap:anywhere}\n"
        "@media print{html{font-size:10.5pt}body{max-width:none;margin:0}"
        "figure,tr{break-inside:avoid}figure svg{max-height:62vh}"
        "h2,h3{break-after:avoid}.wide{overflow:visible}}\n"
        "</style>\n");
}

static void write_paragraph(struct page *page, const struct block *block)
{
    add(page, "<p>");
    if (block->strong.size > 0) {
        add(page, "<strong>");
        add_text(page, block->strong);
        add(page, block->text.size > 0 ? "</strong> " : "</strong>");
    }
    add_text(page, block->text);
    add(page, "</p>\n");
}

static void write_cell(struct page *page, const struct table_cell *cell, enum column column)
{
    enum { SHORT = 24 }; /* columns of a name that is not broken for the sake of a long sentence */
    bool is_short = cell->line_count == 1 && line_columns(cell->lines[0]) <= SHORT;
    add(page, column == COLUMN_RIGHT ? "<td class=\"number\">"
              : is_short             ? "<td class=\"short\">"
                                     : "<td>");
    add(page, cell->code ? "<code>" : "");
    for (size_t i = 0; i < cell->line_count; i++) {
        add(page, i == 0 ? "" : "<br>");
        add_text(page, cell->lines[i]);
    }
    add(page, cell->code ? "</code></td>" : "</td>");
}

static void write_table(struct page *page, const struct document_table *table)
{
    add(page, "<div class=\"wide\">\n<table>\n<caption>");
    add_text(page, table->caption);
    add(page, "</caption>\n<thead>\n<tr>");
    for (size_t i = 0; i < table->column_count; i++) {
        add(page, table->columns[i] == COLUMN_RIGHT ? "<th scope=\"col\" class=\"number\">"
                                                    : "<th scope=\"col\">");
        add_text(page, text_of(table->headers[i]));
        add(page, "</th>");
    }
    add(page, "</tr>\n</thead>\n<tbody>\n");
    for (size_t i = 0; i < table->cell_count; i++) {
        size_t column = i % table->column_count;
        add(page, column == 0 ? "<tr>" : "");
        write_cell(page, &table->cells[i], table->columns[column]);
        add(page, column + 1 == table->column_count ? "</tr>\n" : "");
    }
    add(page, "</tbody>\n</table>\n</div>\n");
}

static void write_figure(struct page *page, struct text name)
{
    for (size_t i = 0; i < page->figure_count; i++) {
        if (!text_equal(page->figures[i].name, name))
            continue;
        add(page, "<figure>\n");
        text_add(&page->out, page->figures[i].svg);
        add(page, "</figure>\n");
    }
}

static void write_block(struct page *page, const struct document *document, size_t i)
{
    static const char *const headings[] = {"h1", "h2", "h3"};
    const struct block *block = &document->blocks[i];
    switch (block->kind) {
    case BLOCK_HEADING:
        add_element(page, headings[block->depth > 2 ? 2 : block->depth - 1], block->text);
        break;
    case BLOCK_PARAGRAPH:
        write_paragraph(page, block);
        break;
    case BLOCK_ITEM:
        add(page, i == 0 || !document_is_item(document, i - 1) ? "<ul>\n" : "");
        add_element(page, "li", block->text);
        add(page, document_is_item(document, i + 1) ? "" : "</ul>\n");
        break;
    case BLOCK_TABLE:
        write_table(page, block->table);
        break;
    case BLOCK_FIGURE:
        write_figure(page, block->figure);
        break;
    case BLOCK_FOLD:
        add(page, "<details>\n");
        add_element(page, "summary", block->text);
        break;
    case BLOCK_FOLD_END:
        add(page, "</details>\n");
        break;
    }
}

static struct text title_of(const struct document *document)
{
    for (size_t i = 0; i < document->count; i++)
        if (document->blocks[i].kind == BLOCK_HEADING)
            return document->blocks[i].text;
    return text_of("ashiftstat");
}

struct text document_html(struct arena *arena, const struct document *document, enum theme theme,
                          const struct html_figure *figures, size_t figure_count)
{
    struct page page = {{.arena = arena}, figures, figure_count};
    add(&page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
               "style-src 'unsafe-inline'\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta name=\"generator\" content=\"ashiftstat " ASHIFTSTAT_VERSION "\">\n<title>");
    add_text(&page, line_shorten(arena, line_clean(arena, title_of(document)), TITLE_COLUMNS));
    add(&page, "</title>\n");
    add_style(&page, theme);
    add(&page, "</head>\n<body>\n<main>\n");
    for (size_t i = 0; i < document->count; i++)
        write_block(&page, document, i);
    add(&page, "</main>\n</body>\n</html>\n");
    return text_built(&page.out);
}
