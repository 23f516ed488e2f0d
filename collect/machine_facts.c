/* What is known of the machine. Each row of the table is one source, a command or a file; what it
   said goes into the archive as it was, but for lines that tell whose machine it is, and one value
   is taken out of it. Reference: proc(5), os-release(5), uname(1), findmnt(8), df(1). */
#include "collect/machine_facts.h"

#include "collect/child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { SOURCE_TIMEOUT_MS = 6000 };

struct source_row {
    const char *name;         /* of the fact; NULL = only the raw text is kept */
    const char *file;         /* in the archive */
    const char *path;         /* a file to read; NULL = a command */
    const char *arguments[8]; /* DIRECTORY stands for the place of the test files */
    struct text (*value)(struct arena *arena, struct text raw);
    struct text (*clean)(struct arena *arena, struct text raw);
};

static const char directory_mark[] = "DIRECTORY";

/* --- one value out of a raw text --- */

static struct text first_line(struct arena *arena, struct text raw)
{
    struct text line = {0};
    (void)arena;
    (void)text_next_line(&raw, &line);
    return text_trim(line);
}

/* The value of the first line "name<sign>value". */
static struct text line_value(struct text raw, const char *name, char sign)
{
    for (struct text line, key; text_next_line(&raw, &line);) {
        if (text_next_piece(&line, sign, &key) && text_is(text_trim(key), name)) {
            return text_trim(line);
        }
    }
    return (struct text){0};
}

static struct text pretty_name(struct arena *arena, struct text raw)
{
    struct text name = line_value(raw, "PRETTY_NAME", '=');
    (void)arena;
    return name.size >= 2 && name.data[0] == '"' ? text_slice(name, 1, name.size - 1) : name;
}

static struct text cpu_model(struct arena *arena, struct text raw)
{
    struct text model = line_value(raw, "model name", ':');
    size_t processors = 0;
    for (struct text line; text_next_line(&raw, &line);) {
        processors += text_starts_with(line, "processor");
    }
    if (model.size == 0) {
        model = text_of("unnamed processor");
    }
    return text_format(arena, "%.*s, %zu logical", (int)model.size, model.data, processors);
}

static struct text memory_total(struct arena *arena, struct text raw)
{
    struct text total = line_value(raw, "MemTotal", ':');
    return total.size > 3 && text_ends_with(total, " kB")
               ? text_format(arena, "%.*s KiB", (int)total.size - 3, total.data)
               : total;
}

/* --- what is left out --- */

/* Some processors print a serial number. */
static struct text without_serial(struct arena *arena, struct text raw)
{
    struct text_builder clean = {.arena = arena};
    for (struct text line; text_next_line(&raw, &line);) {
        if (!text_starts_with_ignoring_case(line, "serial")) {
            text_add(&clean, line);
            text_add_string(&clean, "\n");
        }
    }
    return text_built(&clean);
}

/* Mount options with a value may hold addresses and names; of those only a few are kept. */
static struct text plain_options(struct arena *arena, struct text raw)
{
    static const char *const kept[] = {"compress=", "data=", "commit=", "size=", "errors="};
    struct text_builder clean = {.arena = arena};
    struct text line = first_line(arena, raw), type = {0}, option;
    (void)text_next_piece(&line, ' ', &type);
    text_add(&clean, type);
    line = text_trim(line);
    const char *separator = " ";
    while (text_next_piece(&line, ',', &option)) {
        bool plain = memchr(option.data, '=', option.size) == NULL;
        for (size_t i = 0; !plain && i < sizeof kept / sizeof kept[0]; i++) {
            plain = text_starts_with(option, kept[i]);
        }
        if (plain) {
            text_add_string(&clean, separator);
            text_add(&clean, option);
            separator = ",";
        }
    }
    text_add_string(&clean, "\n");
    return text_built(&clean);
}

static const struct source_row rows[] = {
    {"kernel", "uname.txt", NULL, {"uname", "-srm"}, first_line, NULL},
    {"distribution", "os-release.txt", "/etc/os-release", {0}, pretty_name, NULL},
    {"cpu", "cpuinfo.txt", "/proc/cpuinfo", {0}, cpu_model, without_serial},
    {"memory", "meminfo.txt", "/proc/meminfo", {0}, memory_total, NULL},
    {"load", "loadavg.txt", "/proc/loadavg", {0}, first_line, NULL},
    {"file_system",
     "findmnt.txt",
     NULL,
     {"findmnt", "-n", "-T", directory_mark, "-o", "FSTYPE,OPTIONS"},
     first_line,
     plain_options},
    {NULL,
     "df.txt",
     NULL,
     {"df", "-B1", "--output=fstype,size,used,avail", directory_mark},
     NULL,
     NULL},
    {NULL, "zfsrc.txt", "/etc/zfs/zfsrc", {0}, NULL, NULL},
};

enum { ROWS = sizeof rows / sizeof rows[0], FACTS_MAX = ROWS + 2 };

/* --- gathering --- */

/* Reads a file of unknown size, as those of /proc are. */
static bool source_file(struct arena *arena, const char *path, struct text *raw)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return false;
    }
    struct text_builder content = {.arena = arena};
    char piece[8192];
    for (ssize_t size; (size = read(descriptor, piece, sizeof piece)) > 0;) {
        text_add(&content, (struct text){piece, (size_t)size});
    }
    (void)close(descriptor);
    *raw = text_built(&content);
    return true;
}

static bool source_command(struct arena *arena, const struct source_row *row, const char *directory,
                           struct text *raw, struct text *trouble)
{
    const char *arguments[8] = {program_find(arena, row->arguments[0])};
    for (size_t i = 1; i < 8 && row->arguments[i] != NULL; i++) {
        arguments[i] = row->arguments[i] == directory_mark ? directory : row->arguments[i];
    }
    struct command_result result;
    if (arguments[0] == NULL) {
        *trouble = text_format(arena, "%s is not installed", row->arguments[0]);
        return false;
    }
    if (!command_run(arena, arguments, SOURCE_TIMEOUT_MS, &result, NULL) || result.timed_out) {
        *trouble = text_format(arena, "%s could not be run", row->arguments[0]);
        return false;
    }
    *raw = result.output;
    *trouble =
        text_format(arena, "%s ended with exit status %d", row->arguments[0], result.exit_status);
    return result.exit_status == 0;
}

static const char *source_name(struct arena *arena, const struct source_row *row)
{
    return row->path != NULL ? row->path : command_written(arena, row->arguments).data;
}

static struct text fact_text(struct arena *arena, struct text value)
{
    struct text clean = text_clean(arena, value);
    for (size_t i = 0; i < clean.size; i++) {
        if (clean.data[i] == '\n' || clean.data[i] == '\t') {
            ((char *)clean.data)[i] = ' ';
        }
    }
    return clean;
}

bool machine_facts_gather(struct arena *arena, struct archive *archive, const char *folder,
                          const char *directory, struct text fio, struct text zfs,
                          struct machine_facts *facts, struct failure *failure)
{
    facts->items = arena_take_array(arena, FACTS_MAX, sizeof *facts->items);
    facts->count = 0;
    for (size_t i = 0; i < ROWS; i++) {
        const struct source_row *row = &rows[i];
        struct text raw = {0}, trouble = {0}, value;
        bool is_known = row->path != NULL ? source_file(arena, row->path, &raw)
                                          : source_command(arena, row, directory, &raw, &trouble);
        if (row->path != NULL) {
            trouble = text_format(arena, "%s cannot be read", row->path);
        }
        raw = row->clean == NULL ? raw : row->clean(arena, raw);
        const char *name = text_format(arena, "%s/%s", folder, row->file).data;
        if (is_known && !archive_write(archive, name, raw, failure)) {
            return false;
        }
        if (row->name != NULL) {
            value =
                is_known ? row->value(arena, raw) : text_format(arena, "unknown: %s", trouble.data);
            facts->items[facts->count++] =
                (struct machine_fact){row->name, fact_text(arena, value), source_name(arena, row)};
        }
    }
    facts->items[facts->count++] =
        (struct machine_fact){"fio", fact_text(arena, fio), "fio --version"};
    if (zfs.size > 0) {
        facts->items[facts->count++] =
            (struct machine_fact){"zfs", fact_text(arena, zfs), "the module or package in use"};
    }
    return true;
}
