#include "render/document.h"

static struct block *add(struct document *document, struct block block)
{
    document->blocks = arena_grow(document->arena, document->blocks, document->count,
                                  &document->capacity, sizeof block);
    document->blocks[document->count] = block;
    return &document->blocks[document->count++];
}

void document_heading(struct document *document, unsigned depth, struct text text)
{
    add(document, (struct block){.kind = BLOCK_HEADING, .depth = depth, .text = text});
}

void document_paragraph(struct document *document, struct text text)
{
    add(document, (struct block){.kind = BLOCK_PARAGRAPH, .text = text});
}

void document_paragraph_strong(struct document *document, struct text strong, struct text text)
{
    add(document, (struct block){.kind = BLOCK_PARAGRAPH, .strong = strong, .text = text});
}

void document_item(struct document *document, struct text text)
{
    add(document, (struct block){.kind = BLOCK_ITEM, .text = text});
}

void document_figure(struct document *document, struct text name, struct text shown)
{
    add(document, (struct block){.kind = BLOCK_FIGURE, .text = shown, .figure = name});
}

void document_fold(struct document *document, struct text summary)
{
    add(document, (struct block){.kind = BLOCK_FOLD, .text = summary});
}

void document_fold_end(struct document *document)
{
    add(document, (struct block){.kind = BLOCK_FOLD_END});
}

struct document_table *document_table(struct document *document, struct text caption,
                                      const char *const *headers, const enum column *columns,
                                      size_t count)
{
    struct document_table *table = arena_take(document->arena, sizeof *table);
    table->arena = document->arena;
    table->caption = caption;
    table->headers = headers;
    table->columns = columns;
    table->column_count = count;
    add(document, (struct block){.kind = BLOCK_TABLE, .table = table});
    return table;
}

void table_lines(struct document_table *table, const struct text *lines, size_t count)
{
    table->cells = arena_grow(table->arena, table->cells, table->cell_count, &table->capacity,
                              sizeof *table->cells);
    table->cells[table->cell_count++] = (struct table_cell){lines, count, false};
}

void table_cell(struct document_table *table, struct text text)
{
    struct text *line = arena_take(table->arena, sizeof *line);
    *line = text;
    table_lines(table, line, 1);
}

void table_code(struct document_table *table, struct text text)
{
    table_cell(table, text);
    table->cells[table->cell_count - 1].code = true;
}

bool document_is_item(const struct document *document, size_t i)
{
    return i < document->count && document->blocks[i].kind == BLOCK_ITEM;
}
