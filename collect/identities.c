#include "collect/identities.h"

#include "collect/whole_file.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORD_MIN = 3 };

static const char removed[] = "removed";

/* Files that hold nothing but an identity. */
static const char *const word_files[] = {
    "/etc/machine-id",
    "/etc/hostname",
    "/sys/block/*/device/serial",
    "/sys/block/*/device/wwid",
    "/sys/block/*/wwid",
    "/sys/block/*/serial",
    "/sys/class/nvme/*/serial",
    "/sys/class/nvme/*/subsysnqn",
    "/sys/class/dmi/id/*_serial",
    "/sys/class/dmi/id/product_uuid",
    "/sys/class/net/*/address",
};

/* Names whose value is an identity, in text and in JSON. */
static const char *const key_names[] = {
    "serial",           "serial number", "serial_number", "sn",        "wwn",      "wwid",
    "lu wwn device id", "eui64",         "nguid",         "nsuuid",    "uuid",     "subnqn",
    "hostid",           "hostname",      "devid",         "phys_path", "physpath", "nodename",
    "logical unit id",
};

/* What firmware writes where a number is missing. */
static const char *const empty_words[] = {
    "none",      "unknown",          "default string", "not specified", "to be filled by o.e.m.",
    "localhost", "00:00:00:00:00:00"};

static void word_add(struct arena *arena, struct identities *identities, struct text word)
{
    word = text_trim(word);
    bool says_something = word.size >= WORD_MIN && !text_is(word, "root");
    for (size_t i = 0; i < sizeof empty_words / sizeof empty_words[0]; i++) {
        says_something = says_something && !text_is_ignoring_case(word, empty_words[i]);
    }
    size_t zeros = 0;
    while (zeros < word.size && strchr("0 ", word.data[zeros]) != NULL) {
        zeros++;
    }
    if (says_something && zeros < word.size) {
        identities->words = arena_grow(arena, identities->words, identities->count,
                                       &identities->capacity, sizeof *identities->words);
        identities->words[identities->count++] = text_copy(arena, word);
    }
}

static void words_of_files(struct arena *arena, struct identities *identities, const char *pattern)
{
    glob_t found = {0};
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            struct text word;
            if (stream_file_read(arena, found.gl_pathv[i], &word)) {
                word_add(arena, identities, word);
            }
        }
    }
    globfree(&found);
}

struct identities identities_learn(struct arena *arena, bool are_kept)
{
    static const char *const variables[] = {"USER", "LOGNAME", "SUDO_USER"};
    struct identities identities = {.are_kept = are_kept};
    char host[256] = "";
    if (gethostname(host, sizeof host - 1) == 0) {
        struct text name = text_of(host), first;
        word_add(arena, &identities, name);
        if (text_next_piece(&name, '.', &first)) {
            word_add(arena, &identities, first);
        }
    }
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        word_add(arena, &identities, text_of(getenv(variables[i])));
    }
    for (size_t i = 0; i < sizeof word_files / sizeof word_files[0]; i++) {
        words_of_files(arena, &identities, word_files[i]);
    }
    return identities;
}

void identities_add(struct arena *arena, struct identities *identities, const char *word)
{
    word_add(arena, identities, text_of(word));
}

/* --- taking them out --- */

static bool is_word_byte(char byte)
{
    return isalnum((unsigned char)byte) != 0 || byte == '_';
}

/* True when `rest` begins with the word and the word ends there. */
static bool word_is_here(struct text raw, size_t at, struct text word)
{
    size_t end = at + word.size;
    return end <= raw.size && memcmp(raw.data + at, word.data, word.size) == 0 &&
           (at == 0 || !is_word_byte(raw.data[at - 1]) || !is_word_byte(word.data[0])) &&
           (end == raw.size || !is_word_byte(raw.data[end]) ||
            !is_word_byte(word.data[word.size - 1]));
}

/* Numbers joined by a separator: an IPv4 address has four up to 255, a MAC address six of two
   hexadecimal digits. The size of what stands here, or 0. */
static size_t address_here(struct text raw, size_t at, char separator, int parts, bool is_hex)
{
    size_t end = at;
    if (at > 0 && (is_word_byte(raw.data[at - 1]) || raw.data[at - 1] == separator)) {
        return 0;
    }
    for (int part = 0; part < parts; part++) {
        size_t digits = 0;
        long value = 0;
        if (part > 0 && (end == raw.size || raw.data[end++] != separator)) {
            return 0;
        }
        while (end < raw.size && digits < 3 &&
               (is_hex ? isxdigit((unsigned char)raw.data[end])
                       : isdigit((unsigned char)raw.data[end])) != 0) {
            value = 10 * value + (raw.data[end] - '0');
            end++;
            digits++;
        }
        if (is_hex ? digits != 2 : digits == 0 || value > 255) {
            return 0;
        }
    }
    bool ends = end == raw.size || (!is_word_byte(raw.data[end]) && raw.data[end] != separator);
    return ends ? end - at : 0;
}

/* The size of "/dev/disk/by-id/NAME" without the name, or 0. */
static size_t disk_name_here(struct text raw, size_t at, size_t *name)
{
    static const char prefix[] = "/dev/disk/by-";
    if (!text_starts_with(text_slice(raw, at, raw.size), prefix)) {
        return 0;
    }
    size_t slash = text_find(raw, "/", at + sizeof prefix - 1);
    size_t end = slash + 1;
    while (end < raw.size && strchr(" \t\n\"',;)", raw.data[end]) == NULL) {
        end++;
    }
    *name = slash + 1 - at;
    return slash < raw.size ? end - at : 0;
}

/* Where the value of a key that stands here begins and ends; false when none does. */
static bool key_value_here(struct text raw, size_t at, size_t *start, size_t *end)
{
    struct text rest = text_slice(raw, at, raw.size);
    if (at > 0 && is_word_byte(raw.data[at - 1])) {
        return false;
    }
    for (size_t i = 0; i < sizeof key_names / sizeof key_names[0]; i++) {
        size_t next = at + strlen(key_names[i]);
        if (!text_starts_with_ignoring_case(rest, key_names[i])) {
            continue;
        }
        while (next < raw.size && strchr("\" \t", raw.data[next]) != NULL) {
            next++;
        }
        if (next == raw.size || (raw.data[next] != ':' && raw.data[next] != '=')) {
            continue;
        }
        next++;
        while (next < raw.size && strchr("\"' \t", raw.data[next]) != NULL) {
            next++;
        }
        *start = next;
        bool is_object = next < raw.size && raw.data[next] == '{';
        while (next < raw.size && strchr(is_object ? "}" : "\"'\n,}", raw.data[next]) == NULL) {
            next++;
        }
        next += is_object && next < raw.size;
        *end = next;
        return next > *start;
    }
    return false;
}

/* How many bytes from here on are an identity, after `*kept` bytes that are not. */
static size_t identity_here(const struct identities *identities, struct text raw, size_t at,
                            size_t *kept)
{
    size_t start, end;
    *kept = 0;
    for (size_t i = 0; i < identities->count; i++) {
        if (word_is_here(raw, at, identities->words[i])) {
            return identities->words[i].size;
        }
    }
    if (key_value_here(raw, at, &start, &end)) {
        *kept = start - at;
        return end - start;
    }
    size_t name = 0, size = disk_name_here(raw, at, &name);
    if (size > 0) {
        *kept = name;
        return size - name;
    }
    size = address_here(raw, at, '.', 4, false);
    return size > 0 ? size : address_here(raw, at, ':', 6, true);
}

struct text identities_remove(struct arena *arena, const struct identities *identities,
                              struct text raw)
{
    struct text_builder clean = {.arena = arena};
    if (identities->are_kept) {
        return raw;
    }
    size_t written = 0;
    for (size_t at = 0; at < raw.size;) {
        size_t kept, size = identity_here(identities, raw, at, &kept);
        if (size == 0) {
            at++;
            continue;
        }
        text_add(&clean, text_slice(raw, written, at + kept));
        bool is_object = raw.data[at + kept] == '{'; /* what is left stays JSON */
        text_add_format(&clean, is_object ? "\"%s\"" : "%s", removed);
        at += kept + size;
        written = at;
    }
    text_add(&clean, text_slice(raw, written, raw.size));
    return text_built(&clean);
}
