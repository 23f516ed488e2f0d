#include "ingest/text_lines.h"

struct text_lines text_lines_of(struct arena *arena, struct text text)
{
    struct text_lines lines = {.count = 0};
    struct text rest = text, line;
    size_t count = 0;
    while (text_next_line(&rest, &line))
        count++;
    lines.items = arena_take_array(arena, count, sizeof *lines.items);
    for (rest = text; text_next_line(&rest, &line);)
        lines.items[lines.count++] = line;
    return lines;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

struct text text_folded(struct arena *arena, struct text text)
{
    struct text_builder builder = {.arena = arena};
    text = text_trim(text);
    for (size_t i = 0; i < text.size; i++) {
        if (!is_blank(text.data[i]))
            text_add(&builder, text_slice(text, i, i + 1));
        else if (!is_blank(text.data[i - 1]))
            text_add_string(&builder, " ");
    }
    return text_built(&builder);
}

size_t text_count_words(struct text text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += !is_blank(text.data[i]) && (i == 0 || is_blank(text.data[i - 1]));
    return count;
}

bool text_is_rule(struct text line, char character)
{
    line = text_trim(line);
    for (size_t i = 0; i < line.size; i++)
        if (line.data[i] != character && line.data[i] != ' ')
            return false;
    return line.size >= 3;
}
