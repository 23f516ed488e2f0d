#ifndef COLLECT_STATE_FOLDER_H
#define COLLECT_STATE_FOLDER_H

#include <stdbool.h>

/* A folder for the state of ZFS (/run/zfs), shared by all collections that run at the same time:
   each holds a shared lock on it, and whoever gets it alone may remove it. The one that made it can
   end before the others, so it carries a mark (an extended attribute) by which the last one knows
   that it is a collection's. */

/* Marks a folder that was just made; where attributes are not known nothing happens. */
void state_folder_mark(const char *path);

/* Removes it when it is empty and nobody holds it; with `only_marked` only when it has the mark.
   True when it is gone now. */
bool state_folder_remove(const char *path, bool only_marked);

#endif
