#include "ingest/plain_text.h"

#include "ingest/input.h"

#include <string.h>

/* Size of the escape sequence at the start (ECMA-48: CSI, OSC; ECMA-35: "\x1b(B" and the like, two
   bytes), 0 when there is none. */
static size_t escape_size(struct text text)
{
    if (text.size < 2 || text.data[0] != '\x1b')
        return text.size == 1 && text.data[0] == '\x1b';
    size_t i = 2;
    if (text.data[1] == '[') {
        while (i < text.size && (text.data[i] < '@' || text.data[i] > '~'))
            i++;
        return i < text.size ? i + 1 : i;
    }
    if (text.data[1] == ']') {
        while (i < text.size && text.data[i] != '\a' && text.data[i] != '\n')
            i++;
        return i;
    }
    for (i = 1; i < text.size && text.data[i] >= ' ' && text.data[i] <= '/'; i++)
        ;
    return i < text.size ? i + 1 : i;
}

/* Share of the non-empty lines that begin with `mark`, in percent. */
static size_t share_of_lines(struct text text, char mark)
{
    struct text line;
    size_t lines = 0, marked = 0;
    while (text_next_line(&text, &line)) {
        line = text_trim(line);
        lines += line.size > 0;
        marked += line.size > 0 && line.data[0] == mark;
    }
    return lines == 0 ? 0 : marked * 100 / lines;
}

/* True when a line begins with ">", a blank before it or not. */
static bool has_marked_line(struct text text)
{
    for (size_t at = 0; (at = text_find(text, ">", at)) < text.size; at++) {
        size_t before = at > 0 && text.data[at - 1] == ' ' ? at - 1 : at;
        if (before == 0 || text.data[before - 1] == '\n')
            return true;
    }
    return false;
}

/* Without the quotation marks of a mail ("> > ") at the start of the line. */
static struct text without_quotation(struct text line)
{
    for (;;) {
        size_t i = 0;
        while (i < line.size && line.data[i] == ' ' && i < 3)
            i++;
        if (i == line.size || line.data[i] != '>')
            return line;
        line = text_slice(line, i + 1, line.size);
        if (line.size > 0 && line.data[0] == ' ')
            line = text_slice(line, 1, line.size);
    }
}

static const struct {
    const char *name, *text;
} entities[] = {{"&amp;", "&"},
                {"&lt;", "<"},
                {"&gt;", ">"},
                {"&quot;", "\""},
                {"&#39;", "'"},
                {"&apos;", "'"},
                {"&nbsp;", " "},
                {"&#160;", " "},
                {"&#x27;", "'"},
                {"&#34;", "\""},
                {"&thinsp;", " "},
                {"&micro;", "\xc2\xb5"},
                {"&#181;", "\xc2\xb5"},
                {"&plusmn;", "\xc2\xb1"},
                {"&ndash;", "\xe2\x80\x93"},
                {"&minus;", "\xe2\x88\x92"}};

static size_t add_entity(struct text_builder *builder, struct text rest)
{
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++) {
        if (!text_starts_with(rest, entities[i].name))
            continue;
        text_add_string(builder, entities[i].text);
        return strlen(entities[i].name);
    }
    return 0;
}

/* What a line shows after all carriage returns in it: the last non-empty stretch. */
static struct text last_state(struct text line)
{
    struct text state = line, piece;
    for (struct text rest = line; text_next_piece(&rest, '\r', &piece);)
        if (text_trim(piece).size > 0)
            state = piece;
    return state;
}

static void add_line(struct text_builder *builder, struct text line, bool quoted, bool decode)
{
    if (quoted)
        line = without_quotation(line);
    line = last_state(line);
    for (size_t i = 0; i < line.size;) {
        struct text rest = text_slice(line, i, line.size);
        size_t skipped = escape_size(rest);
        if (skipped == 0 && decode && rest.data[0] == '&')
            skipped = add_entity(builder, rest);
        if (skipped == 0) {
            text_add(builder, text_slice(rest, 0, 1));
            skipped = 1;
        }
        i += skipped;
    }
}

static bool is_html(struct text text)
{
    return text_find_ignoring_case(text, "<html", 0) < text.size ||
           text_find_ignoring_case(text, "<table", 0) < text.size ||
           text_find_ignoring_case(text, "<body", 0) < text.size;
}

static bool has_overwritten_line(struct text text)
{
    for (size_t at = 0; (at = text_find(text, "\r", at)) < text.size; at++)
        if (at + 1 < text.size && text.data[at + 1] != '\n')
            return true;
    return false;
}

struct text plain_text(struct arena *arena, struct text text)
{
    bool quoted = has_marked_line(text) && share_of_lines(text, '>') > 50;
    bool decode = text_find(text, "&", 0) < text.size && !is_html(text);
    bool escapes = text_find(text, "\x1b", 0) < text.size;
    if (!quoted && !decode && !escapes && !has_overwritten_line(text))
        return text;
    struct text_builder builder = {.arena = arena};
    struct text rest = text, line;
    for (size_t left = rest.size; text_next_line(&rest, &line); left = rest.size) {
        add_line(&builder, line, quoted, decode);
        if (left - rest.size > line.size) /* the last line may be cut */
            text_add_string(&builder, "\n");
    }
    return text_built(&builder);
}

struct text plain_text_without(struct arena *arena, struct text text,
                               const struct claim_of_lines *claims, size_t first, size_t end)
{
    if (first == end)
        return text;
    unsigned lines = input_line_at(text, text.size, text_ends_with(text, "\n") ? 0 : 1);
    unsigned left = lines; /* not claimed */
    bool *claimed = arena_take_array(arena, (size_t)lines + 1, sizeof *claimed);
    for (size_t i = first; i < end; i++)
        for (unsigned number = claims[i].first; number <= claims[i].last && number <= lines;
             number++) {
            left -= !claimed[number];
            claimed[number] = true;
        }
    struct text_builder builder = {.arena = arena};
    struct text rest = text, line;
    for (unsigned number = 1; rest.size > 0 && left > 0; number++) {
        struct text before = rest;
        (void)text_next_line(&rest, &line);
        if (claimed[number])
            text_add_string(&builder, "\n");
        else
            text_add(&builder, text_slice(before, 0, before.size - rest.size));
        left -= !claimed[number];
    }
    return text_built(&builder);
}
