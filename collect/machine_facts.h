#ifndef COLLECT_MACHINE_FACTS_H
#define COLLECT_MACHINE_FACTS_H

#include "collect/archive.h"

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

/* Gathers the facts and keeps the raw output of each source in `folder` of the archive
   ("facts/before"). `directory` is where files are going to be made; fio and zfs (may be empty) are
   named as found. Nothing that tells whose machine it is (names, addresses, serial numbers) is
   kept. */
NODISCARD bool machine_facts_gather(struct arena *arena, struct archive *archive,
                                    const char *folder, const char *directory, struct text fio,
                                    struct text zfs, struct machine_facts *facts,
                                    struct failure *failure);

#endif
