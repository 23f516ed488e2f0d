#ifndef INGEST_ARCHIVE_DISKS_H
#define INGEST_ARCHIVE_DISKS_H

#include "ingest/packed_file.h"
#include "ingest/reading.h"

/* Makes facts about the drives of an archive from its facts disk_NAME and from what nvme said
   (facts/before and facts/after): devices, drive, physical_block_size (the largest), rotational,
   lba_formats, preferred_write_size, temperature_before, temperature_after (of the one that warmed
   most), temperature_warning, throttled (how often, all together). Nothing where pools lay on files
   or the machine is not known to be a real one: sectors and heat are those of an emulation there.
 */
void archive_disks_write(struct reading *reading, const char *folder,
                         const struct packed_members *packed);

#endif
