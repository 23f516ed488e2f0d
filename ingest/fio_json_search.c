#include "ingest/fio_json_search.h"

#include "ingest/factor_words.h"
#include "ingest/fio_json_bins.h"
#include "ingest/json_stated.h"

#include <stdint.h>
#include <string.h>

struct fio_json_search fio_json_search_in(struct arena *arena, struct text text)
{
    struct text blanked = fio_bins_blank(arena, text);
    return (struct fio_json_search){
        .arena = arena, .text = blanked, .own = blanked.data != text.data};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Offset of the next "fio version" that is the name of a member. */
static size_t next_version(struct text text, size_t from)
{
    static const char version[] = "\"fio version\"";
    for (size_t at = from; (at = text_find(text, version, at)) < text.size; at++) {
        size_t i = at + strlen(version);
        while (i < text.size && is_blank(text.data[i]))
            i++;
        if (i < text.size && text.data[i] == ':')
            return at;
    }
    return text.size;
}

/* Start of the string whose closing quote is at `i`; `from` when it has none. */
static size_t string_start(struct text text, size_t from, size_t i)
{
    while (i > from) {
        size_t slashes = 0;
        i--;
        while (text.data[i] == '"' && i - slashes > from && text.data[i - slashes - 1] == '\\')
            slashes++;
        if (text.data[i] == '"' && slashes % 2 == 0)
            return i;
    }
    return from;
}

/* The brace of the object that the place `at` is in; the size of the text when none opens from
   `from` on. */
static size_t enclosing_brace(struct text text, size_t from, size_t at)
{
    size_t closed = 0;
    while (at > from) {
        char c = text.data[--at];
        if (c == '"')
            at = string_start(text, from, at);
        else if (c == '}' || c == ']')
            closed++;
        else if ((c == '{' || c == '[') && closed > 0)
            closed--;
        else if (c == '{')
            return at;
    }
    return text.size;
}

size_t fio_json_search_next(struct fio_json_search *search)
{
    struct text text = search->text;
    while ((search->version = next_version(text, search->from)) < text.size) {
        search->limit = next_version(text, search->version + 1);
        size_t open = enclosing_brace(text, search->from, search->version);
        if (open < text.size || fio_json_search_without_prefixes(search, &open))
            return open;
        search->from = search->version + 1;
    }
    return text.size;
}

static bool is_mark(char c)
{
    return c == '"' || c == '{' || c == '}' || c == '[' || c == ']';
}

/* Blanks the line up to the first character of JSON behind `skipped` others of its kind. */
static void blank_prefix(char *line, size_t size, size_t skipped)
{
    for (size_t i = 0; i < size; i++)
        if (is_mark(line[i]) && skipped-- == 0) {
            memset(line, ' ', i);
            return;
        }
}

bool fio_json_search_without_prefixes(struct fio_json_search *search, size_t *open)
{
    size_t start = search->version, marks = 0;
    bool blank = true;
    while (start > search->from && search->text.data[start - 1] != '\n') {
        char c = search->text.data[--start];
        if (c == '{')
            return false;
        marks += is_mark(c);
        blank = blank && is_blank(c);
    }
    if (blank)
        return false;
    if (!search->own)
        search->text = text_copy(search->arena, search->text);
    search->own = true;
    char *data = (char *)(uintptr_t)search->text.data;
    for (size_t at = search->from, end; at < search->limit; at = end + 1) {
        end = text_find(text_slice(search->text, 0, search->limit), "\n", at);
        blank_prefix(data + at, end - at, marks);
    }
    *open = enclosing_brace(search->text, search->from, search->version);
    return *open < search->text.size;
}

/* Keys that say what kind of thing stands there, not which setting or workload. */
static bool is_generic(struct text key)
{
    static const char *const words[] = {
        "fio",    "fio_json", "fio_output", "json",       "data",      "raw",
        "output", "result",   "results",    "run",        "runs",      "report",
        "test",   "tests",    "try",        "tries",      "job",       "jobs",
        "pass",   "passes",   "benchmark",  "benchmarks", "iterations"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is_ignoring_case(key, words[i]))
            return true;
    return false;
}

/* The key before the bracket at `open`; empty when there is none or it says nothing. */
static struct text key_before(struct text text, size_t open)
{
    struct text before = text_trim(text_slice(text, 0, open));
    if (!text_ends_with(before, ":"))
        return (struct text){NULL, 0};
    before = text_trim(text_slice(before, 0, before.size - 1));
    if (!text_ends_with(before, "\""))
        return (struct text){NULL, 0};
    size_t start = string_start(before, 0, before.size - 1);
    struct text key = text_slice(before, start + 1, before.size - 1);
    return is_generic(key) ? (struct text){NULL, 0} : key;
}

/* Behind the string that opens at `i`, or at the end of its line: there is none across lines. */
static size_t string_end(struct text text, size_t i)
{
    for (i++; i < text.size && text.data[i] != '"' && text.data[i] != '\n'; i++)
        i += text.data[i] == '\\';
    return i;
}

/* Follows the brackets up to `open`. A document that stands in nothing begins anew. */
static void walk_to(struct fio_json_search *search, size_t open)
{
    struct text text = text_slice(search->text, 0, open);
    struct text before = text_trim(text);
    if (before.size == 0 || strchr(":,[", before.data[before.size - 1]) == NULL) {
        search->depth = 0;
        return;
    }
    for (size_t i = search->walked; i < open; i++) {
        char c = text.data[i];
        if (c == '"')
            i = string_end(text, i);
        else if ((c == '}' || c == ']') && search->depth > 0)
            search->depth--;
        else if (c == '{' || c == '[') {
            search->around = arena_grow(search->arena, search->around, search->depth,
                                        &search->capacity, sizeof *search->around);
            search->around[search->depth++] =
                (struct json_around){.open = i, .key = key_before(text, i)};
        }
    }
}

/* Adds to the words what the container around a document says of it, unless it is known from
   nearer. */
static void add_words(struct fio_json_search *search, struct json_around *around,
                      struct found_settings *nearer, struct text *parts)
{
    if (!around->read)
        around->stated = json_stated_around(search->arena, search->text, around->open);
    around->read = true;
    struct text words = factor_words_remove(search->arena, around->stated, nearer);
    (void)factor_words_take(nearer, words);
    *parts = words;
}

struct text fio_json_search_words(struct fio_json_search *search, size_t open,
                                  const struct json *root)
{
    struct found_settings nearer = {.arena = search->arena};
    walk_to(search, open);
    search->walked = open;
    struct json_around own = {.key = key_before(search->text, open),
                              .stated = json_stated_by(search->arena, root),
                              .read = true};
    struct text *stated = arena_take_array(search->arena, search->depth + 1, sizeof *stated);
    add_words(search, &own, &nearer, &stated[search->depth]);
    for (size_t i = search->depth; i-- > 0;)
        add_words(search, &search->around[i], &nearer, &stated[i]);
    struct text_builder builder = {.arena = search->arena};
    for (size_t i = 0; i <= search->depth; i++) {
        const struct text parts[] = {i < search->depth ? search->around[i].key : own.key,
                                     text_trim(stated[i])};
        for (size_t k = 0; k < 2; k++) {
            if (parts[k].size > 0 && builder.size > 0)
                text_add_string(&builder, " | ");
            text_add(&builder, parts[k]);
        }
    }
    return text_built(&builder);
}

void fio_json_search_pass(struct fio_json_search *search, size_t end)
{
    search->from = end;
    search->walked = end > search->version ? end : search->walked;
}
