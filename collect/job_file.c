/* fio job files, read only as far as needed. As in fio: a section is [name], sections whose name
   starts with "global" hold defaults for what follows, `;` and `#` start a comment anywhere, and of
   an option that stands twice the last counts. Reference: fio's HOWTO and parse_jobs_ini() of its
   init.c. */
#include "collect/job_file.h"

#include "collect/whole_file.h"
#include "model/number.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Options that lead a job away from the folder it is given, start other programs, or write files
   that nobody would archive. */
static const char *const refused_options[] = {
    "directory",         "exec_prerun",   "exec_postrun",    "opendir",
    "write_bw_log",      "write_lat_log", "write_iops_log",  "write_hist_log",
    "write_iolog",       "read_iolog",    "aux-path",        "merge_blktrace_file",
    "trigger",           "cgroup",        "filename_format", "replay_redirect",
    "external",          "mem",           "program",         "ioengine_so_path",
    "verify_state_save",
};

enum { INCLUDE_DEPTH_MAX = 16 };

struct job_option *job_section_find(const struct job_section *section, const char *name,
                                    const char *alias)
{
    for (size_t i = section->count; i-- > 0;) {
        if (text_is(section->options[i].name, name) ||
            (alias != NULL && text_is(section->options[i].name, alias))) {
            return &section->options[i];
        }
    }
    return NULL;
}

void job_section_drop(struct job_section *section, struct job_option *option)
{
    size_t after = section->count - (size_t)(option - section->options) - 1;
    memmove(option, option + 1, after * sizeof *option);
    section->count--;
}

void job_section_set(struct arena *arena, struct job_section *section, struct job_option option)
{
    struct job_option *present = job_section_find(section, text_string(arena, option.name), NULL);
    if (present != NULL) {
        job_section_drop(section, present); /* the later one also stands later */
    }
    section->options = arena_grow(arena, section->options, section->count, &section->capacity,
                                  sizeof *section->options);
    section->options[section->count++] = option;
}

bool job_option_refuse(const struct job_file *file, struct job_option option, const char *why)
{
    return failure_set(file->failure, FAILURE_USAGE, "%s:%u: option %.*s %s", option.path,
                       option.line, (int)option.name.size, option.name.data, why);
}

static bool option_is_allowed(const struct job_file *file, struct job_option option)
{
    for (size_t i = 0; i < sizeof refused_options / sizeof refused_options[0]; i++) {
        if (text_is(option.name, refused_options[i])) {
            return job_option_refuse(file, option,
                                     "cannot be used here: files are made in a folder "
                                     "given by collect, and only results are kept");
        }
    }
    if (text_is(option.name, "filename") &&
        (memchr(option.value.data, '/', option.value.size) != NULL ||
         text_starts_with(option.value, "-"))) {
        return job_option_refuse(file, option,
                                 "must be a plain name: files are made in a folder given "
                                 "by collect");
    }
    if (text_find(option.value, "${", 0) < option.value.size) {
        return job_option_refuse(file, option,
                                 "uses an environment variable: such a job cannot be "
                                 "repeated from its archive");
    }
    return true;
}

static bool job_file_add_option(struct job_file *file, struct job_section *section,
                                struct text line, unsigned number)
{
    struct text name = line, value = text_of("1");
    const char *sign = memchr(line.data, '=', line.size);
    if (sign != NULL) {
        name = text_trim(text_slice(line, 0, (size_t)(sign - line.data)));
        value = text_trim(text_slice(line, (size_t)(sign - line.data) + 1, line.size));
    }
    struct job_option option = {name, value, file->path, number};
    if (!option_is_allowed(file, option)) {
        return false;
    }
    job_section_set(file->arena, section, option);
    return true;
}

static bool job_file_add_section(struct job_file *file, struct text line, unsigned number)
{
    const char *end = memchr(line.data, ']', line.size);
    if (end == NULL || end == line.data + 1) {
        return failure_set(file->failure, FAILURE_USAGE, "%s:%u: a section is written [name]",
                           file->path, number);
    }
    struct text name = text_slice(line, 1, (size_t)(end - line.data));
    if (text_starts_with_ignoring_case(name, "global")) {
        file->current = &file->global;
        return true;
    }
    file->sections = arena_grow(file->arena, file->sections, file->count, &file->capacity,
                                sizeof *file->sections);
    struct job_section *section = &file->sections[file->count++];
    *section = (struct job_section){.name = name};
    for (size_t i = 0; i < file->global.count; i++) {
        job_section_set(file->arena, section, file->global.options[i]);
    }
    file->current = section;
    return true;
}

/* The path as written, or beside the file that includes it. */
static const char *include_path(const struct job_file *file, struct text name)
{
    const char *path = text_string(file->arena, name);
    const char *slash = strrchr(file->path, '/');
    if (slash == NULL || path[0] == '/' || access(path, F_OK) == 0) {
        return path;
    }
    return text_format(file->arena, "%.*s/%s", (int)(slash - file->path), file->path, path).data;
}

static bool job_file_read_lines(struct job_file *file, struct text text);

static bool job_file_include(struct job_file *file, struct text name, unsigned number)
{
    const char *path = include_path(file, name), *including = file->path;
    struct text text;
    if (file->depth == INCLUDE_DEPTH_MAX) {
        return failure_set(file->failure, FAILURE_USAGE,
                           "%s:%u: more than %d files included in each other", including, number,
                           INCLUDE_DEPTH_MAX);
    }
    if (!text_file_read(file->arena, path, JOB_FILE_MAX, &text)) {
        return failure_set(file->failure, FAILURE_USAGE, "%s:%u: cannot include %s: %s", including,
                           number, path, strerror(errno));
    }
    file->depth++;
    file->path = path;
    bool read = job_file_read_lines(file, text);
    file->path = including;
    file->depth--;
    return read;
}

static bool job_file_read_line(struct job_file *file, struct text line, unsigned number)
{
    for (size_t i = 0; i < line.size; i++) {
        if (line.data[i] == ';' || line.data[i] == '#') {
            line = text_slice(line, 0, i);
        }
    }
    line = text_trim(line);
    if (line.size == 0) {
        return true;
    }
    if (line.data[0] == '[') {
        return job_file_add_section(file, line, number);
    }
    if (text_starts_with(line, "include ")) {
        return job_file_include(file, text_trim(text_slice(line, 8, line.size)), number);
    }
    return job_file_add_option(file, file->current, line, number);
}

static bool job_file_read_lines(struct job_file *file, struct text text)
{
    if (!text_is_utf8(text) || (text.size > 0 && memchr(text.data, '\0', text.size) != NULL)) {
        return failure_set(file->failure, FAILURE_USAGE, "%s is not a text file in UTF-8",
                           file->path);
    }
    unsigned number = 0;
    for (struct text line; text_next_line(&text, &line);) {
        if (!job_file_read_line(file, line, ++number)) {
            return false;
        }
    }
    return true;
}

bool job_file_read(struct job_file *file, struct text text)
{
    file->current = &file->global; /* options before any section are global as well */
    if (!job_file_read_lines(file, text)) {
        return false;
    }
    if (file->count == 0) {
        return failure_set(file->failure, FAILURE_USAGE, "%s: no job section, such as [randwrite]",
                           file->path);
    }
    return true;
}

/* --- values --- */

/* A number of bytes; without the option `*bytes` stays. */
bool job_section_bytes(const struct job_file *file, const struct job_section *section,
                       const char *name, const char *alias, int64_t *bytes)
{
    const struct job_option *option = job_section_find(section, name, alias);
    if (option == NULL) {
        return true;
    }
    double value;
    if (!number_read_size(option->value, &value) || value < 0 || value > 1e18) {
        return job_option_refuse(file, *option, "must be a size, such as 4k, 256m or 1g");
    }
    *bytes = (int64_t)value;
    return true;
}

bool job_section_count(const struct job_file *file, const struct job_section *section,
                       const char *name, int64_t *count)
{
    const struct job_option *option = job_section_find(section, name, NULL);
    if (option != NULL &&
        (!number_read_integer(option->value, count) || *count < 1 || *count > 100000)) {
        return job_option_refuse(file, *option, "must be a number from 1 to 100000");
    }
    return true;
}

bool job_section_is_set(const struct job_section *section, const char *name)
{
    const struct job_option *option = job_section_find(section, name, NULL);
    return option != NULL && !text_is(option->value, "0");
}

/* Milliseconds of "60", "60s", "1m", "500ms", "2h"; plain numbers are seconds. */
bool job_section_time(const struct job_file *file, const struct job_section *section,
                      const char *name, const char *alias, int64_t *milliseconds)
{
    static const struct {
        const char *suffix;
        double milliseconds;
    } units[] = {{"", 1000}, {"s", 1000}, {"ms", 1}, {"m", 60000}, {"h", 3.6e6}, {"d", 8.64e7}};
    const struct job_option *option = job_section_find(section, name, alias);
    if (option == NULL) {
        return true;
    }
    struct number number;
    if (number_read(option->value, &number) == NUMBER_FOUND && number.value >= 0) {
        for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
            if (text_is_ignoring_case(number.rest, units[i].suffix)) {
                *milliseconds = (int64_t)(number.value * units[i].milliseconds + 0.5);
                return true;
            }
        }
    }
    return job_option_refuse(file, *option, "must be a time, such as 60, 500ms or 2m");
}

/* The largest block size of "4k", "4k,64k" or "4k-64k"; 4096 without the option. */
int64_t job_section_block_size(const struct job_section *section)
{
    const struct job_option *option = job_section_find(section, "bs", "blocksize");
    int64_t largest = 0;
    struct text rest = option == NULL ? text_of("4096") : option->value;
    for (struct text piece; text_next_piece(&rest, ',', &piece);) {
        for (struct text end; text_next_piece(&piece, '-', &end);) {
            double bytes;
            if (number_read_size(end, &bytes) && bytes >= 1 && bytes < 1e12 &&
                (int64_t)bytes > largest) {
                largest = (int64_t)bytes;
            }
        }
    }
    return largest == 0 ? 4096 : largest;
}
