/* HTML by libxml2's push parser; the only file that knows it. Its tree loses line numbers beyond
   65,535 and gives text the line where it ends, so elements and text are taken as they come: an
   element's line is exact, and line ends in text are counted from there. The text is UTF-8 already,
   whatever the page says of itself. Broken pages are read as browsers do. Reference: libxml2,
   HTMLparser.h. */
#include "ingest/html_document.h"

#include "ingest/text_lines.h"
#include "model/number.h"
#include "model/part.h"

#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <stdint.h>
#include <string.h>

enum { MOST_SPAN = 200, LONGEST_CELL = 200, CHUNK = 1 << 16 };

enum element_kind {
    ELEMENT_OTHER,
    ELEMENT_SKIPPED, /* its text is not shown */
    ELEMENT_BLOCK,   /* begins and ends a line */
    ELEMENT_HEADING,
    ELEMENT_PREFORMATTED,
    ELEMENT_TABLE,
    ELEMENT_ROW,
    ELEMENT_CELL,
    ELEMENT_HEAD, /* <thead> */
    ELEMENT_CAPTION,
};

static const struct {
    const char *name;
    enum element_kind kind;
} elements[] = {{"script", ELEMENT_SKIPPED},
                {"style", ELEMENT_SKIPPED},
                {"title", ELEMENT_SKIPPED},
                {"noscript", ELEMENT_SKIPPED},
                {"p", ELEMENT_BLOCK},
                {"div", ELEMENT_BLOCK},
                {"br", ELEMENT_BLOCK},
                {"hr", ELEMENT_BLOCK},
                {"li", ELEMENT_BLOCK},
                {"ul", ELEMENT_BLOCK},
                {"ol", ELEMENT_BLOCK},
                {"dt", ELEMENT_BLOCK},
                {"dd", ELEMENT_BLOCK},
                {"section", ELEMENT_BLOCK},
                {"article", ELEMENT_BLOCK},
                {"header", ELEMENT_BLOCK},
                {"footer", ELEMENT_BLOCK},
                {"blockquote", ELEMENT_BLOCK},
                {"figure", ELEMENT_BLOCK},
                {"figcaption", ELEMENT_BLOCK},
                {"option", ELEMENT_BLOCK},
                {"h1", ELEMENT_HEADING},
                {"h2", ELEMENT_HEADING},
                {"h3", ELEMENT_HEADING},
                {"h4", ELEMENT_HEADING},
                {"h5", ELEMENT_HEADING},
                {"h6", ELEMENT_HEADING},
                {"pre", ELEMENT_PREFORMATTED},
                {"textarea", ELEMENT_PREFORMATTED},
                {"table", ELEMENT_TABLE},
                {"tr", ELEMENT_ROW},
                {"td", ELEMENT_CELL},
                {"th", ELEMENT_CELL},
                {"thead", ELEMENT_HEAD},
                {"caption", ELEMENT_CAPTION}};

struct html_parser {
    struct html_document document;
    htmlParserCtxtPtr context;
    unsigned first_line;
    unsigned line; /* of the source, where reading stands */
    struct text_builder text;
    unsigned text_line;
    size_t skipped, preformatted, head; /* elements of the kind that are open */
    bool at_tag;                        /* a tag stood behind the last character */
    unsigned heading;                   /* level of the open heading; 0: none */
    struct html_table *table;           /* innermost open table */
    bool in_cell, in_caption;
};

static enum element_kind kind_of(const xmlChar *name)
{
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (strcmp((const char *)name, elements[i].name) == 0)
            return elements[i].kind;
    return ELEMENT_OTHER;
}

static struct html_cell *open_cell(const struct html_parser *parser)
{
    const struct html_table *table = parser->table;
    if (!parser->in_cell || table == NULL || table->count == 0)
        return NULL;
    struct html_row *row = &table->rows[table->count - 1];
    return row->count == 0 ? NULL : &row->cells[row->count - 1];
}

static struct text joined(struct arena *arena, struct text first, struct text second)
{
    return first.size == 0 ? second
                           : text_format(arena, "%.*s %.*s", (int)first.size, first.data,
                                         (int)second.size, second.data);
}

/* Ends the line being written, if there is anything in it. */
static void end_line(struct html_parser *parser)
{
    struct html_document *document = &parser->document;
    struct text written = text_built(&parser->text);
    struct text text = parser->preformatted > 0 ? text_copy(document->arena, written)
                                                : text_folded(document->arena, written);
    parser->text.size = 0;
    if (text.size == 0 && parser->preformatted == 0)
        return;
    struct html_cell *cell = open_cell(parser);
    if (cell != NULL && text.size > 0) {
        cell->line = cell->text.size == 0 ? document->count : cell->line;
        cell->text = joined(document->arena, cell->text, text_trim(text));
    }
    if (parser->in_caption && parser->table != NULL)
        parser->table->caption = joined(document->arena, parser->table->caption, text_trim(text));
    if (parser->heading > 0)
        text = text_format(document->arena, "%.*s %.*s", (int)parser->heading, "######",
                           (int)text.size, text.data);
    document->lines = arena_grow(document->arena, document->lines, document->count,
                                 &document->capacity, sizeof *document->lines);
    document->lines[document->count++] = (struct html_line){
        text, parser->text_line, cell != NULL || parser->in_caption ? parser->table : NULL};
}

static unsigned span_of(const xmlChar **attributes, const char *name)
{
    int64_t span = 1;
    for (; attributes != NULL && attributes[0] != NULL; attributes += 2)
        if (strcmp((const char *)attributes[0], name) == 0 && attributes[1] != NULL)
            (void)number_read_integer(text_of((const char *)attributes[1]), &span);
    return span < 1 ? 1 : span > MOST_SPAN ? MOST_SPAN : (unsigned)span;
}

static void begin_table(struct html_parser *parser)
{
    struct html_table *table = arena_take(parser->document.arena, sizeof *table);
    table->parent = parser->table;
    if (parser->table != NULL)
        parser->table->layout = true;
    parser->table = table;
    parser->in_cell = false;
}

static void begin_row(struct html_parser *parser)
{
    struct html_table *table = parser->table;
    parser->in_cell = false;
    if (table == NULL)
        return;
    table->rows = arena_grow(parser->document.arena, table->rows, table->count, &table->capacity,
                             sizeof *table->rows);
    table->rows[table->count++] = (struct html_row){.count = 0};
}

static void begin_cell(struct html_parser *parser, bool heading, const xmlChar **attributes)
{
    if (parser->table == NULL)
        return;
    if (parser->table->count == 0)
        begin_row(parser);
    struct html_row *row = &parser->table->rows[parser->table->count - 1];
    row->cells = arena_grow(parser->document.arena, row->cells, row->count, &row->capacity,
                            sizeof *row->cells);
    row->cells[row->count++] = (struct html_cell){.line = SIZE_MAX,
                                                  .columns = span_of(attributes, "colspan"),
                                                  .rows = span_of(attributes, "rowspan"),
                                                  .heading = heading || parser->head > 0};
    parser->in_cell = true;
}

static void on_start(void *user, const xmlChar *name, const xmlChar **attributes)
{
    struct html_parser *parser = user;
    enum element_kind kind = kind_of(name);
    parser->at_tag = true;
    if (kind != ELEMENT_OTHER)
        end_line(parser);
    parser->line = parser->first_line + (unsigned)xmlSAX2GetLineNumber(parser->context) - 1;
    parser->skipped += kind == ELEMENT_SKIPPED;
    parser->preformatted += kind == ELEMENT_PREFORMATTED;
    parser->head += kind == ELEMENT_HEAD;
    if (kind == ELEMENT_HEADING)
        parser->heading = (unsigned)(name[1] - '0');
    if ((kind == ELEMENT_HEADING || kind == ELEMENT_PREFORMATTED) && open_cell(parser) != NULL)
        parser->table->layout = true;
    if (kind == ELEMENT_TABLE)
        begin_table(parser);
    else if (kind == ELEMENT_ROW)
        begin_row(parser);
    else if (kind == ELEMENT_CELL)
        begin_cell(parser, name[1] == 'h', attributes);
    else if (kind == ELEMENT_CAPTION)
        parser->in_caption = true;
}

static void on_end(void *user, const xmlChar *name)
{
    struct html_parser *parser = user;
    enum element_kind kind = kind_of(name);
    parser->at_tag = true;
    if (kind != ELEMENT_OTHER)
        end_line(parser);
    parser->skipped -= kind == ELEMENT_SKIPPED && parser->skipped > 0;
    parser->preformatted -= kind == ELEMENT_PREFORMATTED && parser->preformatted > 0;
    parser->head -= kind == ELEMENT_HEAD && parser->head > 0;
    if (kind == ELEMENT_HEADING)
        parser->heading = 0;
    if (kind == ELEMENT_CELL || kind == ELEMENT_ROW)
        parser->in_cell = false;
    if (kind == ELEMENT_CAPTION)
        parser->in_caption = false;
    if (kind == ELEMENT_TABLE && parser->table != NULL) {
        parser->table = parser->table->parent;
        parser->in_cell = parser->table != NULL;
    }
}

/* "150<sup>2</sup>" in a cell is no 1502: digits on both sides of a tag are two numbers. */
static void part_numbers(struct html_parser *parser, char next)
{
    size_t size = parser->text.size;
    if (parser->at_tag && size > 0 && open_cell(parser) != NULL && text_is_digit(next) &&
        text_is_digit(parser->text.data[size - 1]))
        text_add_string(&parser->text, "; ");
    parser->at_tag = false;
}

static void on_text(void *user, const xmlChar *text, int size)
{
    struct html_parser *parser = user;
    struct text rest = {(const char *)text, size < 0 ? 0 : (size_t)size};
    for (size_t i = 0; i < rest.size; i++) {
        bool line_end = rest.data[i] == '\n';
        parser->line += line_end;
        if (parser->skipped > 0)
            continue;
        if (line_end && parser->preformatted > 0) {
            parser->text_line = parser->text.size == 0 ? parser->line - 1 : parser->text_line;
            end_line(parser);
            continue;
        }
        bool blank = line_end || rest.data[i] == ' ' || rest.data[i] == '\t';
        if (parser->text.size == 0 && blank && parser->preformatted == 0)
            continue;
        if (parser->text.size == 0)
            parser->text_line = parser->line;
        part_numbers(parser, rest.data[i]);
        text_add(&parser->text, line_end ? text_of(" ") : text_slice(rest, i, i + 1));
    }
}

/* A table is for layout when one of its cells is too long for a value or a label. */
static bool has_long_cell(const struct html_table *table)
{
    for (size_t r = 0; r < table->count; r++)
        for (size_t c = 0; c < table->rows[r].count; c++)
            if (table->rows[r].cells[c].text.size > LONGEST_CELL)
                return true;
    return false;
}

static void free_layout_lines(struct html_document *document)
{
    for (size_t i = 0; i < document->count; i++) {
        struct html_table *table = document->lines[i].table;
        while (table != NULL && (table->layout || has_long_cell(table))) {
            table->layout = true;
            table = table->parent;
        }
        document->lines[i].table = table;
    }
}

static struct html_document read_html(struct arena *arena, struct text text, unsigned first_line)
{
    struct html_parser parser = {.document = {.arena = arena},
                                 .text = {.arena = arena},
                                 .first_line = first_line,
                                 .line = first_line};
    htmlSAXHandler handler = {.startElement = on_start,
                              .endElement = on_end,
                              .characters = on_text,
                              .ignorableWhitespace = on_text};
    parser.context =
        htmlCreatePushParserCtxt(&handler, &parser, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
    if (parser.context == NULL)
        return parser.document;
    (void)htmlCtxtUseOptions(parser.context, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR |
                                                 HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
                                                 HTML_PARSE_IGNORE_ENC);
    while (text.size > 0) {
        struct text chunk = text_slice(text, 0, CHUNK);
        (void)htmlParseChunk(parser.context, chunk.data, (int)chunk.size, 0);
        text = text_slice(text, chunk.size, text.size);
    }
    (void)htmlParseChunk(parser.context, NULL, 0, 1);
    end_line(&parser);
    htmlFreeParserCtxt(parser.context);
    free_layout_lines(&parser.document);
    return parser.document;
}

static const struct html_calls html_calls = {read_html};
PART(html_calls);
