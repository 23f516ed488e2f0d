#include "collect/archive.h"

#include "collect/json_line.h"
#include "collect/line_file.h"
#include "collect/whole_file.h"
#include "model/digest.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static const char *const folders[] = {"jobs",        "runs",        "facts",     "facts/before",
                                      "facts/after", "facts/pools", "facts/runs"};

const char experiment_format[] = "1";

enum { EXPERIMENT_MAX = 4 << 20, ROOM_MIN = 256 << 10 };

const char *archive_path(struct arena *arena, const struct archive *archive, const char *name)
{
    return text_format(arena, "%s/%s", archive->path, name).data;
}

const char *archive_output_path(struct arena *arena, const struct archive *archive, const char *id)
{
    return text_format(arena, "%s/runs/%s.json.part", archive->path, id).data;
}

const char *archive_errors_path(struct arena *arena, const struct archive *archive, const char *id)
{
    return text_format(arena, "%s/runs/%s.stderr.part", archive->path, id).data;
}

/* --- files --- */

static bool path_sync(const char *path, int flags, struct failure *failure)
{
    int descriptor = open(path, flags | O_CLOEXEC);
    if (descriptor < 0) {
        return failure_set_errno(failure, "cannot open %s", path);
    }
    bool synced = fsync(descriptor) == 0;
    if (!synced) {
        (void)failure_set_errno(failure, "cannot write %s to disk", path);
    }
    (void)close(descriptor);
    return synced;
}

/* Renames the written file and syncs the folder, so that the name survives as well. */
static bool file_keep(struct arena *arena, const char *part, const char *path,
                      struct failure *failure)
{
    if (rename(part, path) != 0) {
        return failure_set_errno(failure, "cannot rename %s", part);
    }
    struct text folder = text_of(path);
    folder.size = (size_t)(strrchr(path, '/') - path);
    return path_sync(text_string(arena, folder), O_RDONLY | O_DIRECTORY, failure);
}

/* Writes the content under a temporary name; false with errno. */
static bool part_write(const char *part, struct text content, int (*sync)(int descriptor))
{
    int descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    bool written =
        descriptor >= 0 && descriptor_write(descriptor, content) && sync(descriptor) == 0;
    int reason = errno;
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    errno = reason;
    return written;
}

bool archive_write(struct archive *archive, const char *name, struct text content,
                   struct failure *failure)
{
    struct arena *scratch = arena_create();
    const char *path = archive_path(scratch, archive, name);
    const char *part = text_format(scratch, "%s.part", path).data;
    bool written = part_write(part, content, fsync);
    if (!written) {
        (void)failure_set_errno(failure, "cannot write %s", path);
    }
    written = written && file_keep(scratch, part, path, failure);
    if (!written) {
        (void)unlink(part);
    }
    arena_free(scratch);
    return written;
}

static int no_sync(int descriptor)
{
    (void)descriptor;
    return 0;
}

bool archive_write_one_of_many(struct archive *archive, const char *name, struct text content,
                               struct failure *failure)
{
    struct arena *scratch = arena_create();
    const char *path = archive_path(scratch, archive, name);
    const char *part = text_format(scratch, "%s.part", path).data;
    bool written = part_write(part, content, no_sync) && rename(part, path) == 0;
    if (!written) {
        (void)failure_set_errno(failure, "cannot write %s", path);
        (void)unlink(part);
    }
    arena_free(scratch);
    return written;
}

/* --- opening --- */

static bool folder_make(struct arena *arena, const char *path, struct failure *failure)
{
    if (mkdir(path, 0755) == 0 || errno == EEXIST) {
        return true;
    }
    const char *slash = strrchr(path, '/');
    if (errno == ENOENT && slash != NULL && slash > path) {
        struct text parent = {path, (size_t)(slash - path)};
        return folder_make(arena, text_string(arena, parent), failure) &&
               (mkdir(path, 0755) == 0 ||
                failure_set_errno(failure, "cannot make the folder %s", path));
    }
    return failure_set_errno(failure, "cannot make the folder %s", path);
}

/* A folder is an archive when it has made.jsonl, which is made first; an empty one can become one.
 */
static bool folder_is_usable(const char *path, struct failure *failure)
{
    DIR *directory = opendir(path);
    if (directory == NULL) {
        return failure_set_errno(failure, "cannot open the folder %s", path);
    }
    bool is_empty = true, is_archive = false;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            is_empty = false;
            is_archive = is_archive || strcmp(entry->d_name, "made.jsonl") == 0;
        }
    }
    (void)closedir(directory);
    return is_empty || is_archive ||
           failure_set(failure, FAILURE_USAGE,
                       "%s holds other files and is no archive: give a new folder", path);
}

static bool archive_read_experiment(struct archive *archive, struct failure *failure)
{
    const char *path = archive_path(archive->arena, archive, "experiment.ini");
    if (!whole_file_read(archive->arena, path, EXPERIMENT_MAX, &archive->experiment)) {
        return errno == ENOENT || failure_set_errno(failure, "cannot read %s", path);
    }
    archive->is_continued = true;
    archive->part_count = 1;
    bool inside = false;
    size_t capacity = 0;
    struct text rest = archive->experiment;
    for (struct text line, name; text_next_line(&rest, &line);) {
        if (text_starts_with(line, "[")) {
            bool is_addition = text_is(text_trim(line), "[addition]");
            inside = is_addition || text_is(text_trim(line), "[experiment]");
            archive->part_count += is_addition;
        } else if (inside && text_next_piece(&line, '=', &name) && line.data != NULL) {
            archive->experiment_lines = arena_grow(archive->arena, archive->experiment_lines,
                                                   archive->experiment_line_count, &capacity,
                                                   sizeof *archive->experiment_lines);
            archive->experiment_lines[archive->experiment_line_count++] = (struct experiment_line){
                archive->part_count - 1, {text_trim(name), text_trim(line)}};
        }
    }
    return true;
}

struct text archive_experiment_value(const struct archive *archive, unsigned part, const char *name)
{
    for (size_t i = 0; i < archive->experiment_line_count; i++) {
        const struct experiment_line *line = &archive->experiment_lines[i];
        if (line->part == part && text_is(line->setting.name, name)) {
            return line->setting.value;
        }
    }
    return (struct text){0};
}

static struct run_record *archive_append_record(struct archive *archive)
{
    archive->runs = arena_grow(archive->arena, archive->runs, archive->run_count,
                               &archive->run_capacity, sizeof *archive->runs);
    return &archive->runs[archive->run_count++];
}

static const char *record_string(struct arena *arena, const struct json_record *record,
                                 const char *name)
{
    return text_string(arena, json_record_text(record, name));
}

static bool archive_read_manifest(struct archive *archive, struct failure *failure)
{
    const char *path = archive_path(archive->arena, archive, "manifest.jsonl");
    archive->manifest = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (archive->manifest < 0) {
        return failure_set_errno(failure, "cannot open %s", path);
    }
    struct text rest, line;
    if (!line_file_load(archive->arena, archive->manifest, path, &rest, &archive->manifest_was_torn,
                        failure)) {
        return false;
    }
    for (unsigned number = 1; text_next_line(&rest, &line); number++) {
        struct json_record read;
        if (!json_line_read(archive->arena, line, &read)) {
            return failure_set(failure, FAILURE_SYSTEM, "%s:%u is not a line that collect wrote",
                               path, number);
        }
        *archive_append_record(archive) = (struct run_record){
            .id = record_string(archive->arena, &read, "id"),
            .config = record_string(archive->arena, &read, "config"),
            .workload = record_string(archive->arena, &read, "workload"),
            .iteration = (unsigned)json_record_integer(&read, "iteration"),
            .block = (unsigned)json_record_integer(&read, "block"),
            .position = (unsigned)json_record_integer(&read, "position"),
            .session = record_string(archive->arena, &read, "session"),
            .started = json_record_integer(&read, "started"),
            .ended = json_record_integer(&read, "ended"),
            .exit_status = (int)json_record_integer(&read, "exit_status"),
            .file = record_string(archive->arena, &read, "file"),
            .sha256 = record_string(archive->arena, &read, "sha256"),
            .failed = record_string(archive->arena, &read, "failed"),
            .attempt = (unsigned)json_record_integer(&read, "attempt"),
            .is_warm_up = json_record_integer(&read, "warm_up") == 1,
        };
    }
    return true;
}

/* What was archived must still be what it was. */
static bool archive_check_sums(const struct archive *archive, struct failure *failure)
{
    for (size_t i = 0; i < archive->run_count; i++) {
        const struct run_record *record = &archive->runs[i];
        char found[65];
        if (record->file[0] == '\0') {
            continue;
        }
        if (!digest_sha256_file(archive_path(archive->arena, archive, record->file), found,
                                failure)) {
            return false;
        }
        if (strcmp(found, record->sha256) != 0) {
            return failure_set(failure, FAILURE_SYSTEM,
                               "%s/%s was changed: it has not the SHA-256 that the manifest states",
                               archive->path, record->file);
        }
    }
    return true;
}

/* A later format may have lines that this program does not know: it is read, never written to. */
static bool archive_check_format(const struct archive *archive, struct failure *failure)
{
    struct text format = archive_experiment_value(archive, 0, "format");
    return !archive->is_continued || text_is(format, experiment_format) ||
           failure_set(failure, FAILURE_USAGE, "%s has format %.*s, this program writes format %s",
                       archive->path, (int)format.size, format.data, experiment_format);
}

/* Files that were being written when a collection was killed. */
static void folder_drop_parts(const char *path)
{
    DIR *directory = opendir(path);
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        if (text_ends_with(text_of(entry->d_name), ".part")) {
            (void)unlinkat(dirfd(directory), entry->d_name, 0);
        }
    }
    if (directory != NULL) {
        (void)closedir(directory);
    }
}

bool archive_open(struct archive *archive, struct arena *arena, const char *path,
                  const struct identities *identities, struct failure *failure)
{
    *archive = (struct archive){.arena = arena,
                                .path = path,
                                .made.descriptor = -1,
                                .manifest = -1,
                                .command_log = {-1, identities},
                                .daemon_log = {-1, identities},
                                .identities = identities};
    if (!folder_make(arena, path, failure) || !folder_is_usable(path, failure) ||
        !made_open(&archive->made, arena, archive_path(arena, archive, "made.jsonl"), failure)) {
        return false;
    }
    bool opened =
        archive_read_experiment(archive, failure) && archive_check_format(archive, failure);
    for (size_t i = 0; opened && i < sizeof folders / sizeof folders[0]; i++) {
        const char *folder = archive_path(arena, archive, folders[i]);
        opened = folder_make(arena, folder, failure);
        folder_drop_parts(folder);
    }
    opened =
        opened && archive_read_manifest(archive, failure) && archive_check_sums(archive, failure);
    if (!opened) {
        archive_close(archive);
        return false;
    }
    const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    archive->command_log.descriptor =
        open(archive_path(arena, archive, "commands.log"), flags, 0644);
    archive->daemon_log.descriptor =
        open(archive_path(arena, archive, "zfs-fuse.log"), flags, 0644);
    return true;
}

void archive_close(struct archive *archive)
{
    int *const descriptors[] = {&archive->manifest, &archive->command_log.descriptor,
                                &archive->daemon_log.descriptor};
    for (size_t i = 0; i < sizeof descriptors / sizeof descriptors[0]; i++) {
        if (*descriptors[i] >= 0) {
            (void)close(*descriptors[i]);
            *descriptors[i] = -1;
        }
    }
    made_close(&archive->made);
}

/* --- runs --- */

static struct text run_line(struct arena *arena, const struct run_record *record)
{
    struct text_builder line = {.arena = arena};
    json_line_text(&line, "id", text_of(record->id));
    json_line_text(&line, "config", text_of(record->config));
    json_line_text(&line, "workload", text_of(record->workload));
    json_line_integer(&line, "iteration", record->iteration);
    json_line_integer(&line, "block", record->block);
    json_line_integer(&line, "position", record->position);
    json_line_text(&line, "session", text_of(record->session));
    json_line_integer(&line, "started", record->started);
    json_line_integer(&line, "ended", record->ended);
    json_line_integer(&line, "exit_status", record->exit_status);
    json_line_text(&line, "file", text_of(record->file));
    json_line_text(&line, "sha256", text_of(record->sha256));
    json_line_text(&line, "failed", text_of(record->failed));
    json_line_integer(&line, "attempt", record->attempt);
    if (record->is_warm_up) {
        json_line_integer(&line, "warm_up", 1);
    }
    return json_line_end(&line);
}

/* Syncs and renames what fio wrote for this run; a file that is not there is passed over. */
static bool run_keep_file(struct archive *archive, struct arena *arena, const char *part,
                          bool *is_there, struct failure *failure)
{
    *is_there = access(part, F_OK) == 0;
    if (!*is_there) {
        return true;
    }
    struct text path = {part, strlen(part) - strlen(".part")};
    (void)archive;
    return path_sync(part, O_RDONLY, failure) &&
           file_keep(arena, part, text_string(arena, path), failure);
}

bool archive_add_run(struct archive *archive, struct run_record record, struct failure *failure)
{
    struct arena *arena = archive->arena;
    bool has_output, has_errors;
    if (!run_keep_file(archive, arena, archive_output_path(arena, archive, record.id), &has_output,
                       failure) ||
        !run_keep_file(archive, arena, archive_errors_path(arena, archive, record.id), &has_errors,
                       failure)) {
        return false;
    }
    record.file = record.sha256 = "";
    record.failed =
        text_string(arena, identities_remove(arena, archive->identities, text_of(record.failed)));
    if (has_output) {
        char *sha256 = arena_take(arena, 65);
        record.file = text_format(arena, "runs/%s.json", record.id).data;
        record.sha256 = sha256;
        if (!digest_sha256_file(archive_path(arena, archive, record.file), sha256, failure)) {
            return false;
        }
    }
    if (!line_file_append(archive->manifest, archive_path(arena, archive, "manifest.jsonl"),
                          run_line(arena, &record), failure)) {
        return false;
    }
    *archive_append_record(archive) = record;
    return true;
}

void archive_drop_run(struct archive *archive, const char *id)
{
    struct arena *scratch = arena_create();
    (void)unlink(archive_output_path(scratch, archive, id));
    (void)unlink(archive_errors_path(scratch, archive, id));
    arena_free(scratch);
}

bool archive_has_room(const struct archive *archive, struct failure *failure)
{
    struct statvfs status;
    if (statvfs(archive->path, &status) != 0) {
        return failure_set_errno(failure, "cannot look at %s", archive->path);
    }
    uint64_t room = (uint64_t)status.f_bavail * status.f_frsize;
    return room >= ROOM_MIN || failure_set(failure, FAILURE_SYSTEM,
                                           "the disk of the archive %s is full: %llu KiB are left",
                                           archive->path, (unsigned long long)room / 1024);
}

bool archive_has_space_left(struct archive *archive, struct failure *failure)
{
    static const char block[ROOM_MIN / 4];
    struct arena *scratch = arena_create();
    const char *path = archive_path(scratch, archive, "runs/space.part");
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    bool has_space = descriptor >= 0 &&
                     descriptor_write(descriptor, (struct text){block, sizeof block}) &&
                     fsync(descriptor) == 0;
    if (!has_space) {
        (void)failure_set_errno(failure, "the archive %s cannot be written to", archive->path);
    }
    if (descriptor >= 0) {
        (void)close(descriptor);
        (void)unlink(path);
    }
    arena_free(scratch);
    return has_space;
}
