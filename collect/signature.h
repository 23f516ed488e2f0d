#ifndef COLLECT_SIGNATURE_H
#define COLLECT_SIGNATURE_H

#include "model/failure.h"
#include "model/text.h"

/* What tells that a block device is in use by something: magic bytes of file systems, volume
   managers and partition tables, as libblkid knows them. */

/* Names those of the device, joined by ", "; the empty text when there is none. */
NODISCARD bool signature_find(struct arena *arena, const char *node, struct text *found,
                              struct failure *failure);

/* Wipes them; the device is opened exclusively, which fails when it is in use. */
NODISCARD bool signature_wipe(const char *node, struct failure *failure);

#endif
