#ifndef COLLECT_POOL_STATUS_H
#define COLLECT_POOL_STATUS_H

#include "collect/pool_layout.h"

/* The layout of a pool as `zpool status` shows it: names, kinds and disks of its vdevs, also of
   cache and spare disks, but not their ashift. False: there is no vdev in it. */
bool pool_layout_of_status(struct arena *arena, struct text status, struct pool_layout *layout);

/* Takes ashifts out of the vdev properties, `zpool get -Hp ashift POOL all-vdevs` (2.2 and later),
   into the vdevs of these names. The rows of the pool and of the leaves below a vdev say nothing;
   a mirror or raidz that the layout does not have is added to it. */
void pool_layout_take_properties(struct arena *arena, struct text rows, struct pool_layout *layout);

#endif
