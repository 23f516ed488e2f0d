/* JSON by cJSON; the only file that knows it. cJSON compares names without case by default, keeps
   duplicate keys and walks lists for every lookup, so only its case-sensitive lookup is used and
   arrays are iterated. Its allocator hooks are global: here they take from the arena of the parse
   that this thread is doing. */
#include "ingest/json_document.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static _Thread_local struct arena *parsing_into;

static void *take(size_t size)
{
    return arena_take(parsing_into, size);
}

static void give_back(void *taken)
{
    (void)taken; /* the arena is given back as a whole */
}

void json_prepare(void)
{
    cJSON_Hooks hooks = {take, give_back};
    cJSON_InitHooks(&hooks);
}

static const struct json *wrap(const cJSON *item)
{
    return (const struct json *)item;
}

static const cJSON *unwrap(const struct json *item)
{
    return (const cJSON *)item;
}

static size_t word_at(struct text text, size_t i)
{
    static const char *const words[] = {"-nan", "nan", "-inf", "inf", "+inf", "+nan"};
    struct text rest = text_slice(text, i, text.size);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (text_starts_with_ignoring_case(rest, words[k]))
            return strlen(words[k]);
    return 0;
}

/* A copy of equal length in which bare nan and inf are no numbers any more and a comma before a
   closing bracket is a blank; nothing inside strings is touched. */
static struct text repair(struct arena *arena, struct text text, struct json_repair *repaired)
{
    struct text copy = text_copy(arena, text);
    char *data = (char *)(uintptr_t)copy.data;
    bool quoted = false;
    size_t comma = text.size;
    for (size_t i = 0; i < text.size; i++) {
        char c = data[i];
        if (quoted) {
            if (c == '\\')
                i++;
            else if (c == '"')
                quoted = false;
            continue;
        }
        size_t word = strchr(":,[ \t\n", i == 0 ? 'x' : data[i - 1]) == NULL ? 0 : word_at(text, i);
        if (word > 0) {
            memcpy(data + i, word == 3 ? "{} " : "null", word); /* neither reads as a number */
            repaired->numbers = true;
            i += word - 1;
        } else if (c == '"') {
            quoted = true;
        } else if ((c == '}' || c == ']') && comma < text.size) {
            data[comma] = ' ';
            repaired->commas = true;
        }
        if (c == ',')
            comma = i;
        else if (strchr(" \t\r\n", c) == NULL)
            comma = text.size;
    }
    return copy;
}

static const cJSON *parse(struct arena *arena, struct text text, size_t *end)
{
    const char *stopped = NULL;
    parsing_into = arena;
    const cJSON *root = cJSON_ParseWithLengthOpts(text.data, text.size, &stopped, false);
    parsing_into = NULL;
    *end = stopped == NULL ? 0 : (size_t)(stopped - text.data);
    return root;
}

const struct json *json_parse(struct arena *arena, struct text text, size_t *end,
                              struct json_repair *repaired)
{
    *repaired = (struct json_repair){false, false};
    const cJSON *root = parse(arena, text, end);
    if (root == NULL) {
        struct text copy = repair(arena, text, repaired);
        if (repaired->numbers || repaired->commas)
            root = parse(arena, copy, end);
        *repaired = (struct json_repair){false, false};
        (void)repair(arena, text_slice(text, 0, *end), repaired); /* not what stands behind it */
    }
    return wrap(root);
}

const struct json *json_member(const struct json *object, const char *name)
{
    return wrap(cJSON_GetObjectItemCaseSensitive(unwrap(object), name));
}

const struct json *json_first(const struct json *container)
{
    return container == NULL ? NULL : wrap(unwrap(container)->child);
}

const struct json *json_next(const struct json *item)
{
    return item == NULL ? NULL : wrap(unwrap(item)->next);
}

struct text json_name(const struct json *item)
{
    return text_of(item == NULL ? NULL : unwrap(item)->string);
}

bool json_is_object(const struct json *item)
{
    return cJSON_IsObject(unwrap(item));
}

bool json_is_array(const struct json *item)
{
    return cJSON_IsArray(unwrap(item));
}

bool json_number(const struct json *item, double *value)
{
    if (!cJSON_IsNumber(unwrap(item)) || !isfinite(unwrap(item)->valuedouble))
        return false;
    *value = unwrap(item)->valuedouble;
    return true;
}

struct text json_string_value(const struct json *item)
{
    return text_of(cJSON_IsString(unwrap(item)) ? unwrap(item)->valuestring : NULL);
}
