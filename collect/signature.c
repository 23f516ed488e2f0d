/* Reference: libblkid's documentation of its low-level probing, and wipefs(8), which does the same.
 */
#include "collect/signature.h"

#include <blkid/blkid.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { SIGNATURES_MAX = 64 };

static blkid_probe probe_open(int descriptor)
{
    blkid_probe probe = blkid_new_probe();
    if (probe == NULL || blkid_probe_set_device(probe, descriptor, 0, 0) != 0) {
        blkid_free_probe(probe);
        return NULL;
    }
    (void)blkid_probe_enable_superblocks(probe, 1);
    (void)blkid_probe_set_superblocks_flags(probe, BLKID_SUBLKS_TYPE | BLKID_SUBLKS_MAGIC |
                                                       BLKID_SUBLKS_BADCSUM);
    (void)blkid_probe_enable_partitions(probe, 1);
    (void)blkid_probe_set_partitions_flags(probe, BLKID_PARTS_MAGIC | BLKID_PARTS_FORCE_GPT);
    return probe;
}

static void probe_name(blkid_probe probe, struct text_builder *names)
{
    const char *type = NULL;
    if (blkid_probe_lookup_value(probe, "TYPE", &type, NULL) != 0 &&
        blkid_probe_lookup_value(probe, "PTTYPE", &type, NULL) != 0) {
        type = "something unnamed";
    }
    text_add_format(names, "%s%s", names->size == 0 ? "" : ", ", type);
}

bool signature_find(struct arena *arena, const char *node, struct text *found,
                    struct failure *failure)
{
    int descriptor = open(node, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return failure_set_errno(failure, "cannot read %s", node);
    }
    struct text_builder names = {.arena = arena};
    blkid_probe probe = probe_open(descriptor);
    int outcome = probe == NULL ? -1 : blkid_do_probe(probe);
    for (int count = 0; outcome == 0 && count < SIGNATURES_MAX; count++) {
        probe_name(probe, &names);
        outcome = blkid_do_probe(probe);
    }
    blkid_free_probe(probe);
    (void)close(descriptor);
    *found = text_built(&names);
    return outcome >= 0 ||
           failure_set(failure, FAILURE_SYSTEM, "cannot tell what is on %s: libblkid fails", node);
}

bool signature_wipe(const char *node, struct failure *failure)
{
    int descriptor = open(node, O_RDWR | O_EXCL | O_CLOEXEC);
    if (descriptor < 0) {
        return failure_set_errno(failure, "cannot use %s alone", node);
    }
    blkid_probe probe = probe_open(descriptor);
    int outcome = probe == NULL ? -1 : blkid_do_probe(probe);
    for (int count = 0; outcome == 0 && count < SIGNATURES_MAX; count++) {
        outcome = blkid_do_wipe(probe, 0);
        outcome = outcome == 0 ? blkid_do_probe(probe) : -1;
    }
    blkid_free_probe(probe);
    bool wiped = outcome == 1 && fsync(descriptor) == 0;
    if (!wiped) {
        (void)failure_set(failure, FAILURE_SYSTEM, "cannot wipe the signatures off %s", node);
    }
    (void)close(descriptor);
    return wiped;
}
