#include "collect/made.h"

#include "collect/json_line.h"
#include "collect/line_file.h"
#include "collect/removal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const kind_names[] = {"file", "directory", "state", "process",
                                         "pool", "dataset",   "label"};

const char *boot_id(struct arena *arena)
{
    char id[64] = "";
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
    if (file != NULL) {
        size_t size = fread(id, 1, sizeof id - 1, file);
        id[size] = '\0';
        (void)fclose(file);
    }
    return text_string(arena, text_trim(text_of(id)));
}

static struct thing *made_find(const struct made *made, int64_t id)
{
    for (size_t i = made->count; i > 0; i--) {
        if (made->things[i - 1].id == id) {
            return &made->things[i - 1];
        }
    }
    return NULL;
}

static struct thing *made_add(struct made *made, struct thing thing)
{
    made->things =
        arena_grow(made->arena, made->things, made->count, &made->capacity, sizeof *made->things);
    made->things[made->count] = thing;
    return &made->things[made->count++];
}

bool thing_is_of_zfs(enum thing_kind kind)
{
    return kind == THING_POOL || kind == THING_DATASET || kind == THING_LABEL;
}

bool thing_kind_fits(enum thing_kind kind, mode_t mode)
{
    return kind == THING_FILE ? S_ISREG(mode) : S_ISDIR(mode);
}

/* --- the record --- */

static struct text thing_line(struct arena *arena, const struct thing *thing, const char *event)
{
    struct text_builder line = {.arena = arena};
    json_line_text(&line, "event", text_of(event));
    json_line_integer(&line, "thing", thing->id);
    if (strcmp(event, "gone") == 0) {
        return json_line_end(&line);
    }
    json_line_text(&line, "kind", text_of(kind_names[thing->kind]));
    json_line_text(&line, "name", text_of(thing->name));
    if (thing->mark[0] != '\0') {
        json_line_text(&line, "mark", text_of(thing->mark));
    }
    if (thing->home[0] != '\0') {
        json_line_text(&line, "home", text_of(thing->home));
    }
    if (!thing->is_confirmed) {
        return json_line_end(&line);
    }
    if (thing->kind == THING_PROCESS) {
        json_line_integer(&line, "pid", thing->pid);
        json_line_integer(&line, "started", thing->started);
        json_line_text(&line, "boot", text_of(thing->boot));
    } else if (thing_is_of_zfs(thing->kind)) {
        json_line_text(&line, "guid", text_of(thing->guid));
    } else {
        json_line_integer(&line, "device", (int64_t)thing->identity.device);
        json_line_integer(&line, "inode", (int64_t)thing->identity.inode);
        json_line_integer(&line, "file_system", (int64_t)thing->identity.file_system);
    }
    return json_line_end(&line);
}

/* Takes one line of the record back into memory. */
static bool made_take_line(struct made *made, struct text line)
{
    struct json_record record;
    if (!json_line_read(made->arena, line, &record)) {
        return false;
    }
    struct text event = json_record_text(&record, "event");
    int64_t id = json_record_integer(&record, "thing");
    struct thing *thing = made_find(made, id);
    if (text_is(event, "gone")) {
        if (thing != NULL) {
            thing->is_gone = true;
        }
        return thing != NULL;
    }
    size_t kind = 0, kinds = sizeof kind_names / sizeof kind_names[0];
    while (kind < kinds && !text_is(json_record_text(&record, "kind"), kind_names[kind])) {
        kind++;
    }
    if (kind == kinds || id < 1) {
        return false;
    }
    if (thing == NULL) {
        thing = made_add(made, (struct thing){.id = id});
    }
    *thing = (struct thing){
        .id = id,
        .kind = (enum thing_kind)kind,
        .name = text_string(made->arena, json_record_text(&record, "name")),
        .is_confirmed = text_is(event, "made"),
        .identity = {(uint64_t)json_record_integer(&record, "device"),
                     (uint64_t)json_record_integer(&record, "inode"),
                     (uint64_t)json_record_integer(&record, "file_system")},
        .pid = (pid_t)json_record_integer(&record, "pid"),
        .started = json_record_integer(&record, "started"),
        .boot = text_string(made->arena, json_record_text(&record, "boot")),
        .guid = text_string(made->arena, json_record_text(&record, "guid")),
        .mark = text_string(made->arena, json_record_text(&record, "mark")),
        .home = text_string(made->arena, json_record_text(&record, "home")),
    };
    return text_is(event, "made") || text_is(event, "make");
}

bool made_open(struct made *made, struct arena *arena, const char *path, struct failure *failure)
{
    *made = (struct made){.arena = arena, .path = path, .descriptor = -1};
    made->descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (made->descriptor < 0) {
        return failure_set_errno(failure, "cannot open %s", path);
    }
    if (flock(made->descriptor, LOCK_EX | LOCK_NB) != 0) {
        (void)(errno == EWOULDBLOCK
                   ? failure_set(failure, FAILURE_SYSTEM,
                                 "another collection is writing to this archive (%s is locked)",
                                 path)
                   : failure_set_errno(failure, "cannot lock %s", path));
        made_close(made);
        return false;
    }
    struct text rest, line;
    if (!line_file_load(made->arena, made->descriptor, path, &rest, &made->was_torn, failure)) {
        made_close(made);
        return false;
    }
    for (unsigned number = 1; text_next_line(&rest, &line); number++) {
        if (!made_take_line(made, line)) {
            (void)failure_set(failure, FAILURE_SYSTEM, "%s:%u is not a line that collect wrote",
                              path, number);
            made_close(made);
            return false;
        }
    }
    made->count_before = made->count;
    return true;
}

void made_close(struct made *made)
{
    if (made->descriptor >= 0) {
        (void)close(made->descriptor);
        made->descriptor = -1;
    }
}

static bool made_write(struct made *made, const struct thing *thing, const char *event,
                       struct failure *failure)
{
    struct arena *scratch = arena_create();
    bool written =
        line_file_append(made->descriptor, made->path, thing_line(scratch, thing, event), failure);
    arena_free(scratch);
    return written;
}

struct thing *made_thing(const struct made *made, int64_t id)
{
    return made_find(made, id);
}

bool made_intend(struct made *made, enum thing_kind kind, const char *name, const char *mark,
                 const char *home, int64_t *id, struct failure *failure)
{
    int64_t last = made->count == 0 ? 0 : made->things[made->count - 1].id;
    struct thing *thing = made_add(made, (struct thing){.id = last + 1,
                                                        .kind = kind,
                                                        .name = name,
                                                        .mark = mark,
                                                        .home = home,
                                                        .boot = "",
                                                        .guid = ""});
    *id = thing->id;
    if (made_write(made, thing, "make", failure)) {
        return true;
    }
    made->count--; /* it is not going to be made */
    return false;
}

bool made_confirm_path(struct made *made, int64_t id, struct failure *failure)
{
    struct thing *thing = made_find(made, id);
    struct stat status;
    if (!file_identity_read(thing->name, &thing->identity, &status) ||
        !thing_kind_fits(thing->kind, status.st_mode)) {
        return failure_set_errno(failure, "%s is not there", thing->name);
    }
    thing->is_confirmed = true;
    return made_write(made, thing, "made", failure);
}

bool made_confirm_process(struct made *made, int64_t id, pid_t pid, int64_t started,
                          struct failure *failure)
{
    struct thing *thing = made_find(made, id);
    thing->pid = pid;
    thing->started = started;
    thing->boot = boot_id(made->arena);
    thing->is_confirmed = true;
    return made_write(made, thing, "made", failure);
}

bool made_confirm_pool(struct made *made, int64_t id, const char *guid, struct failure *failure)
{
    struct thing *thing = made_find(made, id);
    thing->guid = guid;
    thing->is_confirmed = true;
    return made_write(made, thing, "made", failure);
}

void made_gone(struct made *made, int64_t id)
{
    struct thing *thing = made_find(made, id);
    if (thing != NULL && !thing->is_gone) {
        thing->is_gone = true;
        (void)made_write(made, thing, "gone", NULL);
    }
}

/* --- making --- */

bool made_file(struct made *made, const char *path, int64_t bytes, int64_t *id,
               struct failure *failure)
{
    const char *home = file_identity_of_folder(made->arena, path);
    if (!made_intend(made, THING_FILE, path, "", home, id, failure)) {
        return false;
    }
    int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0) {
        (void)failure_set_errno(failure, "cannot make the file %s", path);
        made_gone(made, *id);
        return false;
    }
    /* Until its identity is on disk the file stays empty: an empty file of this name can only be
     * ours. */
    bool done = made_confirm_path(made, *id, failure);
    if (done && ftruncate(descriptor, (off_t)bytes) != 0) {
        done = failure_set_errno(failure, "cannot give %s its size", path);
    }
    (void)close(descriptor);
    if (!done) {
        (void)!made_remove(made, *id, NULL);
    }
    return done;
}

bool made_directory(struct made *made, enum thing_kind kind, const char *path, int64_t *id,
                    struct failure *failure)
{
    const char *home = file_identity_of_folder(made->arena, path);
    if (!made_intend(made, kind, path, "", home, id, failure)) {
        return false;
    }
    if (mkdir(path, kind == THING_STATE ? 0755 : 0700) != 0) {
        (void)failure_set_errno(failure, "cannot make the folder %s", path);
        made_gone(made, *id);
        return false;
    }
    if (made_confirm_path(made, *id, failure)) {
        return true;
    }
    (void)!made_remove(made, *id, NULL);
    return false;
}
