#ifndef INGEST_ARCHIVE_RUN_FACTS_H
#define INGEST_ARCHIVE_RUN_FACTS_H

#include "ingest/reading.h"

/* What an archive of `collect` holds of one run's pool and of the counters around it, as facts of
   that run. All texts may be empty. */

/* facts/pools/ID.properties.txt: properties of pool and dataset under their own names, and `scan`
   where a scrub, resilver or the like was under way. */
void archive_run_properties(struct reading *reading, size_t run, struct text properties);

/* facts/runs/ID.before.txt, .after.txt and .synced.txt. From before to after:
   - cpu_idle, cpu_steal: shares of the processors' time in percent;
   - disk_read_bytes: what all disks of the machine read;
   - arc_fetched_blocks: demand and prefetch misses of data in the ARC.
   From before to synced: disk_written_bytes. A counter that is not there gives no fact. */
void archive_run_counters(struct reading *reading, size_t run, struct text before,
                          struct text after, struct text synced);

#endif
