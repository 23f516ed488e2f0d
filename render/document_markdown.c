#include "render/document_markdown.h"

#include "render/markdown.h"

static void write_paragraph(struct text_builder *out, const struct block *block)
{
    struct text_builder paragraph = {.arena = out->arena};
    if (block->strong.size > 0) {
        text_add_string(&paragraph, "**");
        text_add(&paragraph, markdown_escape(out->arena, block->strong));
        text_add_string(&paragraph, block->text.size > 0 ? "** " : "**");
    }
    text_add(&paragraph, markdown_escape(out->arena, block->text));
    markdown_paragraph(out, text_built(&paragraph));
}

/* Letter by letter; what would end the code span, or the cell, is escaped as other texts are. */
static struct text code_words(struct arena *arena, struct text text)
{
    static const char *const ends[] = {"`", "|", "\\", "\n", "\r"};
    bool plain = text.size > 0 && text_trim(text).size == text.size;
    for (size_t i = 0; i < sizeof ends / sizeof *ends && plain; i++)
        plain = text_find(text, ends[i], 0) == text.size;
    return plain ? text_format(arena, "`%.*s`", (int)text.size, text.data)
                 : markdown_escape(arena, text);
}

static struct text cell_words(struct arena *arena, const struct table_cell *cell)
{
    struct text_builder out = {.arena = arena};
    if (cell->code && cell->line_count > 0)
        return code_words(arena, cell->lines[0]);
    for (size_t i = 0; i < cell->line_count; i++) {
        text_add_string(&out, i == 0 ? "" : "<br>");
        text_add(&out, markdown_escape(arena, cell->lines[i]));
    }
    return text_built(&out);
}

static void write_table(struct text_builder *out, const struct document_table *table)
{
    struct markdown_table rows =
        markdown_table_begin(out, table->headers, table->columns, table->column_count);
    for (size_t i = 0; i < table->cell_count; i++)
        markdown_cell_raw(&rows, cell_words(out->arena, &table->cells[i]));
    markdown_table_end(&rows);
}

static void write_block(struct text_builder *out, const struct document *document, size_t i)
{
    const struct block *block = &document->blocks[i];
    struct text text = markdown_escape(out->arena, block->text);
    switch (block->kind) {
    case BLOCK_HEADING:
        markdown_heading(out, block->depth, text);
        break;
    case BLOCK_PARAGRAPH:
        write_paragraph(out, block);
        break;
    case BLOCK_ITEM:
        markdown_item(out, text);
        if (!document_is_item(document, i + 1))
            text_add_string(out, "\n");
        break;
    case BLOCK_TABLE:
        write_table(out, block->table);
        break;
    case BLOCK_FIGURE:
        markdown_paragraph(out,
                           text_format(out->arena, "![%.*s](%.*s.png)", (int)text.size, text.data,
                                       (int)block->figure.size, block->figure.data));
        break;
    case BLOCK_FOLD:
        text_add_format(out, "<details><summary>%.*s</summary>\n\n", (int)text.size, text.data);
        break;
    case BLOCK_FOLD_END:
        text_add_string(out, "</details>\n\n");
        break;
    }
}

struct text document_markdown(struct arena *arena, const struct document *document)
{
    struct text_builder out = {.arena = arena};
    for (size_t i = 0; i < document->count; i++)
        write_block(&out, document, i);
    text_end_once(&out);
    return text_built(&out);
}
