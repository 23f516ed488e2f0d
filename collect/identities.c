#include "collect/identities.h"

#include "collect/identity_shape.h"
#include "collect/whole_file.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Shorter ones would be found where they mean something else; a short number most of all. */
enum { WORD_MIN = 3, NUMBER_MIN = 6, SERIAL_MIN = 5 };

static const char removed[] = "removed";

/* Files that hold nothing but an identity, and how many bytes stand before it. */
static const struct {
    const char *pattern;
    size_t header;
} word_files[] = {
    {"/etc/machine-id", 0},
    {"/etc/hostname", 0},
    {"/sys/block/*/device/serial", 0},
    {"/sys/block/*/device/vpd_pg80", 4}, /* SCSI and ATA: the unit serial number page */
    {"/sys/block/*/device/wwid", 0},
    {"/sys/block/*/wwid", 0},
    {"/sys/block/*/serial", 0},
    {"/sys/class/nvme/*/serial", 0},
    {"/sys/class/nvme/*/subsysnqn", 0},
    {"/sys/class/dmi/id/*_serial", 0},
    {"/sys/class/dmi/id/product_uuid", 0},
    {"/sys/class/net/*/address", 0},
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
    for (size_t i = 0; i < identities->count; i++) {
        says_something = says_something && !text_equal(word, identities->words[i]);
    }
    size_t digits = 0;
    while (digits < word.size && text_is_digit(word.data[digits])) {
        digits++;
    }
    says_something = says_something && (digits < word.size || digits >= NUMBER_MIN);
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

/* An identity without what some programs write before it: "naa.5000c500a1b2c3d4",
   "0x5000c500a1b2c3d4", "t10.ATA     MODEL        SERIAL". */
static void word_add_with_parts(struct arena *arena, struct identities *identities,
                                struct text word)
{
    word = text_trim(word);
    word_add(arena, identities, word);
    size_t start = text_starts_with(word, "0x")                                       ? 2
                   : text_starts_with(word, "naa.") || text_starts_with(word, "eui.") ? 4
                                                                                      : 0;
    if (text_starts_with(word, "t10.")) {
        for (size_t i = 0; i < word.size; i++) {
            start = word.data[i] == ' ' ? i + 1 : start;
        }
    }
    if (start > 0 && word.size - start >= SERIAL_MIN) {
        word_add(arena, identities, text_slice(word, start, word.size));
    }
}

/* Where the files of a pattern hold a word each, it begins behind so many bytes. */
static void words_of_files(struct arena *arena, struct identities *identities, const char *pattern,
                           size_t header)
{
    glob_t found = {0};
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            struct text word;
            if (stream_file_read(arena, found.gl_pathv[i], &word)) {
                word_add_with_parts(arena, identities, text_slice(word, header, word.size));
            }
        }
    }
    globfree(&found);
}

static void words_of_disk_names(struct arena *arena, struct identities *identities)
{
    glob_t found = {0};
    if (glob("/dev/disk/by-id/*", 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            identities_add_disk_name(arena, identities, strrchr(found.gl_pathv[i], '/') + 1);
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
        words_of_files(arena, &identities, word_files[i].pattern, word_files[i].header);
    }
    words_of_disk_names(arena, &identities);
    if (stream_file_read(arena, "/proc/sys/kernel/random/boot_id", &identities.boot)) {
        identities.boot = text_trim(identities.boot);
    }
    return identities;
}

void identities_add(struct arena *arena, struct identities *identities, const char *word)
{
    word_add(arena, identities, text_of(word));
}

/* "ata-MODEL_SERIAL", "nvme-MODEL_SERIAL_1", "usb-MODEL_SERIAL-0:0", "wwn-0x5000c500a0000000", each
   with "-part1" or not. */
void identities_add_disk_name(struct arena *arena, struct identities *identities, const char *name)
{
    struct text whole = text_of(name), rest, piece, serial = {0};
    for (size_t at = 0; at < whole.size; at = text_find(whole, "-part", at + 1)) {
        whole = at == 0 ? whole : text_slice(whole, 0, at);
    }
    word_add(arena, identities, whole);
    if (text_starts_with(whole, "wwn-")) {
        word_add_with_parts(arena, identities, text_slice(whole, 4, whole.size));
    } else if (text_starts_with(whole, "scsi-3")) { /* 3: the number is of the NAA kind */
        word_add(arena, identities, text_slice(whole, 6, whole.size));
    }
    rest = whole;
    for (size_t count = 0; text_next_piece(&rest, '_', &piece); count++) {
        serial = count > 0 && piece.size >= SERIAL_MIN ? piece : serial;
    }
    word_add(arena, identities, serial);
    if (text_ends_with(serial, "-0:0")) {
        word_add(arena, identities, text_slice(serial, 0, serial.size - strlen("-0:0")));
    }
}

/* --- taking them out --- */

static bool is_word_byte(char byte)
{
    return isalnum((unsigned char)byte) != 0 || byte == '_';
}

static bool is_alphanumeric(char byte)
{
    return isalnum((unsigned char)byte) != 0;
}

/* True when the word stands here and is no part of a longer one. */
static bool word_is_here(struct text raw, size_t at, struct text word)
{
    size_t end = at + word.size;
    return end <= raw.size && memcmp(raw.data + at, word.data, word.size) == 0 &&
           (at == 0 || !is_alphanumeric(raw.data[at - 1]) || !is_alphanumeric(word.data[0])) &&
           (end == raw.size || !is_alphanumeric(raw.data[end]) ||
            !is_alphanumeric(word.data[word.size - 1]));
}

/* The size of the IPv4 address that stands here, or 0. */
static size_t address_here(struct text raw, size_t at)
{
    size_t end = at;
    if (at > 0 && (is_word_byte(raw.data[at - 1]) || raw.data[at - 1] == '.')) {
        return 0;
    }
    for (int part = 0; part < 4; part++) {
        size_t digits = 0;
        long value = 0;
        if (part > 0 && (end == raw.size || raw.data[end++] != '.')) {
            return 0;
        }
        while (end < raw.size && digits < 3 && text_is_digit(raw.data[end])) {
            value = 10 * value + (raw.data[end] - '0');
            end++;
            digits++;
        }
        if (digits == 0 || value > 255) {
            return 0;
        }
    }
    bool ends = end == raw.size || (!is_word_byte(raw.data[end]) && raw.data[end] != '.');
    return ends ? end - at : 0;
}

/* The size of the IPv6 address that stands here, or 0. */
static size_t long_address_here(struct arena *arena, struct text raw, size_t at)
{
    size_t end = at, colons = 0, digits = 0;
    if (at > 0 && (is_word_byte(raw.data[at - 1]) || strchr(":.", raw.data[at - 1]) != NULL)) {
        return 0;
    }
    for (; end < raw.size && (isxdigit((unsigned char)raw.data[end]) != 0 || raw.data[end] == ':' ||
                              raw.data[end] == '.');
         end++) {
        colons += raw.data[end] == ':';
        digits += text_is_digit(raw.data[end]);
    }
    if (colons < 2 || digits == 0 || (end < raw.size && is_word_byte(raw.data[end]))) {
        return 0;
    }
    while (raw.data[end - 1] == '.' || (raw.data[end - 1] == ':' && raw.data[end - 2] != ':')) {
        end--; /* the end of a sentence */
    }
    struct in6_addr ignored;
    const char *address = text_string(arena, text_slice(raw, at, end));
    return strlen(address) > 3 && inet_pton(AF_INET6, address, &ignored) == 1 ? end - at : 0;
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

/* How many bytes from here on are an identity, after `*kept` bytes that are not. */
static size_t identity_here(struct arena *arena, const struct identities *identities,
                            struct text raw, size_t at, size_t *kept)
{
    size_t start, end;
    *kept = 0;
    for (size_t i = 0; i < identities->count; i++) {
        if (word_is_here(raw, at, identities->words[i])) {
            return identities->words[i].size;
        }
    }
    size_t shape = identity_shape_here(raw, at);
    if (shape > 0) {
        return shape;
    }
    if (identity_key_here(raw, at, &start, &end)) {
        *kept = start - at;
        return end - start;
    }
    size_t name = 0, size = disk_name_here(raw, at, &name);
    if (size > 0) {
        *kept = name;
        return size - name;
    }
    size = address_here(raw, at);
    return size > 0 ? size : long_address_here(arena, raw, at);
}

static struct text shapes_remove(struct arena *arena, const struct identities *identities,
                                 struct text raw, bool is_of_drive)
{
    struct text_builder clean = {.arena = arena};
    if (identities->are_kept) {
        return raw;
    }
    size_t written = 0;
    for (size_t at = 0; at < raw.size;) {
        if (identities->boot.size > 0 && word_is_here(raw, at, identities->boot)) {
            at += identities->boot.size; /* tells starts of the machine apart, and nothing else */
            continue;
        }
        size_t kept, size = identity_here(arena, identities, raw, at, &kept);
        size = size == 0 && is_of_drive ? serial_shape_here(raw, at) : size;
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

struct text identities_remove(struct arena *arena, const struct identities *identities,
                              struct text raw)
{
    return shapes_remove(arena, identities, raw, false);
}

struct text identities_remove_of_drive(struct arena *arena, const struct identities *identities,
                                       struct text raw)
{
    return shapes_remove(arena, identities, raw, true);
}
