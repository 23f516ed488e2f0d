#ifndef COLLECT_MACHINE_FACTS_H
#define COLLECT_MACHINE_FACTS_H

#include "collect/fact_source.h"

/* One thing known of the machine, or "unknown: " and why. */
struct machine_fact {
    const char *name;
    struct text value;
    const char *from; /* the command or file */
};

struct machine_facts {
    struct machine_fact *items;
    size_t count;
};

/* What the facts are about. */
struct facts_subject {
    const char **directories; /* where files are going to be made: one of each file system */
    size_t directory_count;
    const char *device;    /* that pools are made on; NULL = none */
    const char **datasets; /* that were there, each once */
    size_t dataset_count;
    struct text fio, zfs; /* as found; zfs may be empty */
};

/* Gathers the facts and keeps the raw output of each source in `folder` of the archive
   ("facts/before"). Nothing that tells whose machine it is (names, addresses, serial numbers) is
   kept unless the identities are. What needs root and cannot be had is "unknown". */
NODISCARD bool machine_facts_gather(struct arena *arena, struct archive *archive,
                                    const char *folder, const struct identities *identities,
                                    const struct facts_subject *subject,
                                    struct machine_facts *facts, struct failure *failure);

#endif
