#include "ingest/json_stated.h"

#include "ingest/json_place.h"
#include "model/configuration.h"
#include "model/number.h"

static bool is_one_of(struct text name, const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++)
        if (text_is_ignoring_case(name, words[i]))
            return true;
    return false;
}

/* The value without quotes; empty for what is no short scalar. */
static struct text scalar(struct json_place value)
{
    struct text written = json_place_written(value);
    if (written.size == 0 || written.data[0] == '{' || written.data[0] == '[')
        return (struct text){NULL, 0};
    if (written.data[0] != '"')
        return written;
    struct text inner = text_slice(written, 1, written.size - 1);
    return text_find(inner, "\\", 0) < inner.size ? (struct text){NULL, 0} : text_trim(inner);
}

static void add_member(struct text_builder *words, struct text name, struct text value)
{
    static const char *const names[] = {"name",          "label",   "title", "config",
                                        "configuration", "setting", "setup", NULL};
    static const char *const runs[] = {"run", "iteration", "repetition", "pass", NULL};
    bool factor = is_one_of(name, known_factors), run = is_one_of(name, runs);
    if (value.size == 0 || (!factor && !run && !is_one_of(name, names)))
        return;
    const char *before = words->size > 0 ? " | " : "";
    if (factor)
        text_add_format(words, "%s%.*s=%.*s", before, (int)name.size, name.data, (int)value.size,
                        value.data);
    else if (!run)
        text_add_format(words, "%s%.*s", before, (int)value.size, value.data);
    else if (text_is_digit(value.data[0]))
        text_add_format(words, "%srun %.*s", before, (int)value.size, value.data);
}

/* "global options", "job options": what fio was told, not what was under test. */
static bool is_options(struct text key)
{
    return text_find_ignoring_case(key, "option", 0) < key.size;
}

/* An object without objects, lists or fio's results in it. */
static bool is_plain(struct json_place object)
{
    struct json_walk walk = json_walk_into(object);
    struct text name;
    struct json_place value;
    while (json_walk_next(&walk, &name, &value)) {
        char c = value.text.data[value.at];
        if (c == '{' || c == '[' || text_is(name, "fio version"))
            return false;
    }
    return true;
}

static void add_members(struct text_builder *words, struct json_place object, bool deeper)
{
    struct json_walk walk = json_walk_into(object);
    struct text name;
    struct json_place value;
    while (json_walk_next(&walk, &name, &value)) {
        bool container = value.text.data[value.at] == '{';
        if (!container)
            add_member(words, name, scalar(value));
        else if (deeper && !is_options(name) && is_plain(value))
            add_members(words, value, false);
    }
}

struct text json_stated_around(struct arena *arena, struct text text, size_t open)
{
    struct text_builder words = {.arena = arena};
    if (open < text.size && text.data[open] == '{')
        add_members(&words, (struct json_place){.text = text, .at = open}, true);
    return text_built(&words);
}

struct text json_stated_by(struct arena *arena, const struct json *object)
{
    struct text_builder words = {.arena = arena};
    for (const struct json *member = json_first(object); member; member = json_next(member)) {
        double number;
        char written[32];
        struct text value = json_string_value(member);
        if (json_number(member, &number)) {
            number_write(number, written);
            value = text_of(written);
        }
        add_member(&words, json_name(member), value);
    }
    return text_built(&words);
}
