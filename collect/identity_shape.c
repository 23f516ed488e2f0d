/* Reference: RFC 9562 (UUID), NVM Express base specification (NQN, EUI64, NGUID), SCSI SPC (NAA,
   T10 vendor identification), udev's 60-persistent-storage.rules (names in /dev/disk/by-id). */
#include "collect/identity_shape.h"

#include <ctype.h>
#include <string.h>

enum {
    HEX_MIN = 12,
    DECIMAL_MIN = 17,
    PAIRS_MIN = 6,
    SERIAL_MIN = 8,
    SERIAL_DIGITS_MIN = 2,
    KEY_MAX = 64,
};

static bool is_hex(struct text raw, size_t at)
{
    return at < raw.size && isxdigit((unsigned char)raw.data[at]) != 0;
}

static bool is_alphanumeric(struct text raw, size_t at)
{
    return at < raw.size && isalnum((unsigned char)raw.data[at]) != 0;
}

static bool begins_word(struct text raw, size_t at)
{
    return at == 0 || !is_alphanumeric(raw, at - 1);
}

/* --- numbers --- */

static size_t uuid_here(struct text raw, size_t at)
{
    static const size_t groups[] = {8, 4, 4, 4, 12};
    size_t end = at;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if (i > 0 && (end >= raw.size || raw.data[end++] != '-')) {
            return 0;
        }
        for (size_t k = 0; k < groups[i]; k++) {
            if (!is_hex(raw, end++)) {
                return 0;
            }
        }
    }
    return is_alphanumeric(raw, end) ? 0 : end - at;
}

/* "50:01:4e:e2:b1:c2:d3:e4" */
static size_t pairs_here(struct text raw, size_t at)
{
    size_t end = at, pairs = 0;
    char separator = at + 2 < raw.size ? raw.data[at + 2] : '\0';
    if (separator != ':' && separator != '-') {
        return 0;
    }
    while (is_hex(raw, end) && is_hex(raw, end + 1)) {
        pairs++;
        end += 2;
        if (end >= raw.size || raw.data[end] != separator || !is_hex(raw, end + 1)) {
            break;
        }
        end++;
    }
    return pairs >= PAIRS_MIN && !is_alphanumeric(raw, end) ? end - at : 0;
}

static size_t number_here(struct text raw, size_t at)
{
    size_t start = at, digits = 0, zeros = 0, end;
    if (raw.data[at] == '0' && at + 1 < raw.size && (raw.data[at + 1] | 32) == 'x') {
        start = at + 2;
    }
    for (end = start; is_hex(raw, end); end++) {
        digits += text_is_digit(raw.data[end]);
        zeros += raw.data[end] == '0';
    }
    size_t size = end - start;
    bool is_long = digits == size ? size >= DECIMAL_MIN : digits > 0 && size >= HEX_MIN;
    return is_long && zeros < size && !is_alphanumeric(raw, end) ? end - at : 0;
}

/* --- names --- */

static size_t word_size(struct text raw, size_t at)
{
    size_t end = at;
    while (end < raw.size && strchr(" \t\r\n\"',;()[]{}", raw.data[end]) == NULL) {
        end++;
    }
    return end - at;
}

static size_t qualified_name_here(struct text raw, size_t at)
{
    static const char *const starts[] = {"nqn.", "eui.", "naa.", "t10.", "uuid.", "iqn."};
    struct text rest = text_slice(raw, at, raw.size);
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        if (text_starts_with(rest, starts[i])) {
            return word_size(raw, at);
        }
    }
    return 0;
}

static size_t disk_name_here(struct text raw, size_t at)
{
    static const char *const buses[] = {"ata-",     "nvme-",    "scsi-",       "usb-",    "wwn-",
                                        "mmc-",     "sas-",     "ieee1394-",   "virtio-", "google-",
                                        "md-uuid-", "dm-uuid-", "lvm-pv-uuid-"};
    struct text rest = text_slice(raw, at, raw.size);
    for (size_t i = 0; i < sizeof buses / sizeof buses[0]; i++) {
        struct text word = text_slice(rest, 0, word_size(raw, at));
        word = text_slice(word, 0, text_find(word, "-part", 0));
        if (text_starts_with(rest, buses[i]) &&
            (text_find(word, "_", 0) < word.size || text_find(word, "-0x", 0) < word.size)) {
            return word.size;
        }
    }
    return 0;
}

size_t identity_shape_here(struct text raw, size_t at)
{
    static size_t (*const shapes[])(struct text raw, size_t at) = {
        uuid_here, pairs_here, number_here, qualified_name_here, disk_name_here};
    for (size_t i = 0; begins_word(raw, at) && i < sizeof shapes / sizeof shapes[0]; i++) {
        size_t size = shapes[i](raw, at);
        if (size > 0) {
            return size;
        }
    }
    return 0;
}

/* --- keys --- */

/* A word of a key, or a part of one, that says what the value is. */
static const struct {
    const char *word;
    bool is_whole; /* of letters: "sn" is no part of "snapshot" */
} key_words[] = {
    {"serial", false},    {"wwn", false},     {"wwid", false},     {"guid", false},
    {"uuid", false},      {"eui64", false},   {"nqn", false},      {"hostid", false},
    {"hostname", false},  {"devid", false},   {"phys_path", true}, {"physpath", true},
    {"nodename", true},   {"unit id", false}, {"unit_id", false},  {"unique id", false},
    {"unique_id", false}, {"unique", true},   {"sn", true}};

static bool key_says_identity(struct text key)
{
    for (size_t i = 0; i < sizeof key_words / sizeof key_words[0]; i++) {
        size_t size = strlen(key_words[i].word);
        for (size_t at = 0; (at = text_find_ignoring_case(key, key_words[i].word, at)) < key.size;
             at++) {
            bool is_whole = begins_word(key, at) && !is_alphanumeric(key, at + size) &&
                            (at == 0 || key.data[at - 1] != '_') &&
                            (at + size == key.size || key.data[at + size] != '_');
            if (is_whole || !key_words[i].is_whole) {
                return true;
            }
        }
    }
    return false;
}

/* The key that begins here and the place behind its sign; false when none does. */
static bool key_here(struct text raw, size_t at, struct text *key, size_t *behind)
{
    size_t end = at;
    while (end < raw.size && end - at < KEY_MAX &&
           (is_alphanumeric(raw, end) || strchr("_ .-/()@", raw.data[end]) != NULL)) {
        end++;
    }
    *key = text_trim(text_slice(raw, at, end));
    while (end < raw.size && strchr("\" \t", raw.data[end]) != NULL) {
        end++;
    }
    *behind = end + 1;
    return key->size > 0 && end < raw.size && (raw.data[end] == ':' || raw.data[end] == '=');
}

/* A column of zpool get and zfs get: "tank<tab>guid<tab>123<tab>-". */
static bool column_here(struct text raw, size_t at, size_t *start)
{
    size_t end = at;
    while (end < raw.size && (is_alphanumeric(raw, end) || raw.data[end] == '_')) {
        end++;
    }
    struct text name = text_slice(raw, at, end);
    while (end < raw.size && strchr(" \t", raw.data[end]) != NULL) {
        end++;
    }
    *start = end;
    return text_ends_with(name, "guid") && end > at + name.size && end < raw.size &&
           text_is_digit(raw.data[end]);
}

bool identity_key_here(struct text raw, size_t at, size_t *start, size_t *end)
{
    struct text key;
    size_t next;
    if (!begins_word(raw, at) || (at > 0 && raw.data[at - 1] == '_') || !is_alphanumeric(raw, at)) {
        return false;
    }
    if (column_here(raw, at, start)) {
        *end = *start + word_size(raw, *start);
        return true;
    }
    if (!key_here(raw, at, &key, &next) || !key_says_identity(key)) {
        return false;
    }
    while (next < raw.size && strchr("\"' \t", raw.data[next]) != NULL) {
        next++;
    }
    *start = next;
    bool is_object = next < raw.size && raw.data[next] == '{';
    while (next < raw.size && strchr(is_object ? "}" : "\"'\n,}", raw.data[next]) == NULL) {
        next++;
    }
    *end = next + (is_object && next < raw.size);
    return *end > *start;
}

/* --- serial numbers --- */

/* The key that the value at this place belongs to: what stands before the last sign of the line. */
static struct text key_before(struct text raw, size_t at)
{
    size_t end = at;
    while (end > 0 && raw.data[end - 1] != '\n' && strchr(":=", raw.data[end - 1]) == NULL) {
        end--;
    }
    size_t start = end;
    while (start > 0 && end - start < KEY_MAX && strchr("\n,{[", raw.data[start - 1]) == NULL) {
        start--;
    }
    return text_slice(raw, start, end);
}

static bool key_says_kind(struct text key)
{
    static const char *const words[] = {"model",  "product", "firmware", "revision", "\"rev\"",
                                        "\"mn\"", "\"fr\"",  "vendor",   "family",   "version"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (text_find_ignoring_case(key, words[i], 0) < key.size) {
            return true;
        }
    }
    return false;
}

size_t serial_shape_here(struct text raw, size_t at)
{
    size_t end = at, digits = 0, capitals = 0;
    while (is_alphanumeric(raw, end)) {
        digits += text_is_digit(raw.data[end]);
        capitals += isupper((unsigned char)raw.data[end]) != 0;
        end++;
    }
    bool looks_so = begins_word(raw, at) && end - at >= SERIAL_MIN && capitals > 0 &&
                    digits >= SERIAL_DIGITS_MIN && digits + capitals == end - at;
    return looks_so && !key_says_kind(key_before(raw, at)) ? end - at : 0;
}
