#include "ingest/passage.h"

#include <string.h>

struct passage_cutter passage_cutter_of(struct arena *arena, struct text path, struct text page)
{
    return (struct passage_cutter){
        .arena = arena, .path = path, .page = page, .rest = page, .line = 1};
}

enum line_kind { LINE_BLANK, LINE_PIPE, LINE_BRACE, LINE_OTHER };

static enum line_kind kind_of(struct text line)
{
    line = text_trim(line);
    if (line.size == 0)
        return LINE_BLANK;
    if (line.data[0] == '{')
        return LINE_BRACE;
    size_t pipes = 0;
    for (size_t i = 0; i < line.size; i++)
        pipes += line.data[i] == '|';
    return pipes >= 2 ? LINE_PIPE : LINE_OTHER;
}

/* Size of the bracketed text at the start of `text`, strings respected; all of it when it never
 * closes. */
static size_t bracketed_size(struct text text)
{
    size_t depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (quoted) {
            i += c == '\\';
            quoted = c != '"';
            continue;
        }
        quoted = c == '"';
        depth += c == '{' || c == '[';
        if ((c == '}' || c == ']') && --depth == 0)
            return i + 1;
    }
    return text.size;
}

static bool is_sentence(struct text line)
{
    return line.size > 100 || strchr(".,;:!?", line.data[line.size - 1]) != NULL;
}

/* Remembers a heading: by its number of "#" where it has some, else as the lowest level. */
static void keep_heading(struct passage_cutter *cutter, struct text line)
{
    size_t level = 0;
    line = text_trim(line);
    while (level < line.size && line.data[level] == '#')
        level++;
    if (level == 0 && is_sentence(line))
        return;
    size_t slot = level == 0 ? 2 : level > 2 ? 2 : level - 1;
    cutter->headings[slot] = text_trim(text_slice(line, level, line.size));
    for (size_t i = slot + 1; i < 3; i++)
        cutter->headings[i] = (struct text){NULL, 0};
}

static struct text joined_headings(const struct passage_cutter *cutter)
{
    struct text_builder builder = {.arena = cutter->arena};
    for (size_t i = 0; i < 3; i++) {
        if (cutter->headings[i].size == 0)
            continue;
        if (builder.size > 0)
            text_add_string(&builder, " | ");
        text_add(&builder, cutter->headings[i]);
    }
    return text_built(&builder);
}

/* Lines of one kind from the start of `rest`; headings among other lines are kept. */
static size_t take_lines(struct passage_cutter *cutter, enum line_kind kind)
{
    struct text rest = cutter->rest, line;
    size_t taken = 0;
    while (text_next_line(&rest, &line) && kind_of(line) == kind) {
        if (kind == LINE_OTHER)
            keep_heading(cutter, line);
        taken = cutter->rest.size - rest.size;
    }
    return taken;
}

static void move_on(struct passage_cutter *cutter, size_t size)
{
    cutter->line = input_line_at(cutter->rest, size, cutter->line);
    cutter->rest = text_slice(cutter->rest, size, cutter->rest.size);
}

bool passage_next(struct passage_cutter *cutter, struct input *passage)
{
    struct text rest, line;
    for (rest = cutter->rest; text_next_line(&rest, &line) && kind_of(line) == LINE_BLANK;)
        move_on(cutter, cutter->rest.size - rest.size);
    if (cutter->rest.size == 0)
        return false;
    enum line_kind kind = kind_of(line);
    struct text headings = joined_headings(cutter);
    size_t size = kind == LINE_BRACE ? bracketed_size(cutter->rest) : take_lines(cutter, kind);
    *passage = (struct input){.path = cutter->path,
                              .text = text_slice(cutter->rest, 0, size),
                              .first_line = cutter->line,
                              .page = cutter->page,
                              .headings = headings};
    move_on(cutter, size);
    return true;
}
