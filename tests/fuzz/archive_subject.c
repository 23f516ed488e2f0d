#include "ingest/archive.h"
#include "ingest/json_document.h"
#include "model/digest.h"
#include "subjects.h"

#include <stdlib.h>
#include <string.h>

void feed_archive(const uint8_t *data, size_t size)
{
    static const char *const paths[] = {"a/manifest.jsonl",
                                        "a/runs/1.json",
                                        "a/experiment.ini",
                                        "a/facts/runs/1.before.txt",
                                        "a/facts/runs/1.after.txt",
                                        "a/facts/pools/1.txt",
                                        "a/facts/pools/1.properties.txt",
                                        "a/jobs/job.fio",
                                        "a/facts/before/lsblk.txt",
                                        "a/facts/before/sources.jsonl"};
    enum { PATHS = sizeof paths / sizeof *paths };
    struct arena *arena = arena_create();
    struct packed_member items[PATHS];
    struct packed_members members = {items, 0, PATHS};
    struct text rest = text_copy(arena, (struct text){(const char *)data, size});
    json_prepare();
    while (members.count < PATHS && (rest.size > 0 || members.count == 0)) {
        const char *end = rest.size == 0 ? NULL : memchr(rest.data, '\0', rest.size);
        size_t length = end == NULL ? rest.size : (size_t)(end - rest.data);
        items[members.count] = (struct packed_member){.path = text_of(paths[members.count]),
                                                      .content = text_slice(rest, 0, length)};
        rest = text_slice(rest, length + 1, rest.size);
        members.count++;
    }
    if (members.count > 1) { /* a run that is there as its digest says, before what the bytes say */
        char digest[65];
        digest_sha256(items[1].content, digest);
        items[0].content = text_format(
            arena,
            "{\"id\":\"1\",\"config\":\"ashift=9\",\"workload\":\"job\",\"iteration\":1,\"file\":"
            "\"runs/1.json\",\"sha256\":\"%s\",\"failed\":\"\"}\n%.*s",
            digest, (int)items[0].content.size, items[0].content.data);
    }
    struct reading reading = {.arena = arena, .shapes = true};
    struct failure failure = {.kind = FAILURE_NONE};
    if (!archive_read("a", &members, &reading, &failure) && failure.kind == FAILURE_NONE)
        abort(); /* refused without a word */
    arena_free(arena);
}
