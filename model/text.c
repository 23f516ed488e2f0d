#include "model/text.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct text text_of(const char *string)
{
    return (struct text){string, string == NULL ? 0 : strlen(string)};
}

struct text text_copy(struct arena *arena, struct text text)
{
    char *copy = arena_take(arena, text.size + 1);
    if (text.size > 0)
        memcpy(copy, text.data, text.size);
    return (struct text){copy, text.size};
}

const char *text_string(struct arena *arena, struct text text)
{
    return text_copy(arena, text).data;
}

static struct text format_list(struct arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (size < 0)
        return (struct text){NULL, 0};
    char *data = arena_take(arena, (size_t)size + 1);
    (void)vsnprintf(data, (size_t)size + 1, format, arguments);
    return (struct text){data, (size_t)size};
}

struct text text_format(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct text text = format_list(arena, format, arguments);
    va_end(arguments);
    return text;
}

struct text text_slice(struct text text, size_t start, size_t end)
{
    if (end > text.size)
        end = text.size;
    if (start > end)
        start = end;
    if (text.data == NULL)
        return text;
    return (struct text){text.data + start, end - start};
}

static size_t blank_at_start(struct text text)
{
    if (text.size >= 1 && strchr(" \t\r\n\v\f", text.data[0]) != NULL && text.data[0] != '\0')
        return 1;
    if (text.size >= 2 && memcmp(text.data, "\xc2\xa0", 2) == 0)
        return 2;
    return 0;
}

static size_t blank_at_end(struct text text)
{
    if (text.size >= 1) {
        char last = text.data[text.size - 1];
        if (last != '\0' && strchr(" \t\r\n\v\f", last) != NULL)
            return 1;
    }
    if (text.size >= 2 && memcmp(text.data + text.size - 2, "\xc2\xa0", 2) == 0)
        return 2;
    return 0;
}

struct text text_trim(struct text text)
{
    for (size_t n; (n = blank_at_start(text)) > 0;)
        text = text_slice(text, n, text.size);
    for (size_t n; (n = blank_at_end(text)) > 0;)
        text.size -= n;
    return text;
}

bool text_is_blank(struct text text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] != '\n' && text.data[i] != ' ' && text.data[i] != '\t' &&
            text.data[i] != '\r')
            return false;
    return true;
}

bool text_equal(struct text a, struct text b)
{
    return a.size == b.size &&
           (a.size == 0 || a.data == b.data || memcmp(a.data, b.data, a.size) == 0);
}

bool text_is(struct text text, const char *string)
{
    return text_equal(text, text_of(string));
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : (unsigned char)c;
}

static bool same_ignoring_case(const char *a, const char *b, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (lower(a[i]) != lower(b[i]))
            return false;
    return true;
}

bool text_equal_ignoring_case(struct text a, struct text b)
{
    return a.size == b.size && same_ignoring_case(a.data, b.data, a.size);
}

bool text_is_ignoring_case(struct text text, const char *string)
{
    return text_equal_ignoring_case(text, text_of(string));
}

bool text_starts_with(struct text text, const char *prefix)
{
    size_t size = strlen(prefix);
    return text.size >= size && (size == 0 || memcmp(text.data, prefix, size) == 0);
}

bool text_starts_with_ignoring_case(struct text text, const char *prefix)
{
    size_t size = strlen(prefix);
    return text.size >= size && same_ignoring_case(text.data, prefix, size);
}

bool text_ends_with(struct text text, const char *suffix)
{
    size_t size = strlen(suffix);
    return text.size >= size && memcmp(text.data + text.size - size, suffix, size) == 0;
}

bool text_ends_with_ignoring_case(struct text text, const char *suffix)
{
    size_t size = strlen(suffix);
    return text.size >= size &&
           text_is_ignoring_case(text_slice(text, text.size - size, text.size), suffix);
}

int text_compare(struct text a, struct text b)
{
    size_t shared = a.size < b.size ? a.size : b.size;
    int order = shared == 0 ? 0 : memcmp(a.data, b.data, shared);
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

static size_t digits_at(struct text text, size_t i)
{
    size_t end = i;
    while (end < text.size && text_is_digit(text.data[end]))
        end++;
    return end - i;
}

static int compare_digit_runs(struct text a, struct text b)
{
    while (a.size > 1 && a.data[0] == '0')
        a = text_slice(a, 1, a.size);
    while (b.size > 1 && b.data[0] == '0')
        b = text_slice(b, 1, b.size);
    return a.size != b.size ? (a.size > b.size) - (a.size < b.size) : text_compare(a, b);
}

int text_compare_naturally(struct text a, struct text b)
{
    size_t i = 0, j = 0;
    while (i < a.size && j < b.size) {
        size_t m = digits_at(a, i), n = digits_at(b, j);
        if (m > 0 && n > 0) {
            int order = compare_digit_runs(text_slice(a, i, i + m), text_slice(b, j, j + n));
            if (order != 0)
                return order;
            i += m;
            j += n;
        } else if (a.data[i] != b.data[j]) {
            return (unsigned char)a.data[i] < (unsigned char)b.data[j] ? -1 : 1;
        } else {
            i++;
            j++;
        }
    }
    if (a.size - i != b.size - j)
        return a.size - i < b.size - j ? -1 : 1;
    return text_compare(a, b);
}

size_t text_find(struct text text, const char *needle, size_t start)
{
    size_t size = strlen(needle);
    if (start > text.size || size > text.size - start)
        return text.size;
    if (size == 0)
        return start;
    const char *at = memmem(text.data + start, text.size - start, needle, size);
    return at == NULL ? text.size : (size_t)(at - text.data);
}

size_t text_find_ignoring_case(struct text text, const char *needle, size_t start)
{
    size_t size = strlen(needle);
    for (size_t i = start; i < text.size && size <= text.size - i; i++)
        if (same_ignoring_case(text.data + i, needle, size))
            return i;
    return text.size;
}

bool text_next_line(struct text *rest, struct text *line)
{
    if (rest->size == 0)
        return false;
    const char *end = memchr(rest->data, '\n', rest->size);
    size_t size = end == NULL ? rest->size : (size_t)(end - rest->data);
    *line = (struct text){rest->data, size};
    if (line->size > 0 && line->data[line->size - 1] == '\r')
        line->size--;
    *rest = text_slice(*rest, size + 1, rest->size);
    return true;
}

bool text_next_piece(struct text *rest, char separator, struct text *piece)
{
    if (rest->data == NULL)
        return false;
    const char *end = rest->size == 0 ? NULL : memchr(rest->data, separator, rest->size);
    if (end == NULL) {
        *piece = *rest;
        *rest = (struct text){NULL, 0};
        return true;
    }
    size_t size = (size_t)(end - rest->data);
    *piece = (struct text){rest->data, size};
    *rest = (struct text){end + 1, rest->size - size - 1};
    return true;
}

/* Length of the well-formed UTF-8 sequence at `p` (Unicode 15, table 3-7), 0 when malformed. */
static size_t sequence_size(const unsigned char *p, size_t left)
{
    if (p[0] < 0x80)
        return 1;
    if (p[0] < 0xc2 || p[0] > 0xf4)
        return 0;
    size_t size = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    if (left < size)
        return 0;
    unsigned char low = p[0] == 0xe0 ? 0xa0 : p[0] == 0xf0 ? 0x90 : 0x80;
    unsigned char high = p[0] == 0xed ? 0x9f : p[0] == 0xf4 ? 0x8f : 0xbf;
    if (p[1] < low || p[1] > high)
        return 0;
    for (size_t i = 2; i < size; i++)
        if (p[i] < 0x80 || p[i] > 0xbf)
            return 0;
    return size;
}

bool text_is_utf8(struct text text)
{
    for (size_t i = 0; i < text.size;) {
        uint64_t eight;
        if (i + sizeof eight <= text.size) {
            memcpy(&eight, text.data + i, sizeof eight);
            if ((eight & 0x8080808080808080U) == 0) { /* all ASCII */
                i += sizeof eight;
                continue;
            }
        }
        size_t size = sequence_size((const unsigned char *)text.data + i, text.size - i);
        if (size == 0)
            return false;
        i += size;
    }
    return true;
}

static bool is_control(unsigned char c)
{
    return (c < 0x20 && c != '\t' && c != '\n') || c == 0x7f;
}

/* Bytes from `start` that may stay as they are. */
static size_t clean_stretch(struct text text, size_t start)
{
    size_t i = start;
    for (;;) {
        while (i < text.size && text.data[i] >= ' ' && text.data[i] < 0x7f)
            i++;
        if (i == text.size || is_control((unsigned char)text.data[i]))
            break;
        size_t size = sequence_size((const unsigned char *)text.data + i, text.size - i);
        if (size == 0)
            break;
        i += size;
    }
    return i - start;
}

bool text_is_clean(struct text text)
{
    return clean_stretch(text, 0) == text.size;
}

struct text text_clean(struct arena *arena, struct text text)
{
    struct text_builder builder = {.arena = arena};
    for (size_t i = 0; i < text.size; i++) {
        size_t stretch = clean_stretch(text, i);
        text_add(&builder, text_slice(text, i, i + stretch));
        i += stretch;
        if (i < text.size)
            text_add_string(&builder,
                            is_control((unsigned char)text.data[i]) ? " " : "\xef\xbf\xbd");
    }
    return text_built(&builder);
}

/* MurmurHash64A (Appleby 2008), eight bytes at a time. */
unsigned long long text_hash(struct text text)
{
    static const uint64_t factor = UINT64_C(0xc6a4a7935bd1e995);
    enum { WORD = sizeof(uint64_t), SHIFT = 47 };
    uint64_t hash = text.size * factor;
    for (size_t at = 0; at < text.size; at += WORD) {
        size_t left = text.size - at;
        uint64_t word = 0;
        memcpy(&word, text.data + at, left < WORD ? left : WORD);
        if (left >= WORD) {
            word *= factor;
            word ^= word >> SHIFT;
            word *= factor;
        }
        hash = (hash ^ word) * factor;
    }
    hash = (hash ^ hash >> SHIFT) * factor;
    return hash ^ hash >> SHIFT;
}

static void reserve(struct text_builder *builder, size_t more)
{
    if (builder->capacity - builder->size > more)
        return;
    size_t capacity = builder->capacity < 64 ? 64 : builder->capacity;
    while (capacity - builder->size <= more)
        capacity *= 2;
    char *data = arena_take(builder->arena, capacity);
    if (builder->size > 0)
        memcpy(data, builder->data, builder->size);
    builder->data = data;
    builder->capacity = capacity;
}

void text_add(struct text_builder *builder, struct text text)
{
    reserve(builder, text.size);
    if (text.size > 0)
        memcpy(builder->data + builder->size, text.data, text.size);
    builder->size += text.size;
}

void text_add_string(struct text_builder *builder, const char *string)
{
    text_add(builder, text_of(string));
}

void text_add_format(struct text_builder *builder, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (size > 0) {
        reserve(builder, (size_t)size + 1);
        (void)vsnprintf(builder->data + builder->size, (size_t)size + 1, format, arguments);
        builder->size += (size_t)size;
    }
    va_end(arguments);
}

void text_end_once(struct text_builder *builder)
{
    while (builder->size > 1 && builder->data[builder->size - 1] == '\n' &&
           builder->data[builder->size - 2] == '\n')
        builder->size--;
}

struct text text_built(struct text_builder *builder)
{
    reserve(builder, 1);
    builder->data[builder->size] = '\0';
    return (struct text){builder->data, builder->size};
}
