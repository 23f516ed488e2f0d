#ifndef COLLECT_SNAPSHOT_H
#define COLLECT_SNAPSHOT_H

#include "collect/fact_source.h"
#include "collect/place.h"

/* Counters of the machine immediately before a run of fio, after it, and after everything has been
   written: facts/runs/ID.before.txt, ID.after.txt, ID.synced.txt. Each holds the files that were
   read, one behind the other, with "==> PATH <==" before each; before and after also what each
   drive says of its heat and health (nvme smart-log, smartctl -A). `moment` is "before" and so on.
 */
NODISCARD bool snapshot_take(struct arena *arena, struct archive *archive, const char *id,
                             const char *moment, const struct place *place,
                             struct failure *failure);

/* Has the place written everything to its disks: zpool sync, or syncfs where that is unknown. */
void place_sync(struct arena *arena, struct zfs_session *session, const struct place *place);

/* The properties of the place's pool and dataset: facts/pools/ID.properties.txt; of a pool of ours
   in the archive also, when asked, what zdb -C says, which takes a second. */
NODISCARD bool snapshot_properties(struct arena *arena, struct archive *archive, const char *id,
                                   const struct place *place, bool with_configuration,
                                   struct failure *failure);

#endif
