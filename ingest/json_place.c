#include "ingest/json_place.h"

#include <string.h>

static size_t skip_blanks(struct text text, size_t i)
{
    while (i < text.size && (text.data[i] == ' ' || text.data[i] == '\n' || text.data[i] == '\r' ||
                             text.data[i] == '\t'))
        i++;
    return i;
}

/* Behind the string whose opening quote is at `i`. */
static size_t skip_string(struct text text, size_t i)
{
    for (i++; i < text.size && text.data[i] != '"'; i++)
        i += text.data[i] == '\\';
    return i < text.size ? i + 1 : text.size;
}

/* Behind the object or array whose opening bracket is at `i`. Long runs of blanks stand where bins
   were, behind their brace. */
static size_t skip_container(struct text text, size_t i)
{
    static const char blanks[16] = "                ";
    static const bool marks[256] = {
        ['"'] = true, ['{'] = true, ['['] = true, ['}'] = true, [']'] = true};
    size_t depth = 0;
    for (;;) {
        while (i < text.size && !marks[(unsigned char)text.data[i]])
            i++;
        if (i == text.size)
            return i;
        char c = text.data[i];
        if (c == '"') {
            i = skip_string(text, i);
            continue;
        }
        i++;
        if (c == '{' || c == '[')
            depth++;
        else if (--depth == 0)
            return i;
        while (c == '{' && text.size - i >= sizeof blanks &&
               memcmp(text.data + i, blanks, sizeof blanks) == 0)
            i += sizeof blanks;
    }
}

static size_t skip_value(struct text text, size_t i)
{
    if (i < text.size && text.data[i] == '"')
        return skip_string(text, i);
    if (i < text.size && (text.data[i] == '{' || text.data[i] == '['))
        return skip_container(text, i);
    while (i < text.size && text.data[i] > ' ' && text.data[i] != ',' && text.data[i] != '}' &&
           text.data[i] != ']')
        i++;
    return i;
}

unsigned json_place_line(struct json_place place)
{
    return line_index_at(place.lines, place.base + place.at);
}

struct text json_place_written(struct json_place place)
{
    enum { LONGEST = 40 };
    struct text written = text_slice(place.text, place.at, skip_value(place.text, place.at));
    return written.size > LONGEST ? (struct text){NULL, 0} : written;
}

struct json_walk json_walk_into(struct json_place container)
{
    struct json_walk walk = {.next = container};
    bool is_container =
        container.at < container.text.size &&
        (container.text.data[container.at] == '{' || container.text.data[container.at] == '[');
    walk.next.at = is_container ? container.at + 1 : container.text.size;
    return walk;
}

bool json_walk_next(struct json_walk *walk, struct text *name, struct json_place *value)
{
    struct text text = walk->next.text;
    size_t i = walk->begun ? skip_value(text, walk->next.at) : walk->next.at;
    if (walk->begun && i == walk->next.at) /* no value: the walk ends */
        i = text.size;
    *name = (struct text){NULL, 0};
    i = skip_blanks(text, i);
    if (i < text.size && text.data[i] == ',')
        i = skip_blanks(text, i + 1);
    if (i == text.size || text.data[i] == '}' || text.data[i] == ']')
        return false;
    if (text.data[i] == '"') {
        size_t end = skip_string(text, i), colon = skip_blanks(text, end);
        if (colon < text.size && text.data[colon] == ':') {
            *name = text_slice(text, i + 1, end - 1);
            i = skip_blanks(text, colon + 1);
        }
    }
    if (i == text.size) /* cut behind the colon */
        return false;
    walk->begun = true;
    walk->next.at = i;
    *value = walk->next;
    return true;
}

bool json_place_member(struct json_place object, const char *name, struct json_place *value)
{
    struct json_walk walk = json_walk_into(object);
    struct text own;
    while (json_walk_next(&walk, &own, value))
        if (text_is(own, name))
            return true;
    return false;
}
