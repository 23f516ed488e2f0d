/* fio job files, read only as far as needed: to run each workload alone, to know how large its
   files are and how long it takes, and to tell afterwards whether it ran to its end. As in fio: a
   section is [name], sections whose name starts with "global" hold defaults for what follows, `;`
   and `#` start a comment anywhere, and of an option that stands twice the last counts. Reference:
   fio's HOWTO and parse_jobs_ini() of its init.c. */
#include "collect/workload.h"

#include "model/number.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const shipped_workloads[] = {"quick", "salter", NULL};

enum { JOB_FILE_MAX = 1 << 20 };

struct option {
    struct text name, value; /* "1" for an option written without a value */
    unsigned line;
};

struct section {
    struct text name;
    struct option *options;
    size_t count, capacity;
};

struct job_file {
    struct arena *arena;
    const char *path;
    struct scale scale;
    struct section global;
    struct section *sections; /* each with the global options before its own */
    size_t count, capacity;
    struct failure *failure;
};

/* Options that lead a job away from the folder it is given, start other programs, or write files
   that nobody would archive. */
static const char *const refused_options[] = {
    "directory",       "include",      "exec_prerun",   "exec_postrun",
    "opendir",         "write_bw_log", "write_lat_log", "write_iops_log",
    "write_hist_log",  "write_iolog",  "read_iolog",    "merge_blktrace_file",
    "replay_redirect", "aux-path",     "trigger",       "cgroup",
    "filename_format", "external",     "mem",
};

bool scale_read(struct text text, struct scale *scale)
{
    int64_t numerator, denominator = 1;
    struct text rest = text, piece;
    if (!text_next_piece(&rest, '/', &piece) || !number_read_integer(piece, &numerator)) {
        return false;
    }
    if (rest.data != NULL && !number_read_integer(rest, &denominator)) {
        return false;
    }
    if (numerator < 1 || denominator < numerator || denominator > 1000000) {
        return false;
    }
    *scale = (struct scale){(unsigned)numerator, (unsigned)denominator};
    return true;
}

const char *file_name_of(struct arena *arena, struct text name)
{
    struct text copy = text_copy(arena, name);
    char *bytes = (char *)copy.data;
    for (size_t i = 0; i < copy.size; i++) {
        bool kept = (bytes[i] >= 'a' && bytes[i] <= 'z') || (bytes[i] >= 'A' && bytes[i] <= 'Z') ||
                    (bytes[i] >= '0' && bytes[i] <= '9') || strchr("_=-", bytes[i]) != NULL ||
                    (bytes[i] == '.' && i > 0);
        if (!kept || bytes[i] == '\0') {
            bytes[i] = '_';
        }
    }
    return copy.size == 0 ? "_" : copy.data;
}

/* --- sections and options --- */

static struct option *section_find(const struct section *section, const char *name,
                                   const char *alias)
{
    for (size_t i = 0; i < section->count; i++) {
        if (text_is(section->options[i].name, name) ||
            (alias != NULL && text_is(section->options[i].name, alias))) {
            return &section->options[i];
        }
    }
    return NULL;
}

static void section_drop(struct section *section, struct option *option)
{
    size_t after = section->count - (size_t)(option - section->options) - 1;
    memmove(option, option + 1, after * sizeof *option);
    section->count--;
}

static void section_set(struct arena *arena, struct section *section, struct option option)
{
    struct option *present = section_find(section, text_string(arena, option.name), NULL);
    if (present != NULL) {
        section_drop(section, present); /* the later one also stands later */
    }
    section->options = arena_grow(arena, section->options, section->count, &section->capacity,
                                  sizeof *section->options);
    section->options[section->count++] = option;
}

static bool option_refuse(const struct job_file *file, struct option option, const char *why)
{
    return failure_set(file->failure, FAILURE_USAGE, "%s:%u: option %.*s %s", file->path,
                       option.line, (int)option.name.size, option.name.data, why);
}

static bool option_is_allowed(const struct job_file *file, struct option option)
{
    for (size_t i = 0; i < sizeof refused_options / sizeof refused_options[0]; i++) {
        if (text_is(option.name, refused_options[i])) {
            return option_refuse(file, option,
                                 "cannot be used here: files are made in a folder "
                                 "given by collect, and only results are kept");
        }
    }
    if (text_is(option.name, "filename") &&
        (memchr(option.value.data, '/', option.value.size) != NULL ||
         text_starts_with(option.value, "-"))) {
        return option_refuse(file, option,
                             "must be a plain name: files are made in a folder given "
                             "by collect");
    }
    if (text_find(option.value, "${", 0) < option.value.size) {
        return option_refuse(file, option,
                             "uses an environment variable: such a job cannot be "
                             "repeated from its archive");
    }
    return true;
}

static bool job_file_add_option(struct job_file *file, struct section *section, struct text line,
                                unsigned number)
{
    struct text name = line, value = text_of("1");
    const char *sign = memchr(line.data, '=', line.size);
    if (sign != NULL) {
        name = text_trim(text_slice(line, 0, (size_t)(sign - line.data)));
        value = text_trim(text_slice(line, (size_t)(sign - line.data) + 1, line.size));
    }
    struct option option = {name, value, number};
    if (text_starts_with(name, "include ")) {
        option.name = text_of("include");
    }
    if (!option_is_allowed(file, option)) {
        return false;
    }
    section_set(file->arena, section, option);
    return true;
}

static bool job_file_add_section(struct job_file *file, struct text line, unsigned number,
                                 struct section **current)
{
    const char *end = memchr(line.data, ']', line.size);
    if (end == NULL || end == line.data + 1) {
        return failure_set(file->failure, FAILURE_USAGE, "%s:%u: a section is written [name]",
                           file->path, number);
    }
    struct text name = text_slice(line, 1, (size_t)(end - line.data));
    if (text_starts_with_ignoring_case(name, "global")) {
        *current = &file->global;
        return true;
    }
    file->sections = arena_grow(file->arena, file->sections, file->count, &file->capacity,
                                sizeof *file->sections);
    struct section *section = &file->sections[file->count++];
    *section = (struct section){.name = name};
    for (size_t i = 0; i < file->global.count; i++) {
        section_set(file->arena, section, file->global.options[i]);
    }
    *current = section;
    return true;
}

static bool job_file_read(struct job_file *file, struct text text)
{
    struct section *current = &file->global; /* options before any section are global as well */
    unsigned number = 0;
    for (struct text line; text_next_line(&text, &line);) {
        number++;
        for (size_t i = 0; i < line.size; i++) {
            if (line.data[i] == ';' || line.data[i] == '#') {
                line = text_slice(line, 0, i);
            }
        }
        line = text_trim(line);
        if (line.size == 0) {
            continue;
        }
        if (line.data[0] == '[' ? !job_file_add_section(file, line, number, &current)
                                : !job_file_add_option(file, current, line, number)) {
            return false;
        }
    }
    if (file->count == 0) {
        return failure_set(file->failure, FAILURE_USAGE, "%s: no job section, such as [randwrite]",
                           file->path);
    }
    return true;
}

/* --- values --- */

/* A number of bytes; without the option `*bytes` stays. */
static bool section_bytes(const struct job_file *file, const struct section *section,
                          const char *name, const char *alias, int64_t *bytes)
{
    const struct option *option = section_find(section, name, alias);
    if (option == NULL) {
        return true;
    }
    double value;
    if (!number_read_size(option->value, &value) || value < 0 || value > 1e18) {
        return option_refuse(file, *option, "must be a size, such as 4k, 256m or 1g");
    }
    *bytes = (int64_t)value;
    return true;
}

static bool section_count_of(const struct job_file *file, const struct section *section,
                             const char *name, int64_t *count)
{
    const struct option *option = section_find(section, name, NULL);
    if (option != NULL &&
        (!number_read_integer(option->value, count) || *count < 1 || *count > 100000)) {
        return option_refuse(file, *option, "must be a number from 1 to 100000");
    }
    return true;
}

static bool section_is_set(const struct section *section, const char *name)
{
    const struct option *option = section_find(section, name, NULL);
    return option != NULL && !text_is(option->value, "0");
}

/* Milliseconds of "60", "60s", "1m", "500ms", "2h"; plain numbers are seconds. */
static bool section_time(const struct job_file *file, const struct section *section,
                         const char *name, const char *alias, int64_t *milliseconds)
{
    static const struct {
        const char *suffix;
        double milliseconds;
    } units[] = {{"", 1000}, {"s", 1000}, {"ms", 1}, {"m", 60000}, {"h", 3.6e6}, {"d", 8.64e7}};
    const struct option *option = section_find(section, name, alias);
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
    return option_refuse(file, *option, "must be a time, such as 60, 500ms or 2m");
}

/* The largest block size of "4k", "4k,64k" or "4k-64k"; 4096 without the option. */
static int64_t section_block_size(const struct section *section)
{
    const struct option *option = section_find(section, "bs", "blocksize");
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

static int64_t scaled(int64_t value, struct scale scale)
{
    return (int64_t)((double)value * scale.numerator / scale.denominator);
}

static bool section_scale(struct job_file *file, struct section *section)
{
    static const char *const sizes[][2] = {
        {"size", NULL}, {"filesize", NULL}, {"io_size", "io_limit"}};
    if (file->scale.numerator == file->scale.denominator) {
        return true;
    }
    int64_t block = section_block_size(section);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct option *option = section_find(section, sizes[i][0], sizes[i][1]);
        int64_t bytes = 0;
        if (option != NULL) {
            if (!section_bytes(file, section, sizes[i][0], sizes[i][1], &bytes)) {
                return false;
            }
            bytes = scaled(bytes, file->scale) / block * block;
            option->value =
                text_format(file->arena, "%lld", (long long)(bytes < block ? block : bytes));
        }
    }
    struct option *runtime = section_find(section, "runtime", "timeout");
    if (runtime != NULL) {
        int64_t milliseconds = 0;
        if (!section_time(file, section, "runtime", "timeout", &milliseconds)) {
            return false;
        }
        milliseconds = scaled(milliseconds, file->scale);
        runtime->value = text_format(file->arena, "%lldms",
                                     (long long)(milliseconds < 1000 ? 1000 : milliseconds));
    }
    return true;
}

/* --- workloads --- */

/* What is known of one section's jobs. */
struct job_size {
    int64_t count, file_bytes, io_bytes, runtime_ms, ramp_ms;
    bool time_based, reads, writes;
};

static bool section_measure(const struct job_file *file, const struct section *section,
                            struct job_size *job)
{
    *job = (struct job_size){.count = 1, .file_bytes = -1};
    int64_t file_size = -1, files = 1, loops = 1;
    if (!section_count_of(file, section, "numjobs", &job->count) ||
        !section_count_of(file, section, "nrfiles", &files) ||
        !section_count_of(file, section, "loops", &loops) ||
        !section_bytes(file, section, "size", NULL, &job->file_bytes) ||
        !section_bytes(file, section, "filesize", NULL, &file_size) ||
        !section_time(file, section, "runtime", "timeout", &job->runtime_ms) ||
        !section_time(file, section, "ramp_time", NULL, &job->ramp_ms)) {
        return false;
    }
    if (job->file_bytes < 0) {
        job->file_bytes = file_size < 0 ? -1 : file_size * files;
    }
    job->io_bytes = job->file_bytes;
    if (!section_bytes(file, section, "io_size", "io_limit", &job->io_bytes)) {
        return false;
    }
    if (job->file_bytes <= 0) {
        return failure_set(file->failure, FAILURE_USAGE,
                           "%s: [%.*s] has no size=: how large its files are must be known "
                           "beforehand",
                           file->path, (int)section->name.size, section->name.data);
    }
    job->io_bytes *= loops;
    const struct option *direction = section_find(section, "rw", "readwrite");
    struct text rw = direction == NULL ? text_of("read") : direction->value;
    job->writes = text_find(rw, "write", 0) < rw.size || text_find(rw, "rw", 0) < rw.size ||
                  text_find(rw, "trim", 0) < rw.size;
    job->reads = text_find(rw, "read", 0) < rw.size || text_find(rw, "rw", 0) < rw.size;
    job->time_based = job->runtime_ms > 0 && section_is_set(section, "time_based");
    return true;
}

static void workload_expect(struct arena *arena, struct workload *workload, size_t *capacity,
                            struct job_size job, bool grouped, bool first_of_group)
{
    struct expected_job expected = {job.runtime_ms, job.time_based ? 0 : job.io_bytes};
    for (int64_t i = 0; i < job.count; i++) {
        if (grouped && !(first_of_group && i == 0)) {
            struct expected_job *group = &workload->expected[workload->expected_count - 1];
            group->io_bytes += expected.io_bytes;
            if (expected.runtime_ms > group->runtime_ms) {
                group->runtime_ms = expected.runtime_ms;
            }
            continue;
        }
        workload->expected = arena_grow(arena, workload->expected, workload->expected_count,
                                        capacity, sizeof *workload->expected);
        workload->expected[workload->expected_count++] = expected;
    }
}

static void workload_measure(struct workload *workload, struct job_size job)
{
    const double bytes_per_second = 100 << 20;
    int64_t files = job.file_bytes * job.count;
    double seconds = (double)(job.runtime_ms + job.ramp_ms) / 1000;
    workload->file_bytes += files;
    if (job.reads) {
        workload->written_bytes += files; /* fio lays files out before it reads them */
        seconds += (double)files / bytes_per_second;
    }
    if (!job.time_based) {
        double moved = (double)(job.io_bytes * job.count);
        workload->written_bytes += job.writes ? job.io_bytes * job.count : 0;
        seconds += job.runtime_ms > 0 ? 0 : moved / bytes_per_second;
    } else if (job.writes) {
        workload->timed_write_seconds =
            fmax(workload->timed_write_seconds, (double)job.runtime_ms / 1000);
    }
    workload->seconds = fmax(workload->seconds, seconds);
}

static void section_write(struct text_builder *into, const struct section *section)
{
    text_add_format(into, "%s[%.*s]\n", into->size == 0 ? "" : "\n", (int)section->name.size,
                    section->name.data);
    for (size_t i = 0; i < section->count; i++) {
        const struct option *option = &section->options[i];
        text_add_format(into, "%.*s=%.*s\n", (int)option->name.size, option->name.data,
                        (int)option->value.size, option->value.data);
    }
}

/* One workload of the sections from `first` up to `end`. */
static bool job_file_join(struct job_file *file, size_t first, size_t end,
                          struct workload *workload)
{
    struct text_builder name = {.arena = file->arena}, job_file = {.arena = file->arena};
    size_t capacity = 0;
    *workload = (struct workload){0};
    bool grouped_before = false;
    for (size_t i = first; i < end; i++) {
        struct section *section = &file->sections[i];
        struct option *option = section_find(section, "name", NULL);
        if (option != NULL) {
            section->name = option->value;
            section_drop(section, option);
        }
        while ((option = section_find(section, "stonewall", "wait_for_previous")) != NULL) {
            section_drop(section, option); /* nothing runs before it any more */
        }
        struct job_size job;
        if (!section_scale(file, section) || !section_measure(file, section, &job)) {
            return false;
        }
        bool grouped = section_is_set(section, "group_reporting");
        workload_expect(file->arena, workload, &capacity, job, grouped,
                        !grouped_before || section_is_set(section, "new_group"));
        grouped_before = grouped;
        workload_measure(workload, job);
        text_add_format(&name, "%s%.*s", i == first ? "" : "+", (int)section->name.size,
                        section->name.data);
        section_write(&job_file, section);
    }
    workload->name = text_built(&name);
    workload->job_file = text_built(&job_file);
    workload->file_name =
        text_format(file->arena, "%s.fio", file_name_of(file->arena, workload->name)).data;
    return true;
}

static bool set_has_file_name(const struct workload_set *set, const char *file_name)
{
    for (size_t i = 0; i < set->count; i++) {
        if (strcmp(set->items[i].file_name, file_name) == 0) {
            return true;
        }
    }
    return false;
}

bool workload_set_parse(struct arena *arena, struct text job_file, const char *path,
                        bool each_section, struct scale scale, struct workload_set *set,
                        struct failure *failure)
{
    struct job_file file = {.arena = arena, .path = path, .scale = scale, .failure = failure};
    if (!text_is_utf8(job_file) || memchr(job_file.data, '\0', job_file.size) != NULL) {
        return failure_set(failure, FAILURE_USAGE, "%s is not a text file in UTF-8", path);
    }
    if (!job_file_read(&file, job_file)) {
        return false;
    }
    set->items = arena_take_array(arena, file.count, sizeof *set->items);
    set->count = 0;
    for (size_t first = 0, end; first < file.count; first = end) {
        end = first + 1;
        while (!each_section && end < file.count &&
               !section_is_set(&file.sections[end], "stonewall") &&
               !section_is_set(&file.sections[end], "wait_for_previous")) {
            end++;
        }
        struct workload workload;
        if (!job_file_join(&file, first, end, &workload)) {
            return false;
        }
        if (set_has_file_name(set, workload.file_name)) {
            return failure_set(failure, FAILURE_USAGE, "%s: two workloads are named %.*s", path,
                               (int)workload.name.size, workload.name.data);
        }
        set->items[set->count++] = workload;
    }
    return true;
}

/* --- files --- */

/* The file's text, or false with errno. */
static bool job_file_load(struct arena *arena, const char *path, struct text *text)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    if (descriptor < 0) {
        return false;
    }
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size > JOB_FILE_MAX) {
        (void)close(descriptor);
        errno = S_ISREG(status.st_mode) ? EFBIG : EINVAL;
        return false;
    }
    char *bytes = arena_take(arena, (size_t)status.st_size + 1);
    ssize_t size = read(descriptor, bytes, (size_t)status.st_size);
    (void)close(descriptor);
    *text = (struct text){bytes, size < 0 ? 0 : (size_t)size};
    return size >= 0;
}

static bool workload_is_shipped(struct text name)
{
    for (size_t i = 0; shipped_workloads[i] != NULL; i++) {
        if (text_is(name, shipped_workloads[i])) {
            return true;
        }
    }
    return false;
}

bool workload_set_read(struct arena *arena, struct text name, struct scale scale,
                       struct workload_set *set, struct failure *failure)
{
    static const char *const folders[] = {ASHIFTSTAT_WORKLOADS_SOURCE,
                                          ASHIFTSTAT_WORKLOADS_INSTALLED};
    struct text job_file;
    const char *path = text_string(arena, name);
    const char *slash = strrchr(path, '/');
    set->name = slash == NULL ? name : text_of(slash + 1);
    if (!workload_is_shipped(name)) {
        if (!job_file_load(arena, path, &job_file)) {
            return failure_set(failure, FAILURE_USAGE,
                               "workloads %s: no job file of this name comes with the program "
                               "(quick, salter do), and it cannot be read as a file: %s",
                               path, strerror(errno));
        }
        return workload_set_parse(arena, job_file, path, false, scale, set, failure);
    }
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        path = text_format(arena, "%s/%.*s.fio", folders[i], (int)name.size, name.data).data;
        if (job_file_load(arena, path, &job_file)) {
            return workload_set_parse(arena, job_file, path, true, scale, set, failure);
        }
    }
    return failure_set(failure, FAILURE_SYSTEM, "the job file %s of the program is missing", path);
}
