/* Which checks a plan is going to hit. */
#include "testing.h"

#include "collect/prediction.h"

#include <string.h>

static void test_predicted(void **state)
{
    (void)state;
    static const struct {
        const char *job, *order, *iterations, *expected; /* ids joined by blanks */
        unsigned release;                                /* of OpenZFS; 0 = zfs-fuse */
    } rows[] = {
        {"rw=write\nbs=128k\nruntime=60\ntime_based\nend_fsync=1\nsize=1g\n", NULL, NULL, "C05", 0},
        {"rw=write\nbs=128k\nruntime=60\ntime_based\nsize=1g\n", NULL, NULL, "C04", 0},
        {"rw=write\nbs=128k\nruntime=60\ntime_based\nfsync=1\nsize=1g\n", NULL, NULL, "", 0},
        {"rw=write\nbs=4k\nruntime=60\ntime_based\nfsync=1\nsize=1g\n", NULL, NULL, "", 0},
        {"rw=randwrite\nbs=4k\nruntime=60\ntime_based\nfsync=1\nsize=1g\nrandrepeat=0\n", NULL,
         NULL, "C16", 0},
        {"rw=write\nbs=128k\nruntime=10\ntime_based\nfsync=1\nsize=1g\n", NULL, NULL, "C25", 0},
        {"rw=write\nbs=128k\nruntime=10\ntime_based\nend_fsync=1\nsize=1g\n", NULL, NULL,
         "C03 C05 C25", 0},
        {"rw=write\nbs=128k\nruntime=1\ntime_based\nfsync=1\nsize=1g\ngtod_reduce=1\n", NULL, NULL,
         "C25 C33 C34", 0},
        {"rw=randread\nruntime=60\ntime_based\nsize=1m\n", NULL, NULL, "C01b C35", 0},
        {"rw=randread\nruntime=60\ntime_based\nsize=1m\nrandrepeat=0\n", NULL, NULL, "C01b", 0},
        {"rw=read\nruntime=60\ntime_based\nsize=1m\ndirect=1\n", NULL, NULL, "C01b C06", 0},
        {"rw=read\nruntime=60\ntime_based\nsize=1m\ndirect=1\n", NULL, NULL, "C01 C06", 202},
        {"rw=read\nruntime=60\ntime_based\nsize=1m\ndirect=1\n", NULL, NULL, "", 203},
        {"rw=read\nruntime=60\ntime_based\nsize=1m\ndirect=1\niodepth=4\n", NULL, NULL, "C26", 203},
        {"rw=read\nruntime=60\ntime_based\nsize=1m\ndirect=1\nioengine=libaio\niodepth=4\n", NULL,
         NULL, "", 203},
        {"rw=read\nruntime=60\ntime_based\nsize=1m\ndirect=1\nrate_iops=10\n", "blocked", "3",
         "C30 C40 C46", 203},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct arena *arena = arena_create();
        struct failure failure = {0};
        struct plan plan;
        struct preparation preparation = {
            .has_zfs = true,
            .zfs = {.kind = rows[i].release == 0 ? ZFS_FUSE : ZFS_OPEN,
                    .release = rows[i].release}};
        struct plan_request request = {.archive = "/a",
                                       .ashift = "9,12",
                                       .on = "file:8g",
                                       .order = rows[i].order,
                                       .iterations = rows[i].iterations};
        assert_true(plan_build(arena, &request, 1, &plan, &failure));
        const char *job = text_format(arena, "[job]\n%s", rows[i].job).data;
        assert_true(workload_set_parse(arena, text_of(job), "x",
                                       (struct workload_shape){.scale = {1, 1}}, &plan.workloads,
                                       &failure));
        struct text lines = predictions_written(arena, &plan, &preparation);
        struct text_builder ids = {.arena = arena};
        for (struct text line, id; text_next_line(&lines, &line);) {
            line = text_slice(line, strlen("check "), line.size);
            assert_true(text_next_piece(&line, ' ', &id));
            text_add_format(&ids, "%s%.*s", ids.size == 0 ? "" : " ", (int)id.size, id.data);
        }
        assert_string_equal(text_built(&ids).data, rows[i].expected);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_predicted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
