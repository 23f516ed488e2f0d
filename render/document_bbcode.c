/* BBCode has no escapes that all forums know: a zero-width space, which is not seen, keeps text
   from becoming a tag behind each '[', and from becoming a link behind "https:", "www" and '@'. */
#include "render/document_bbcode.h"

#include "render/line.h"

static void add(struct text_builder *out, const char *string)
{
    text_add_string(out, string);
}

/* The text up to `end` must not stand before what follows it. */
static bool is_broken_at(struct text text, size_t end)
{
    struct text rest = text_slice(text, end, text.size);
    char last = text.data[end - 1];
    if (last == '[' || last == '@')
        return true;
    if (last == ':' && text_starts_with(rest, "//"))
        return true;
    return end >= 3 && text_starts_with(rest, ".") &&
           text_find_ignoring_case(text_slice(text, end - 3, end), "www", 0) == 0;
}

static void add_text(struct text_builder *out, struct text text)
{
    text = line_clean(out->arena, text);
    for (size_t i = 0; i < text.size; i++) {
        text_add(out, text_slice(text, i, i + 1));
        if (is_broken_at(text, i + 1))
            add(out, "\xe2\x80\x8b");
    }
}

static void add_bold(struct text_builder *out, struct text text)
{
    add(out, "[b]");
    add_text(out, text);
    add(out, "[/b]");
}

static void write_table(struct text_builder *out, const struct document_table *table)
{
    add(out, "[table]\n[tr]");
    for (size_t i = 0; i < table->column_count; i++) {
        add(out, "[td]");
        add_bold(out, text_of(table->headers[i]));
        add(out, "[/td]");
    }
    add(out, "[/tr]\n");
    for (size_t i = 0; i < table->cell_count; i++) {
        const struct table_cell *cell = &table->cells[i];
        add(out, i % table->column_count == 0 ? "[tr][td]" : "[td]");
        for (size_t k = 0; k < cell->line_count; k++) {
            add(out, k == 0 ? "" : "\n");
            add_text(out, cell->lines[k]);
        }
        add(out, (i + 1) % table->column_count == 0 ? "[/td][/tr]\n" : "[/td]");
    }
    add(out, "[/table]\n");
}

static void write_block(struct text_builder *out, const struct document *document, size_t i)
{
    const struct block *block = &document->blocks[i];
    switch (block->kind) {
    case BLOCK_HEADING:
    case BLOCK_FOLD:
        add_bold(out, block->text);
        add(out, "\n\n");
        break;
    case BLOCK_PARAGRAPH:
        if (block->strong.size > 0)
            add_bold(out, block->strong);
        add(out, block->strong.size > 0 && block->text.size > 0 ? " " : "");
        add_text(out, block->text);
        add(out, "\n\n");
        break;
    case BLOCK_ITEM:
        add(out, i == 0 || !document_is_item(document, i - 1) ? "[list]\n[*]" : "[*]");
        add_text(out, block->text);
        add(out, document_is_item(document, i + 1) ? "\n" : "\n[/list]\n\n");
        break;
    case BLOCK_TABLE:
        write_table(out, block->table);
        break;
    case BLOCK_FIGURE:
    case BLOCK_FOLD_END:
        break;
    }
}

struct text document_bbcode(struct arena *arena, const struct document *document)
{
    struct text_builder out = {.arena = arena};
    for (size_t i = 0; i < document->count; i++)
        write_block(&out, document, i);
    text_end_once(&out);
    return text_built(&out);
}
