#ifndef COLLECT_IDENTITY_SHAPE_H
#define COLLECT_IDENTITY_SHAPE_H

#include "model/text.h"

#include <stdbool.h>

/* What tells a thing from every other one is known by its shape, whatever program prints it and
   under whatever name: a list of names cannot be complete. */

/* The size of the identity that begins here, or 0: a UUID; 12 hexadecimal digits or more with
   letters among them; 17 decimal digits or more (guids of ZFS); six pairs of hexadecimal digits or
   more joined by ":" or "-" (MAC, EUI-64, WWN); names that begin with "nqn.", "eui.", "naa.",
   "t10.", "uuid." or "iqn."; names as in /dev/disk/by-id ("ata-MODEL_SERIAL"). Nothing but zeros
   is no identity. */
size_t identity_shape_here(struct text raw, size_t at);

/* True when a key or part of it stands here that says that its value is an identity ("serial
   number", "lu wwn device id", "fguid", "unique id"), and where the value begins and ends. */
bool identity_key_here(struct text raw, size_t at, size_t *start, size_t *end);

/* The size of the word here that looks like a serial number, or 0: 8 letters and digits or more,
   capitals and at least two digits. Model and firmware look the same, so a value whose key says
   model, product, firmware or the like has none. For what drives say of themselves. */
size_t serial_shape_here(struct text raw, size_t at);

#endif
