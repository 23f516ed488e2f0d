/* The record of what was made: nothing is removed whose identity is not the recorded one. */
#include "testing.h"

#include "collect/child_process.h"
#include "collect/removal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct place {
    struct arena *arena;
    char folder[64];
    const char *record;
    struct made made;
};

static const char *place_path(const struct place *place, const char *name)
{
    return text_format(place->arena, "%s/%s", place->folder, name).data;
}

static int place_make(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    place->arena = arena_create();
    strcpy(place->folder, "/tmp/ashiftstat-made-XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    place->record = place_path(place, "made.jsonl");
    assert_true(made_open(&place->made, place->arena, place->record, NULL));
    *state = place;
    return 0;
}

static int place_remove(void **state)
{
    struct place *place = *state;
    made_close(&place->made);
    (void)unlink(place->record);
    assert_int_equal(rmdir(place->folder), 0); /* so nothing else was left */
    arena_free(place->arena);
    free(place);
    return 0;
}

/* As the next start after a kill: the record is all that is known. */
static void place_forget(struct place *place)
{
    made_close(&place->made);
    assert_true(made_open(&place->made, place->arena, place->record, NULL));
}

static size_t clean(struct place *place)
{
    struct made_cleaning cleaning;
    assert_true(made_remove_all(&place->made, NULL, NULL, &cleaning, NULL));
    return cleaning.removed;
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static void write_file(const char *path, const char *content)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fputs(content, file);
    (void)fclose(file);
}

static void test_file_and_directory(void **state)
{
    struct place *place = *state;
    const char *file = place_path(place, "pool.img"), *folder = place_path(place, "run");
    const char *inside = place_path(place, "run/job.0.0");
    int64_t id;
    struct stat status;
    assert_true(made_file(&place->made, file, 1 << 30, &id, NULL));
    assert_int_equal(stat(file, &status), 0);
    assert_int_equal(status.st_size, 1 << 30);
    assert_true(made_directory(&place->made, THING_DIRECTORY, folder, &id, NULL));
    write_file(inside, "written by fio");
    place_forget(place);
    assert_int_equal(clean(place), 2);
    assert_false(exists(file));
    assert_false(exists(folder));
    place_forget(place);
    assert_int_equal(clean(place), 0);
}

static void test_another_file_of_that_name(void **state)
{
    struct place *place = *state;
    const char *file = place_path(place, "pool.img"), *kept = place_path(place, "kept");
    int64_t id;
    assert_true(made_file(&place->made, file, 4096, &id, NULL));
    assert_int_equal(rename(file, kept), 0); /* keeps the inode in use */
    write_file(file, "someone else's");
    place_forget(place);
    assert_int_equal(clean(place), 0);
    assert_true(exists(file));
    assert_true(exists(kept));
    (void)unlink(file);
    (void)unlink(kept);
}

/* Killed between the line and the act, or between the act and the line with the identity. */
static void test_unconfirmed(void **state)
{
    struct place *place = *state;
    const char *file = place_path(place, "a.img"), *folder = place_path(place, "b");
    const char *inside = place_path(place, "b/something");
    int64_t id;
    assert_true(made_intend(&place->made, THING_FILE, file, "", "", &id, NULL));
    assert_true(made_intend(&place->made, THING_DIRECTORY, folder, "", "", &id, NULL));
    assert_true(made_intend(&place->made, THING_PROCESS, "fio", "", "", &id, NULL));
    place_forget(place);
    assert_int_equal(clean(place), 0);
    assert_true(made_intend(&place->made, THING_FILE, file, "", "", &id, NULL));
    assert_true(made_intend(&place->made, THING_DIRECTORY, folder, "", "", &id, NULL));
    write_file(file, "");
    assert_int_equal(mkdir(folder, 0700), 0);
    place_forget(place);
    assert_int_equal(clean(place), 2);
    assert_true(made_intend(&place->made, THING_FILE, file, "", "", &id, NULL));
    assert_true(made_intend(&place->made, THING_DIRECTORY, folder, "", "", &id, NULL));
    write_file(file, "not empty: not ours");
    assert_int_equal(mkdir(folder, 0700), 0);
    write_file(inside, "nor is this");
    place_forget(place);
    struct made_cleaning cleaning;
    assert_false(made_remove_all(&place->made, NULL, NULL, &cleaning, NULL));
    assert_string_equal(cleaning.kept, file);
    assert_true(exists(file));
    assert_true(exists(inside));
    (void)unlink(inside);
    (void)rmdir(folder);
    (void)unlink(file);
}

/* The folder is away, as that of a drive that was unplugged: nothing in it is gone. */
static void test_folder_is_away(void **state)
{
    struct place *place = *state;
    const char *disk = place_path(place, "disk"), *away = place_path(place, "away");
    const char *made = place_path(place, "disk/run"), *file = place_path(place, "disk/a.img");
    struct made_cleaning cleaning;
    int64_t directory_id, file_id, intended_id;
    assert_int_equal(mkdir(disk, 0700), 0);
    assert_true(made_directory(&place->made, THING_DIRECTORY, made, &directory_id, NULL));
    assert_true(made_file(&place->made, file, 4096, &file_id, NULL));
    const char *home = file_identity_of_folder(place->arena, file);
    assert_true(made_intend(&place->made, THING_FILE, place_path(place, "disk/b.img"), "", home,
                            &intended_id, NULL));
    for (int another = 0; another < 2; another++) { /* nothing of that name, then an empty folder */
        assert_int_equal(rename(disk, away), 0);
        assert_int_equal(another == 1 ? mkdir(disk, 0700) : 0, 0);
        assert_true(made_remove(&place->made, directory_id, NULL));
        place_forget(place);
        assert_true(made_remove_all(&place->made, NULL, NULL, &cleaning, NULL));
        assert_int_equal(cleaning.removed, 0);
        assert_string_equal(cleaning.unseen, made);
        assert_null(cleaning.kept);
        assert_null(cleaning.left); /* of an earlier start */
        place_forget(place);
        assert_false(made_thing(&place->made, directory_id)->is_gone);
        assert_false(made_thing(&place->made, intended_id)->is_gone);
        assert_int_equal(another == 1 ? rmdir(disk) : 0, 0);
        assert_int_equal(rename(away, disk), 0);
    }
    assert_int_equal(clean(place), 2);
    assert_true(made_thing(&place->made, intended_id)->is_gone);
    assert_int_equal(rmdir(disk), 0);
}

/* A record of an earlier release has no homes: then the device has to be the recorded one. */
static void test_record_without_homes(void **state)
{
    struct place *place = *state;
    made_close(&place->made);
    struct stat status;
    assert_int_equal(stat(place->folder, &status), 0);
    FILE *file = fopen(place->record, "a");
    for (int id = 1; id <= 2; id++) {
        const char *name = place_path(place, id == 1 ? "seen" : "unseen");
        (void)fprintf(file,
                      "{\"event\":\"make\",\"thing\":%d,\"kind\":\"file\",\"name\":\"%s\"}\n"
                      "{\"event\":\"made\",\"thing\":%d,\"kind\":\"file\",\"name\":\"%s\","
                      "\"device\":%lld,\"inode\":1}\n",
                      id, name, id, name, (long long)status.st_dev + id - 1);
    }
    (void)fclose(file);
    assert_true(made_open(&place->made, place->arena, place->record, NULL));
    assert_int_equal(clean(place), 0);
    assert_true(made_thing(&place->made, 1)->is_gone);
    assert_false(made_thing(&place->made, 2)->is_gone);
}

static void test_existing_file_is_kept(void **state)
{
    struct place *place = *state;
    const char *file = place_path(place, "pool.img");
    int64_t id;
    struct failure failure = {0};
    write_file(file, "");
    assert_false(made_file(&place->made, file, 4096, &id, &failure));
    assert_non_null(strstr(failure.message, "File exists"));
    place_forget(place);
    assert_int_equal(clean(place), 0);
    assert_true(exists(file));
    (void)unlink(file);
}

static pid_t start_sleeper(void)
{
    int started[2];
    assert_int_equal(pipe2(started, O_CLOEXEC), 0);
    pid_t pid = fork();
    if (pid == 0) {
        (void)execl("/bin/sleep", "sleep", "60", (char *)NULL);
        _exit(127);
    }
    (void)close(started[1]);
    char nothing;
    assert_int_equal(read(started[0], &nothing, 1), 0); /* exec has closed the record as well */
    (void)close(started[0]);
    return pid;
}

static void test_process(void **state)
{
    struct place *place = *state;
    pid_t ours = start_sleeper(), other = start_sleeper();
    int64_t id;
    assert_true(made_intend(&place->made, THING_PROCESS, "sleep", "", "", &id, NULL));
    assert_true(made_confirm_process(&place->made, id, other, process_start_time(other) + 1, NULL));
    assert_true(made_intend(&place->made, THING_PROCESS, "sleep", "", "", &id, NULL));
    assert_true(made_confirm_process(&place->made, id, ours, process_start_time(ours), NULL));
    place_forget(place);
    assert_int_equal(clean(place), 1);
    assert_int_equal(process_start_time(ours), -1);
    assert_true(process_start_time(other) >= 0); /* the same pid, but another process */
    (void)kill(other, SIGKILL);
    (void)waitpid(ours, NULL, 0);
    (void)waitpid(other, NULL, 0);
}

static void test_second_is_refused(void **state)
{
    struct place *place = *state;
    struct made second;
    struct failure failure = {0};
    assert_false(made_open(&second, place->arena, place->record, &failure));
    assert_int_equal(failure.kind, FAILURE_SYSTEM);
    assert_non_null(strstr(failure.message, "another collection"));
}

static void test_torn_and_foreign_lines(void **state)
{
    struct place *place = *state;
    int64_t id;
    assert_true(made_intend(&place->made, THING_FILE, "/nowhere/x", "", "", &id, NULL));
    made_close(&place->made);
    FILE *file = fopen(place->record, "a");
    (void)fputs("{\"event\":\"make\",\"thing\":2,\"ki", file);
    (void)fclose(file);
    assert_true(made_open(&place->made, place->arena, place->record, NULL));
    assert_true(place->made.was_torn);
    assert_int_equal(place->made.count, 1);
    made_close(&place->made);
    file = fopen(place->record, "a");
    (void)fputs("rm -rf /\n", file);
    (void)fclose(file);
    struct failure failure = {0};
    assert_false(made_open(&place->made, place->arena, place->record, &failure));
    assert_non_null(strstr(failure.message, "made.jsonl:2 is not a line that collect wrote"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_file_and_directory, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_another_file_of_that_name, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_unconfirmed, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_folder_is_away, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_record_without_homes, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_existing_file_is_kept, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_process, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_second_is_refused, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_torn_and_foreign_lines, place_make, place_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
