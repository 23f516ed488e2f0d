#ifndef COLLECT_ZFS_PROPERTY_H
#define COLLECT_ZFS_PROPERTY_H

#include "collect/zfs.h"

/* Refuses a property or value that the ZFS in use does not know, before anything is made.
   FAILURE_USAGE names both. */
NODISCARD bool zfs_property_check(const struct zfs *zfs, struct text name, struct text value,
                                  struct failure *failure);

#endif
