/* Lines of text from strangers. Widths follow Unicode's East Asian Width (W and F) and the
   combining marks of the common scripts; a terminal may disagree on rare characters, which costs
   alignment and nothing else. */
#include "render/line.h"

#include <stdint.h>
#include <string.h>

struct range {
    uint32_t first, last;
};

static const struct range wide[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},
    {0x4e00, 0x9fff},   {0xa000, 0xa4cf},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},
    {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
};

static const struct range zero_width[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a},
    {0x064b, 0x065f}, {0x093c, 0x093c}, {0x0941, 0x0948}, {0x0e31, 0x0e31},
    {0x0e34, 0x0e3a}, {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
    {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
};

static bool in_ranges(const struct range *ranges, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

/* The character at `i` of well-formed UTF-8, and its size; a stray byte counts as itself. */
static uint32_t character_at(struct text text, size_t i, size_t *size)
{
    unsigned char c = (unsigned char)text.data[i];
    size_t more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
    if (more > text.size - i - 1)
        more = 0;
    uint32_t value = more == 0 ? c : c & (0x3fU >> more);
    for (size_t k = 1; k <= more; k++)
        value = value << 6 | ((unsigned char)text.data[i + k] & 0x3fU);
    *size = more + 1;
    return value;
}

static size_t character_columns(uint32_t c)
{
    if (c < 0x300)
        return 1;
    if (in_ranges(zero_width, sizeof zero_width / sizeof *zero_width, c))
        return 0;
    return in_ranges(wide, sizeof wide / sizeof *wide, c) ? 2 : 1;
}

/* C1 controls, line and paragraph separators, overrides of direction, the byte order mark. */
static bool is_unsafe(uint32_t c)
{
    return (c >= 0x80 && c <= 0x9f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

struct text line_clean(struct arena *arena, struct text text)
{
    struct text_builder out = {.arena = arena};
    text = text_trim(text_clean(arena, text));
    bool after_blank = false;
    for (size_t i = 0, size; i < text.size; i += size) {
        uint32_t c = character_at(text, i, &size);
        bool blank = c == ' ' || c == '\t' || c == '\n' || is_unsafe(c);
        if (blank && !after_blank)
            text_add_string(&out, " ");
        else if (!blank)
            text_add(&out, text_slice(text, i, i + size));
        after_blank = blank;
    }
    return text_built(&out);
}

size_t line_columns(struct text line)
{
    size_t columns = 0;
    for (size_t i = 0, size; i < line.size; i += size)
        columns += character_columns(character_at(line, i, &size));
    return columns;
}

/* The offset up to which the line fits into `columns`, with the combining marks of its last
 * character. */
static size_t offset_of_columns(struct text line, size_t columns)
{
    size_t used = 0, i = 0;
    for (size_t size; i < line.size; i += size) {
        size_t width = character_columns(character_at(line, i, &size));
        if (used + width > columns)
            break;
        used += width;
    }
    return i;
}

struct text line_shorten(struct arena *arena, struct text line, size_t columns)
{
    size_t all = line_columns(line);
    if (all <= columns)
        return line;
    if (columns < 3)
        return text_slice(line, 0, offset_of_columns(line, columns));
    size_t tail = (columns - 1) / 2, head = columns - 1 - tail;
    struct text start = text_slice(line, 0, offset_of_columns(line, head));
    size_t cut = offset_of_columns(line, all - tail);
    if (line_columns(text_slice(line, cut, line.size)) > tail) /* a wide character on the cut */
        cut = offset_of_columns(line, all - tail + 1);
    struct text end = text_slice(line, cut, line.size);
    return text_format(arena, "%.*s\xe2\x80\xa6%.*s", (int)start.size, start.data, (int)end.size,
                       end.data);
}

/* At a blank, but not between a figure and its percent sign. */
static bool may_break(struct text text, size_t i)
{
    return text.data[i] == ' ' && !(i + 1 < text.size && text.data[i + 1] == '%');
}

bool line_wrap(struct text *rest, size_t columns, struct text *piece)
{
    while (rest->size > 0 && rest->data[0] == ' ')
        *rest = text_slice(*rest, 1, rest->size);
    if (rest->size == 0)
        return false;
    size_t end = offset_of_columns(*rest, columns);
    if (end == 0) /* not even one character fits */
        (void)character_at(*rest, 0, &end);
    size_t cut = end;
    if (end < rest->size)
        while (cut > 0 && !may_break(*rest, cut))
            cut--;
    if (cut == 0)
        cut = end;
    *piece = text_trim(text_slice(*rest, 0, cut));
    *rest = text_slice(*rest, cut, rest->size);
    return true;
}

struct text line_ascii(struct arena *arena, struct text line)
{
    static const struct {
        uint32_t character;
        const char *plain;
    } table[] = {
        {0x00a0, " "},  {0x00b1, "+/-"}, {0x00b5, "u"},   {0x00b7, "-"}, {0x00d7, "x"},
        {0x2009, " "},  {0x202f, " "},   {0x2010, "-"},   {0x2011, "-"}, {0x2012, "-"},
        {0x2013, "-"},  {0x2014, "-"},   {0x2018, "'"},   {0x2019, "'"}, {0x201c, "\""},
        {0x201d, "\""}, {0x2022, "*"},   {0x2026, "..."}, {0x2212, "-"}, {0x2264, "<="},
        {0x2265, ">="},
    };
    struct text_builder out = {.arena = arena};
    for (size_t i = 0, size; i < line.size; i += size) {
        uint32_t c = character_at(line, i, &size);
        const char *plain = "?";
        for (size_t k = 0; k < sizeof table / sizeof *table; k++)
            if (table[k].character == c)
                plain = table[k].plain;
        if (c < 0x80)
            text_add(&out, text_slice(line, i, i + size));
        else
            text_add_string(&out, plain);
    }
    return text_built(&out);
}
