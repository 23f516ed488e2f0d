/* Job files cut into workloads: each is run alone, how large its files are and how long it takes is
   known before, and afterwards whether it ran to its end. */
#include "collect/workload.h"

#include "collect/job_file.h"
#include "collect/whole_file.h"
#include "model/digest.h"
#include "model/number.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { NAME_MAX_BYTES = 80 };

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

/* Different names stay different although they are cut and bytes of them replaced. */
static const char *name_shortened(struct arena *arena, struct text copy, struct text name)
{
    char digest[65];
    digest_sha256(name, digest);
    return text_format(arena, "%.*s-%.8s", (int)text_slice(copy, 0, NAME_MAX_BYTES).size, copy.data,
                       digest)
        .data;
}

const char *file_name_of(struct arena *arena, struct text name)
{
    struct text copy = text_copy(arena, name);
    char *bytes = (char *)copy.data;
    for (size_t i = 0; i < copy.size; i++) {
        bool kept = (bytes[i] >= 'a' && bytes[i] <= 'z') || (bytes[i] >= 'A' && bytes[i] <= 'Z') ||
                    (bytes[i] >= '0' && bytes[i] <= '9') || strchr("+_=-", bytes[i]) != NULL ||
                    (bytes[i] == '.' && i > 0 && bytes[i - 1] != '.');
        if (!kept || bytes[i] == '\0') {
            bytes[i] = '_';
        }
    }
    if (copy.size == 0) {
        return "_";
    }
    return text_equal(copy, name) && copy.size <= NAME_MAX_BYTES
               ? copy.data
               : name_shortened(arena, copy, name);
}

/* fio names its files after the job, so a name must not be a path, nor too long for one. */
static struct text job_name_for_fio(struct arena *arena, struct text name)
{
    bool plain = name.size > 0 && name.size <= NAME_MAX_BYTES && name.data[0] != '.';
    for (size_t i = 0; i < name.size; i++) {
        plain = plain && (unsigned char)name.data[i] >= ' ' && name.data[i] != 127 &&
                strchr("/\\:%$*?\"'`[]", name.data[i]) == NULL;
    }
    return plain ? name : text_of(file_name_of(arena, name));
}

static int64_t scaled(int64_t value, struct scale scale)
{
    return (int64_t)((double)value * scale.numerator / scale.denominator);
}

static bool section_scale(struct job_file *file, struct job_section *section, struct scale scale)
{
    static const char *const sizes[][2] = {
        {"size", NULL}, {"filesize", NULL}, {"io_size", "io_limit"}};
    if (scale.numerator == scale.denominator) {
        return true;
    }
    int64_t block = job_section_block_size(section);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct job_option *option = job_section_find(section, sizes[i][0], sizes[i][1]);
        int64_t bytes = 0;
        if (option != NULL) {
            if (!job_section_bytes(file, section, sizes[i][0], sizes[i][1], &bytes)) {
                return false;
            }
            bytes = scaled(bytes, scale) / block * block;
            option->value =
                text_format(file->arena, "%lld", (long long)(bytes < block ? block : bytes));
        }
    }
    struct job_option *runtime = job_section_find(section, "runtime", "timeout");
    if (runtime != NULL) {
        int64_t milliseconds = 0;
        if (!job_section_time(file, section, "runtime", "timeout", &milliseconds)) {
            return false;
        }
        milliseconds = scaled(milliseconds, scale);
        runtime->value = text_format(file->arena, "%lldms",
                                     (long long)(milliseconds < 1000 ? 1000 : milliseconds));
    }
    return true;
}

/* --- workloads --- */

/* What is known of one section's jobs. */
struct job_size {
    int64_t count, files, file_bytes, io_bytes, runtime_ms, ramp_ms, delay_ms;
    double written_share;         /* of the bytes moved */
    double read_rate, write_rate; /* bytes a second at most; INFINITY = as fast as it goes */
    bool time_based, reads, writes;
};

/* "500k" of "rate=1m,500k": reads, writes, trims; one alone counts for all. */
static double rate_of(const struct job_section *section, const char *name, size_t direction,
                      double unit)
{
    const struct job_option *option = job_section_find(section, name, NULL);
    struct text rest = option == NULL ? (struct text){0} : option->value, piece = {0};
    double rate;
    bool is_alone = text_find(rest, ",", 0) == rest.size;
    for (size_t i = 0; i <= direction && (i == 0 || !is_alone); i++) {
        if (!text_next_piece(&rest, ',', &piece)) {
            return INFINITY;
        }
    }
    return number_read_size(text_trim(piece), &rate) && rate > 0 ? rate * unit : INFINITY;
}

static void section_measure_rates(const struct job_section *section, struct job_size *job)
{
    double block = (double)job_section_block_size(section);
    job->read_rate = fmin(rate_of(section, "rate", 0, 1), rate_of(section, "rate_iops", 0, block));
    job->write_rate = fmin(rate_of(section, "rate", 1, 1), rate_of(section, "rate_iops", 1, block));
}

/* How much of what a mixed job moves is written; fio's default is half. */
static bool section_measure_mix(const struct job_file *file, const struct job_section *section,
                                struct job_size *job)
{
    const struct job_option *reads = job_section_find(section, "rwmixread", NULL);
    const struct job_option *writes = job_section_find(section, "rwmixwrite", NULL);
    const struct job_option *given =
        writes != NULL && (reads == NULL || writes > reads) ? writes : reads;
    int64_t percent = 50;
    if (given != NULL &&
        (!number_read_integer(given->value, &percent) || percent < 0 || percent > 100)) {
        return job_option_refuse(file, *given, "must be a number from 0 to 100");
    }
    percent = given != NULL && given == reads ? 100 - percent : percent;
    job->written_share = !job->writes ? 0 : !job->reads ? 1 : (double)percent / 100;
    return true;
}

/* "startdelay=10" or "10-20": the longest. */
static bool section_measure_delay(const struct job_file *file, const struct job_section *section,
                                  struct job_size *job)
{
    const struct job_option *option = job_section_find(section, "startdelay", NULL);
    struct job_section longest = {.name = section->name};
    if (option == NULL) {
        return true;
    }
    struct job_option last = *option;
    size_t dash = text_find(last.value, "-", 0);
    last.value =
        dash < last.value.size ? text_slice(last.value, dash + 1, last.value.size) : last.value;
    job_section_set(file->arena, &longest, last);
    return job_section_time(file, &longest, "startdelay", NULL, &job->delay_ms);
}

static bool section_measure(const struct job_file *file, const struct job_section *section,
                            struct job_size *job)
{
    *job = (struct job_size){.count = 1, .file_bytes = -1};
    int64_t file_size = -1, files = 1, loops = 1;
    if (!job_section_count(file, section, "numjobs", &job->count) ||
        !job_section_count(file, section, "nrfiles", &files) ||
        !job_section_count(file, section, "loops", &loops) ||
        !job_section_bytes(file, section, "size", NULL, &job->file_bytes) ||
        !job_section_bytes(file, section, "filesize", NULL, &file_size) ||
        !job_section_time(file, section, "runtime", "timeout", &job->runtime_ms) ||
        !job_section_time(file, section, "ramp_time", NULL, &job->ramp_ms)) {
        return false;
    }
    if (job->file_bytes < 0) {
        job->file_bytes = file_size < 0 ? -1 : file_size * files;
    }
    job->io_bytes = job->file_bytes;
    if (!job_section_bytes(file, section, "io_size", "io_limit", &job->io_bytes)) {
        return false;
    }
    if (job->file_bytes <= 0) {
        return failure_set(file->failure, FAILURE_USAGE,
                           "%s: [%.*s] has no size=: how large its files are must be known "
                           "beforehand",
                           file->path, (int)section->name.size, section->name.data);
    }
    job->io_bytes *= loops;
    const struct job_option *direction = job_section_find(section, "rw", "readwrite");
    struct text rw = direction == NULL ? text_of("read") : direction->value;
    job->writes = text_find(rw, "write", 0) < rw.size || text_find(rw, "rw", 0) < rw.size ||
                  text_find(rw, "trim", 0) < rw.size;
    job->reads = text_find(rw, "read", 0) < rw.size || text_find(rw, "rw", 0) < rw.size;
    job->time_based = job->runtime_ms > 0 && job_section_is_set(section, "time_based");
    job->files = job_section_find(section, "filename", NULL) == NULL ? job->count : 1;
    section_measure_rates(section, job);
    return section_measure_mix(file, section, job) && section_measure_delay(file, section, job);
}

static void workload_expect(struct arena *arena, struct workload *workload, size_t *capacity,
                            struct text name, struct job_size job, bool grouped,
                            bool first_of_group)
{
    struct expected_job expected = {job_name_for_fio(arena, name), job.runtime_ms,
                                    job.time_based ? 0 : job.io_bytes};
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

/* How long a job of these bytes takes at 100 MiB/s, or at its own rate where that is lower. */
static double seconds_of_bytes(struct job_size job, double bytes, double at_once)
{
    const double bytes_per_second = 100 << 20;
    double written = bytes * job.written_share, read = bytes - written;
    return fmax(bytes * at_once / bytes_per_second,
                fmax(read / job.read_rate, written / job.write_rate));
}

static void workload_measure(struct workload *workload, struct job_size job)
{
    const double bytes_per_second = 100 << 20;
    int64_t files = job.file_bytes * job.files;
    double count = (double)job.count, timed = (double)(job.runtime_ms + job.ramp_ms) / 1000;
    double seconds = timed + (double)job.delay_ms / 1000;
    workload->file_bytes += files;
    workload->reads = workload->reads || job.reads;
    workload->has_open_end = workload->has_open_end || job.runtime_ms == 0;
    if (job.reads) {
        workload->written_bytes += files; /* fio lays files out before it reads them */
        seconds += (double)files / bytes_per_second;
    }
    if (!job.time_based) {
        double moved = (double)job.io_bytes;
        workload->written_bytes += (int64_t)(moved * count * job.written_share);
        seconds += job.runtime_ms > 0 ? 0 : seconds_of_bytes(job, moved, count);
    } else if (isfinite(job.write_rate)) {
        workload->written_bytes += job.writes ? (int64_t)(job.write_rate * timed * count) : 0;
    } else if (job.writes) {
        workload->timed_write_seconds =
            fmax(workload->timed_write_seconds, timed * job.written_share);
    }
    workload->seconds = fmax(workload->seconds, seconds);
}

/* fio lays files out one behind the other in a device only when it is told where. */
static bool section_place(struct job_file *file, struct job_section *section, struct job_size job,
                          int64_t start)
{
    static const char *const refused[] = {"filename", "nrfiles", "offset", "offset_increment",
                                          "filesize"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const struct job_option *option = job_section_find(section, refused[i], NULL);
        if (option != NULL) {
            return job_option_refuse(file, *option,
                                     "cannot be used on a volume: places in it are given by "
                                     "collect");
        }
    }
    const struct {
        const char *name;
        int64_t bytes;
    } rows[] = {{"offset", start}, {"offset_increment", job.file_bytes}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct job_option option = {text_of(rows[i].name),
                                    text_format(file->arena, "%lld", (long long)rows[i].bytes),
                                    file->path, 0};
        job_section_set(file->arena, section, option);
    }
    return true;
}

static void section_write(struct text_builder *into, const struct job_section *section)
{
    struct text name = job_name_for_fio(into->arena, section->name);
    text_add_format(into, "%s[%.*s]\n", into->size == 0 ? "" : "\n", (int)name.size, name.data);
    for (size_t i = 0; i < section->count; i++) {
        const struct job_option *option = &section->options[i];
        text_add_format(into, "%.*s=%.*s\n", (int)option->name.size, option->name.data,
                        (int)option->value.size, option->value.data);
    }
}

/* One workload of the sections from `first` up to `end`. */
static bool job_file_join(struct job_file *file, size_t first, size_t end,
                          struct workload_shape shape, struct workload *workload)
{
    struct text_builder name = {.arena = file->arena}, job_file = {.arena = file->arena};
    size_t capacity = 0;
    *workload = (struct workload){0};
    bool grouped_before = false;
    for (size_t i = first; i < end; i++) {
        struct job_section *section = &file->sections[i];
        struct job_option *option = job_section_find(section, "name", NULL);
        if (option != NULL) {
            section->name = option->value;
            job_section_drop(section, option);
        }
        while ((option = job_section_find(section, "stonewall", "wait_for_previous")) != NULL) {
            job_section_drop(section, option); /* nothing runs before it any more */
        }
        struct job_size job;
        if (!section_scale(file, section, shape.scale) || !section_measure(file, section, &job) ||
            (shape.is_for_device && !section_place(file, section, job, workload->file_bytes))) {
            return false;
        }
        bool grouped = job_section_is_set(section, "group_reporting");
        workload_expect(file->arena, workload, &capacity, section->name, job, grouped,
                        !grouped_before || job_section_is_set(section, "new_group"));
        grouped_before = grouped;
        workload_measure(workload, job);
        text_add_format(&name, "%s%.*s", i == first ? "" : "+", (int)section->name.size,
                        section->name.data);
        section_write(&job_file, section);
    }
    workload->name = text_clean(file->arena, text_built(&name));
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
                        struct workload_shape shape, struct workload_set *set,
                        struct failure *failure)
{
    struct job_file file = {.arena = arena, .path = path, .failure = failure};
    if (!job_file_read(&file, job_file)) {
        return false;
    }
    set->items = arena_take_array(arena, file.count, sizeof *set->items);
    set->count = 0;
    for (size_t first = 0, end; first < file.count; first = end) {
        end = first + 1;
        while (end < file.count && !job_section_is_set(&file.sections[end], "stonewall") &&
               !job_section_is_set(&file.sections[end], "wait_for_previous")) {
            end++;
        }
        struct workload workload;
        if (!job_file_join(&file, first, end, shape, &workload)) {
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

static const struct shipped_workload *find_shipped(struct text name)
{
    for (const struct shipped_workload *row = shipped_workloads; row->name != NULL; row++)
        if (text_is(name, row->name))
            return row;
    return NULL;
}

bool workload_set_read(struct arena *arena, struct text name, struct workload_shape shape,
                       struct workload_set *set, struct failure *failure)
{
    struct text job_file;
    const struct shipped_workload *shipped = find_shipped(name);
    const char *path = text_string(arena, name);
    const char *slash = strrchr(path, '/');
    set->name = slash == NULL ? name : text_of(slash + 1);
    if (shipped != NULL)
        return workload_set_parse(arena, text_of(shipped->job_file),
                                  text_format(arena, "%s.fio", path).data, shape, set, failure);
    if (!text_file_read(arena, path, JOB_FILE_MAX, &job_file))
        return failure_set(failure, FAILURE_USAGE,
                           "--workloads %s: no job file of this name comes with the program "
                           "(quick, salter, storage-fio, wiki, crystaldiskmark do), and it "
                           "cannot be read as a file: %s",
                           path, strerror(errno));
    return workload_set_parse(arena, job_file, path, shape, set, failure);
}
