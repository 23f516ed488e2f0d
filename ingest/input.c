/* Files into memory as UTF-8 text. */
#include "ingest/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_all(struct arena *arena, int file, struct text *text, struct failure *failure)
{
    struct stat status;
    size_t capacity = 1 << 16;
    if (fstat(file, &status) != 0)
        return failure_set(failure, FAILURE_INPUT, "%s", strerror(errno));
    if (S_ISDIR(status.st_mode))
        return failure_set(failure, FAILURE_INPUT, "is a directory");
    if (S_ISREG(status.st_mode) && (uint64_t)status.st_size > INPUT_LARGEST)
        return failure_set(failure, FAILURE_INPUT, "is larger than %zu MiB: too large to read",
                           INPUT_LARGEST >> 20);
    if (S_ISREG(status.st_mode) && status.st_size > 0)
        capacity = (size_t)status.st_size + 1;
    char *data = arena_take(arena, capacity);
    size_t size = 0;
    for (;;) {
        ssize_t got = read(file, data + size, capacity - size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failure_set(failure, FAILURE_INPUT, "cannot be read: %s", strerror(errno));
        if (got == 0)
            break;
        size += (size_t)got;
        if (size > INPUT_LARGEST)
            return failure_set(failure, FAILURE_INPUT, "is larger than %zu MiB: too large to read",
                               INPUT_LARGEST >> 20);
        if (size == capacity && input_is_binary((struct text){data, size}))
            return failure_set(failure, FAILURE_INPUT,
                               "is a binary file"); /* /dev/zero has no end */
        if (size == capacity) {
            char *larger = arena_take(arena, capacity * 2);
            memcpy(larger, data, size);
            data = larger;
            capacity *= 2;
        }
    }
    *text = (struct text){data, size};
    return true;
}

static void add_code_point(struct text_builder *builder, uint32_t code)
{
    char bytes[4];
    size_t size;
    if (code < 0x80) {
        bytes[0] = (char)code;
        size = 1;
    } else if (code < 0x800) {
        bytes[0] = (char)(0xc0 | (code >> 6));
        bytes[1] = (char)(0x80 | (code & 0x3f));
        size = 2;
    } else if (code < 0x10000) {
        bytes[0] = (char)(0xe0 | (code >> 12));
        bytes[1] = (char)(0x80 | ((code >> 6) & 0x3f));
        bytes[2] = (char)(0x80 | (code & 0x3f));
        size = 3;
    } else {
        bytes[0] = (char)(0xf0 | (code >> 18));
        bytes[1] = (char)(0x80 | ((code >> 12) & 0x3f));
        bytes[2] = (char)(0x80 | ((code >> 6) & 0x3f));
        bytes[3] = (char)(0x80 | (code & 0x3f));
        size = 4;
    }
    text_add(builder, (struct text){bytes, size});
}

static struct text from_utf16(struct arena *arena, struct text text, bool big_endian)
{
    struct text_builder builder = {.arena = arena};
    for (size_t i = 0; i + 1 < text.size; i += 2) {
        const unsigned char *p = (const unsigned char *)text.data + i;
        uint32_t unit = big_endian ? (uint32_t)(p[0] << 8 | p[1]) : (uint32_t)(p[1] << 8 | p[0]);
        if (unit >= 0xd800 && unit < 0xdc00 && i + 3 < text.size) {
            uint32_t low = big_endian ? (uint32_t)(p[2] << 8 | p[3]) : (uint32_t)(p[3] << 8 | p[2]);
            if (low >= 0xdc00 && low < 0xe000) {
                unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                i += 2;
            }
        }
        add_code_point(&builder, unit >= 0xd800 && unit < 0xe000 ? 0xfffd : unit);
    }
    return text_built(&builder);
}

/* Windows-1252, whose upper half beyond 0x9f is Latin-1 (WHATWG Encoding Standard, index
 * windows-1252). */
static struct text from_windows_1252(struct arena *arena, struct text text)
{
    static const uint16_t upper[32] = {
        0x20ac, 0x81,   0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8d,   0x017d, 0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,   0x017e, 0x0178};
    struct text_builder builder = {.arena = arena};
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        add_code_point(&builder, c >= 0x80 && c < 0xa0 ? upper[c - 0x80] : c);
    }
    return text_built(&builder);
}

/* Control characters that text does not have; one in a hundred in the head is too many. */
static bool looks_binary(struct text text)
{
    static const bool in_text[32] = {['\t'] = true, ['\n'] = true, ['\r'] = true, ['\f'] = true,
                                     ['\v'] = true, ['\b'] = true, [0x1b] = true};
    struct text head = text_slice(text, 0, 1 << 16);
    size_t odd = 0;
    for (size_t i = 0; i < head.size; i++) {
        unsigned char c = (unsigned char)head.data[i];
        if (c == 0)
            return true;
        odd += c < 0x20 && !in_text[c];
    }
    return odd * 100 > head.size;
}

static bool is_utf16(struct text bytes)
{
    return text_starts_with(bytes, "\xff\xfe") || text_starts_with(bytes, "\xfe\xff");
}

bool input_is_binary(struct text bytes)
{
    return !is_utf16(bytes) && looks_binary(bytes);
}

static bool member_bytes(const struct packed_members *packed, const char *path, struct text *bytes,
                         struct failure *failure)
{
    const struct packed_member *member = packed_member_at(packed, text_of(path));
    if (member == NULL)
        return failure_set(failure, FAILURE_INPUT, "is not in the archive");
    *bytes = member->content;
    return member->refusal.size == 0 ||
           failure_set(failure, FAILURE_INPUT, "%s", member->refusal.data);
}

bool input_bytes(struct arena *arena, const struct packed_members *packed, const char *path,
                 struct text *bytes, struct failure *failure)
{
    if (packed != NULL)
        return member_bytes(packed, path, bytes, failure);
    bool standard_input = strcmp(path, "-") == 0;
    int file = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return failure_set(failure, FAILURE_INPUT, "cannot be opened: %s", strerror(errno));
    struct stat status;
    /* opening a pipe nobody writes to must not wait; reading from one must, but not /proc/kmsg */
    if (!standard_input && fstat(file, &status) == 0 && !S_ISREG(status.st_mode))
        (void)fcntl(file, F_SETFL, O_RDONLY);
    bool done = read_all(arena, file, bytes, failure);
    if (!standard_input)
        (void)close(file);
    return done;
}

bool input_decode(struct arena *arena, struct text bytes, struct text *text,
                  struct failure *failure)
{
    *text = bytes;
    if (text->size == 0)
        return failure_set(failure, FAILURE_INPUT, "is empty");
    if (is_utf16(*text)) {
        *text = from_utf16(arena, text_slice(*text, 2, text->size), text->data[0] == '\xfe');
        return true;
    }
    if (text_starts_with(*text, "\xef\xbb\xbf"))
        *text = text_slice(*text, 3, text->size);
    if (input_is_binary(bytes))
        return failure_set(failure, FAILURE_INPUT, "is a binary file");
    if (!text_is_utf8(*text))
        *text = from_windows_1252(arena, *text);
    return true;
}

struct text input_head(struct text text)
{
    return text_slice(text, 0, INPUT_HEAD);
}

unsigned input_line_at(struct text text, size_t offset, unsigned first_line)
{
    unsigned ends = 0;
    size_t size = offset < text.size ? offset : text.size;
    for (size_t i = 0; i < size; i++)
        ends += text.data[i] == '\n';
    return first_line + ends;
}
