#include "ingest/identity.h"

#include <arpa/inet.h>
#include <string.h>

static const char serial_number[] = "a serial number";
static const char world_wide_name[] = "a world-wide name";
static const char host_name[] = "a host name";
static const char drive_name[] = "the name of a drive with its serial number";

/* Names whose value is an identity, in text and in JSON. */
static const struct {
    const char *name, *what;
} keys[] = {
    {"serial", serial_number},
    {"serial number", serial_number},
    {"serial_number", serial_number},
    {"sn", serial_number},
    {"wwn", world_wide_name},
    {"wwid", world_wide_name},
    {"lu wwn device id", world_wide_name},
    {"logical unit id", world_wide_name},
    {"eui64", world_wide_name},
    {"nguid", world_wide_name},
    {"nsuuid", world_wide_name},
    {"subnqn", world_wide_name},
    {"uuid", "an identifier of a disk or file system"},
    {"partuuid", "an identifier of a disk or file system"},
    {"devid", drive_name},
    {"phys_path", drive_name},
    {"physpath", drive_name},
    {"host", host_name},
    {"hostname", host_name},
    {"host name", host_name},
    {"nodename", host_name},
    {"hostid", "the identifier of a host"},
};

/* How names of drives begin that hold no other word. */
static const char *const drive_prefixes[] = {"eui.",      "naa.",   "t10.", "uuid.",
                                             "nvme-eui.", "wwn-0x", "nqn."};

static bool is_alphanumeric(char byte)
{
    return text_is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool is_word_byte(char byte)
{
    return is_alphanumeric(byte) || byte == '_';
}

static bool is_hexadecimal(char byte)
{
    return text_is_digit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

bool identity_is_told(struct text identity)
{
    static const char *const empty[] = {"none",
                                        "unknown",
                                        "default string",
                                        "not specified",
                                        "null",
                                        "to be filled by o.e.m.",
                                        "localhost",
                                        "(none)",
                                        "n/a",
                                        "-",
                                        "removed",
                                        "true",
                                        "false"};
    identity = text_trim(identity);
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        if (text_is_ignoring_case(identity, empty[i]))
            return false;
    for (size_t i = 0; i < identity.size; i++)
        if (strchr("0 :.-xX", identity.data[i]) == NULL)
            return true;
    return false;
}

/* --- behind a name --- */

/* Letters and digits in one word of five or more: a number of a drive, no word of a sentence. */
static bool looks_like_serial(struct text value)
{
    size_t digits = 0, capitals = 0, small = 0, end = 0;
    for (; end < value.size && (is_alphanumeric(value.data[end]) || value.data[end] == '-');
         end++) {
        digits += text_is_digit(value.data[end]);
        capitals += value.data[end] >= 'A' && value.data[end] <= 'Z';
        small += value.data[end] >= 'a' && value.data[end] <= 'z';
    }
    return end >= 5 && digits > 0 && capitals + digits >= 4 && (capitals == 0 || small == 0);
}

/* A name that begins with a letter, unlike "host: scsi0" and "host = 3". */
static bool looks_like_host(struct text value)
{
    static const char *const others[] = {"scsi", "host", "ata", "pci", "nvme", "usb"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (text_starts_with_ignoring_case(value, others[i]))
            return false;
    return value.size > 1 && is_alphanumeric(value.data[0]) && !text_is_digit(value.data[0]) &&
           text_find(value, " ", 0) == value.size;
}

/* The end of the value at `start`: of a quoted one its quote, of an object its brace. */
static size_t value_end(struct text raw, size_t start)
{
    bool is_object = start < raw.size && raw.data[start] == '{';
    size_t end = start;
    while (end < raw.size && strchr(is_object ? "}" : "\"'\n,}", raw.data[end]) == NULL)
        end++;
    return end + (is_object && end < raw.size);
}

static size_t pass_over(struct text raw, size_t at, const char *bytes)
{
    while (at < raw.size && strchr(bytes, raw.data[at]) != NULL)
        at++;
    return at;
}

/* The value behind the name at `at`: after a colon or equals sign, or right after it where it looks
   like what the name says. */
static bool value_behind(struct text raw, size_t at, size_t key, struct identity *found)
{
    size_t name_end = at + strlen(keys[key].name);
    size_t sign = pass_over(raw, name_end, "\" \t");
    bool signs = sign < raw.size && (raw.data[sign] == ':' || raw.data[sign] == '=');
    size_t start = signs ? pass_over(raw, sign + 1, "\"' \t") : sign;
    size_t end = value_end(raw, start);
    struct text value = text_trim(text_slice(raw, start, end));
    if (!signs && (start == name_end || !looks_like_serial(value)))
        return false;
    if (keys[key].what == host_name && strlen(keys[key].name) == 4 && !looks_like_host(value))
        return false;
    if (!signs)
        end = start + text_find(value, " ", 0);
    *found = (struct identity){start, end - start, keys[key].what};
    return end > start;
}

static bool key_here(struct text raw, size_t at, struct identity *found)
{
    struct text rest = text_slice(raw, at, raw.size);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].name[0] == (rest.data[0] | ' ') &&
            text_starts_with_ignoring_case(rest, keys[i].name) && value_behind(raw, at, i, found))
            return true;
    return false;
}

/* --- by form --- */

static bool disk_path_here(struct text raw, size_t at, struct identity *found)
{
    static const char prefix[] = "/dev/disk/by-";
    if (!text_starts_with(text_slice(raw, at, raw.size), prefix))
        return false;
    size_t slash = text_find(raw, "/", at + sizeof prefix - 1), end = slash + 1;
    while (end < raw.size && strchr(" \t\n\"',;)", raw.data[end]) == NULL)
        end++;
    *found = (struct identity){slash + 1, end - slash - 1, drive_name};
    bool digest = text_starts_with(text_slice(raw, slash + 1, end), "SHA-256-");
    return slash < raw.size && end > slash + 1 && !digest; /* what `collect` writes in its place */
}

/* "/home/alice/bench" */
static bool home_here(struct text raw, size_t at, struct identity *found)
{
    static const char *const folders[] = {"/home/", "/Users/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t start = at + strlen(folders[i]), end = start;
        if (!text_starts_with(text_slice(raw, at, raw.size), folders[i]))
            continue;
        while (end < raw.size && (is_word_byte(raw.data[end]) || raw.data[end] == '-'))
            end++;
        *found = (struct identity){start, end - start, "the name of a user"};
        return end > start && identity_is_told(text_slice(raw, start, end));
    }
    return false;
}

static bool drive_name_here(struct text raw, size_t at, struct identity *found)
{
    enum { LEAST = 8 };
    struct text rest = text_slice(raw, at, raw.size);
    for (size_t i = 0; i < sizeof drive_prefixes / sizeof *drive_prefixes; i++) {
        size_t start = strlen(drive_prefixes[i]), end = start, digits = 0;
        if (drive_prefixes[i][0] != (rest.data[0] | ' ') ||
            !text_starts_with_ignoring_case(rest, drive_prefixes[i]))
            continue;
        for (; end < rest.size && strchr(" \t\n\"',;)}", rest.data[end]) == NULL; end++)
            digits += text_is_digit(rest.data[end]);
        if (end < start + LEAST || digits == 0)
            continue;
        *found = (struct identity){at, end, world_wide_name};
        return true;
    }
    return false;
}

/* True when the word right before says that a number of a version follows: "OpenZFS 2.1.11.1",
   "version = 1.2.3.4", "fio-3.33.0.1". */
static bool is_version(struct text raw, size_t at)
{
    static const char *const words[] = {"version", "release", "revision", "firmware", "kernel",
                                        "zfs",     "spl",     "fio",      "bios",     "driver",
                                        "fuse",    "linux",   "rev",      "fw"};
    size_t end = at, start;
    while (end > 0 && strchr(" \t=:\"'(-", raw.data[end - 1]) != NULL)
        end--;
    if (end == at)
        return false;
    for (start = end; start > 0 && is_word_byte(raw.data[start - 1]);)
        start--;
    struct text word = text_slice(raw, start, end);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_find_ignoring_case(word, words[i], 0) < word.size)
            return true;
    return false;
}

/* Numbers joined by a separator: an IPv4 address has four up to 255, a MAC address six of two
   hexadecimal digits. The size of what stands here, or 0. */
static size_t numbers_here(struct text raw, size_t at, char separator, int parts, bool is_hex)
{
    size_t end = at;
    if (at > 0 && raw.data[at - 1] == separator)
        return 0;
    for (int part = 0; part < parts; part++) {
        size_t digits = 0;
        long value = 0;
        if (part > 0 && (end == raw.size || raw.data[end++] != separator))
            return 0;
        for (; end < raw.size && digits < 3 &&
               (is_hex ? is_hexadecimal(raw.data[end]) : text_is_digit(raw.data[end]));
             end++, digits++)
            value = 10 * value + (raw.data[end] - '0');
        if (is_hex ? digits != 2 : digits == 0 || value > 255)
            return 0;
    }
    bool dot_ends = separator == '.' && end < raw.size && raw.data[end] == '.' &&
                    (end + 1 == raw.size || strchr(" \n", raw.data[end + 1]) != NULL);
    bool ends =
        end == raw.size || dot_ends || (!is_word_byte(raw.data[end]) && raw.data[end] != separator);
    return ends ? end - at : 0;
}

static bool short_address_here(struct text raw, size_t at, struct identity *found)
{
    size_t size = numbers_here(raw, at, '.', 4, false);
    struct text address = text_slice(raw, at, at + size);
    bool goes_on = at + size < raw.size && strchr("-+~", raw.data[at + size]) != NULL;
    *found = (struct identity){at, size, "a network address"};
    return size > 0 && !goes_on && !text_starts_with(address, "127.") &&
           !text_starts_with(address, "0.") && !text_starts_with(address, "255.") &&
           !is_version(raw, at);
}

static bool hardware_address_here(struct text raw, size_t at, struct identity *found)
{
    size_t size = numbers_here(raw, at, ':', 6, true);
    *found = (struct identity){at, size, "a hardware address"};
    return size > 0 && !text_is_ignoring_case(text_slice(raw, at, at + size), "ff:ff:ff:ff:ff:ff");
}

static bool long_address_here(struct text raw, size_t at, struct identity *found)
{
    char address[64];
    size_t end = at, colons = 0, digits = 0;
    struct in6_addr ignored;
    if (at > 0 && strchr(":.", raw.data[at - 1]) != NULL)
        return false;
    for (; end < raw.size &&
           (is_hexadecimal(raw.data[end]) || raw.data[end] == ':' || raw.data[end] == '.');
         end++) {
        colons += raw.data[end] == ':';
        digits += text_is_digit(raw.data[end]);
    }
    if (colons < 2 || digits == 0 || (end < raw.size && is_word_byte(raw.data[end])))
        return false;
    while (raw.data[end - 1] == '.' || (raw.data[end - 1] == ':' && raw.data[end - 2] != ':'))
        end--; /* the end of a sentence */
    size_t size = end - at;
    if (size <= 3 || size >= sizeof address)
        return false;
    memcpy(address, raw.data + at, size);
    address[size] = '\0';
    *found = (struct identity){at, size, "a network address"};
    return inet_pton(AF_INET6, address, &ignored) == 1;
}

bool identity_at(struct text raw, size_t at, struct identity *found)
{
    char first = raw.data[at];
    if (first == '/')
        return disk_path_here(raw, at, found) || home_here(raw, at, found);
    if ((!is_alphanumeric(first) && first != ':') || (at > 0 && is_word_byte(raw.data[at - 1])))
        return false;
    if (!text_is_digit(first) && (key_here(raw, at, found) || drive_name_here(raw, at, found)))
        return true;
    return short_address_here(raw, at, found) || hardware_address_here(raw, at, found) ||
           long_address_here(raw, at, found);
}
