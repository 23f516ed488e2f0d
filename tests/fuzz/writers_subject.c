/* Markdown is read by cmark-gfm, HTML and SVG by libxml2: readers that know nothing of the writers.
 */
#include "render/document_html.h"
#include "render/document_markdown.h"
#include "render/paint_svg.h"
#include "subjects.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A document with the text in every place that can hold one. */
static struct document document_with(struct arena *arena, struct text text)
{
    static const char *const headers[] = {"test", "finding"};
    static const enum column columns[] = {COLUMN_LEFT, COLUMN_RIGHT};
    struct document document = {.arena = arena};
    document_heading(&document, 1, text_of("Report"));
    document_heading(&document, 2, text);
    document_paragraph(&document, text);
    document_paragraph_strong(&document, text, text);
    document_item(&document, text);
    document_item(&document, text_format(arena, "run %.*s", (int)text.size, text.data));
    struct document_table *table =
        document_table(&document, text_of("Results"), headers, columns, 2);
    table_cell(table, text);
    table_cell(table, text_of("12 is faster"));
    table_cell(table, text_of("a"));
    table_code(table, text);
    document_fold(&document, text);
    document_paragraph(&document, text);
    document_fold_end(&document);
    return document;
}

/* --- Markdown --- */

/* The kinds of nodes in their order; neighbouring texts count as one, and breaks of lines as text.
 */
static struct text markdown_shape(struct arena *arena, struct text markdown)
{
    static const char *const extensions[] = {"table", "autolink", "strikethrough", "tasklist",
                                             "tagfilter"};
    struct text_builder shape = {.arena = arena};
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT | CMARK_OPT_FOOTNOTES);
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(extensions[i]));
    cmark_parser_feed(parser, markdown.data, markdown.size);
    cmark_node *root = cmark_parser_finish(parser);
    cmark_iter *iterator = cmark_iter_new(root);
    bool in_text = false;
    for (cmark_event_type event; (event = cmark_iter_next(iterator)) != CMARK_EVENT_DONE;) {
        const char *kind = cmark_node_get_type_string(cmark_iter_get_node(iterator));
        bool text = strcmp(kind, "text") == 0 || strcmp(kind, "code") == 0 ||
                    strcmp(kind, "softbreak") == 0;
        if (!text || !in_text)
            text_add_format(&shape, "%s%s ", event == CMARK_EVENT_EXIT ? "/" : "",
                            text ? "text" : kind);
        in_text = text;
    }
    cmark_iter_free(iterator);
    cmark_node_free(root);
    cmark_parser_free(parser);
    return text_built(&shape);
}

/* --- HTML and SVG --- */

static void add_elements(struct text_builder *shape, const xmlNode *node)
{
    for (; node != NULL; node = node->next) {
        if (node->type != XML_ELEMENT_NODE)
            continue;
        text_add_format(shape, "<%s", (const char *)node->name);
        for (const xmlAttr *attribute = node->properties; attribute; attribute = attribute->next)
            if (strcmp((const char *)attribute->name, "class") != 0) /* short cells have one */
                text_add_format(shape, " %s", (const char *)attribute->name);
        text_add_string(shape, ">");
        add_elements(shape, node->children);
        text_add_string(shape, "</>");
    }
}

static struct text html_shape(struct arena *arena, struct text html)
{
    struct text_builder shape = {.arena = arena};
    xmlDoc *page = htmlReadMemory(html.data, (int)html.size, NULL, "UTF-8",
                                  HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    if (page != NULL)
        add_elements(&shape, xmlDocGetRootElement(page));
    xmlFreeDoc(page);
    return text_built(&shape);
}

/* Empty when it is not well-formed XML. */
static struct text svg_shape(struct arena *arena, struct text svg)
{
    struct text_builder shape = {.arena = arena};
    xmlDoc *picture = xmlReadMemory(svg.data, (int)svg.size, NULL, NULL,
                                    XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET);
    if (picture != NULL)
        add_elements(&shape, xmlDocGetRootElement(picture));
    xmlFreeDoc(picture);
    return text_built(&shape);
}

static struct text svg_with(struct arena *arena, struct text text)
{
    struct scene *scene = scene_create(arena, 400);
    scene->title = scene->description = text;
    (void)scene_text(scene, ROLE_INK, 18, (struct point){10, 30}, text);
    scene_set_height(scene, 60);
    return paint_svg(arena, scene, "chart", THEME_AUTO);
}

/* --- */

static void hold_same(const char *writer, struct text shape, struct text plain, struct text written)
{
    if (text_equal(shape, plain) && shape.size > 0)
        return;
    (void)fprintf(stderr, "%s has other elements with this name:\n%.*s\n%.*s\nin\n%.*s\n", writer,
                  (int)plain.size, plain.data, (int)shape.size, shape.data, (int)written.size,
                  written.data);
    abort();
}

void feed_writers(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_create();
    /* texts are cleaned where they are read: no control characters, good UTF-8 */
    struct text text = text_trim(text_clean(arena, (struct text){(const char *)data, size}));
    struct text plain = text_of("name");
    if (text.size > 0) {
        struct document document = document_with(arena, text), usual = document_with(arena, plain);
        struct text markdown = document_markdown(arena, &document);
        hold_same("Markdown", markdown_shape(arena, markdown),
                  markdown_shape(arena, document_markdown(arena, &usual)), markdown);
        struct text html = document_html(arena, &document, THEME_AUTO, NULL, 0);
        hold_same("HTML", html_shape(arena, html),
                  html_shape(arena, document_html(arena, &usual, THEME_AUTO, NULL, 0)), html);
        struct text svg = svg_with(arena, text);
        hold_same("SVG", svg_shape(arena, svg), svg_shape(arena, svg_with(arena, plain)), svg);
    }
    arena_free(arena);
}
