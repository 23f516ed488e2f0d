/* Which differences of the options make two tests of one name different tests. */

#include "testing.h"

#include "made_results.h"

#include "analyze/definition.h"

static const struct {
    const char *first, *second; /* options of the two sides; NULL: not stated */
    const char *differing, *one_sided;
} cases[] = {
    /* the same load, however it is written */
    {"rw=randwrite;bs=4k", "rw=randwrite;bs=4k", "", ""},
    {"bs=4k;size=1g", "bs=4096;size=1024m", "", ""},
    {"bs=4K", "bs=4KiB", "", ""},
    {"rw=readwrite", "readwrite=rw", "", ""},
    {"blocksize=4k", "bs=4k", "", ""},
    {"runtime=60", "runtime=60s", "", ""},
    {"timeout=60", "runtime=60", "", ""},
    {"time_based=1", "time_based=", "", ""},
    {"end_fsync=1", "end_fsync=true", "", ""},
    {"sync=none", "sync=0", "", ""},
    {"ioengine=LIBAIO", "ioengine=libaio", "", ""},
    /* what never counts */
    {"filename=/a/x;directory=/a", "filename=/b/x;directory=/b", "", ""},
    {"name=one;description=x;randseed=1;output=a", "name=two;description=y;randseed=2;output=b", "",
     ""},
    {"nice=1;prio=2;write_bw_log=a", "nice=2;prio=3;write_bw_log=b", "", ""},
    {"group_reporting=1;filename=/a", "filename=/b", "", ""},
    /* fio's default, stated or not */
    {"bs=4k;direct=0;iodepth=1;numjobs=1", "bs=4k", "", ""},
    {"bs=4k", "bs=4k;ioengine=psync;end_fsync=0;thread=0;invalidate=1;fallocate=native", "", ""},
    {"bs=4096", "rw=read", "", "rw read (2)"},
    /* another load */
    {"bs=4k", "bs=64k", "bs 4k and 64k", ""},
    {"rw=read", "rw=randread", "rw read and randread", ""},
    {"blocksize=4k", "bs=64k", "bs 4k and 64k", ""},
    {"direct=1;bs=4k", "direct=0;bs=8k", "bs 4k and 8k, direct 1 and 0", ""},
    {"iodepth=16;numjobs=4", "iodepth=1;numjobs=4", "iodepth 16 and 1", ""},
    {"iodepth_batch=4", "iodepth_batch=8", "iodepth_batch 4 and 8", ""},
    {"rate_iops=100", "rate_iops=200", "rate_iops 100 and 200", ""},
    {"bssplit=4k/50:8k/50", "bssplit=4k/40:8k/60", "bssplit 4k/50:8k/50 and 4k/40:8k/60", ""},
    {"size=1g", "size=2g", "size 1g and 2g", ""},
    {"time_based=0", "time_based=1", "time_based 0 and 1", ""},
    {"zero_buffers=1", "zero_buffers=0", "zero_buffers 1 and 0", ""},
    {"buffer_compress_percentage=50", "buffer_compress_percentage=0",
     "buffer_compress_percentage 50 and 0", ""},
    {"offset_increment=1g", "offset_increment=2g", "offset_increment 1g and 2g", ""},
    /* known on one side only */
    {"bs=4k;direct=1", "bs=4k", "", "direct 1 (1)"},
    {"bs=4k", "bs=4k;size=1g;end_fsync=1", "", "end_fsync 1 (2), size 1g (2)"},
    {"bs=64k", "rw=read", "", "bs 64k (1), rw read (2)"},
    {NULL, "bs=4k", "", "all options (2)"},
    {"bs=4k;iodepth=4", NULL, "", "all options (1)"},
    {NULL, NULL, "", ""},
};

static struct definition_difference compare(struct arena *arena, struct results *results,
                                            const char *factor)
{
    const struct observation *one[1] = {&results->observations[0]};
    const struct observation *other[1] = {&results->observations[1]};
    struct cell first = {.configuration = one[0]->run->configuration, .n = 1, .observations = one};
    struct cell second = {
        .configuration = other[0]->run->configuration, .n = 1, .observations = other};
    return definition_compare(arena, &first, &second, text_of(factor));
}

static void options_of_two_runs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct results *results = results_create();
        add_made_run(results, (struct made_run){.config = "x=1", .options = cases[i].first});
        add_made_run(results, (struct made_run){.config = "x=2", .options = cases[i].second});
        struct definition_difference found = compare(results->arena, results, "x");
        if (!text_is(found.differing, cases[i].differing) ||
            !text_is(found.one_sided, cases[i].one_sided))
            print_error("case %zu: \"%s\" and \"%s\"\n", i, found.differing.data,
                        found.one_sided.data);
        assert_true(text_is(found.differing, cases[i].differing));
        assert_true(text_is(found.one_sided, cases[i].one_sided));
        results_free(results);
    }
}

/* Comparing block sizes, the block size may differ; but not when it is another thing of that name.
 */
static void the_factor_is_an_option(void **state)
{
    (void)state;
    static const struct {
        const char *factor, *configs[2], *options[2], *differing;
    } factors[] = {
        {"bs", {"bs=4k", "bs=64k"}, {"bs=4096;rw=read", "bs=65536;rw=read"}, ""},
        {"blocksize", {"blocksize=4k", "blocksize=64k"}, {"bs=4k", "bs=64k"}, ""},
        {"bs", {"bs=4k", "bs=64k"}, {"bs=4k;rw=read", "bs=64k;rw=write"}, "rw read and write"},
        {"sync", {"sync=always", "sync=disabled"}, {"sync=1", "sync=0"}, "sync 1 and 0"},
        {"direct", {"direct=0", "direct=1"}, {"direct=0", "direct=1"}, ""},
    };
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        struct results *results = results_create();
        for (size_t side = 0; side < 2; side++)
            add_made_run(results, (struct made_run){.config = factors[i].configs[side],
                                                    .options = factors[i].options[side]});
        struct definition_difference found = compare(results->arena, results, factors[i].factor);
        assert_true(text_is(found.differing, factors[i].differing));
        results_free(results);
    }
}

/* One run of many that was made in another way is found, whichever it is. */
static void every_run_counts(void **state)
{
    (void)state;
    for (size_t odd = 0; odd < 6; odd++) {
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        struct failure failure = {.kind = FAILURE_NONE};
        for (size_t i = 0; i < 6; i++)
            add_made_run(results, (struct made_run){.config = i < 3 ? "x=1" : "x=2",
                                                    .workload = "w",
                                                    .value = 100 + (double)i,
                                                    .iteration = (unsigned)(i % 3) + 1,
                                                    .options = i == odd ? "bs=8k" : "bs=4k"});
        struct analysis *analysis = analysis_create(results, &options, &failure);
        assert_non_null(analysis);
        assert_int_equal(analysis->comparisons[0].state, STATE_NOT_COMPARABLE);
        assert_int_equal(analysis->comparisons[0].reason, REASON_WORKLOAD_MISMATCH);
        assert_true(text_starts_with(analysis->comparisons[0].detail, "bs "));
        analysis_free(analysis);
        results_free(results);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_of_two_runs),
        cmocka_unit_test(the_factor_is_an_option),
        cmocka_unit_test(every_run_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
