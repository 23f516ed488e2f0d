#ifndef COLLECT_IDENTITIES_H
#define COLLECT_IDENTITIES_H

#include "model/text.h"

#include <stdbool.h>

/* What tells whose machine it is: names of host and user, serial numbers of its disks and boards,
   addresses. They are taken out of every raw output before it goes into an archive. */
struct identities {
    struct text *words;
    size_t count, capacity;
    struct text boot; /* of this start of the machine; it is never taken out */
    bool are_kept;    /* nothing is taken out */
};

/* Learns those of this machine. */
struct identities identities_learn(struct arena *arena, bool are_kept);

/* Takes this word out as well. */
void identities_add(struct arena *arena, struct identities *identities, const char *word);

/* Takes out the name of a disk in /dev/disk/by-id, and the serial number at its end. */
void identities_add_disk_name(struct arena *arena, struct identities *identities, const char *name);

/* The text with "removed" in the place of each: learned words, values behind a name that says what
   they are (serial, wwn, hostid ...), IP addresses, names in /dev/disk/by-*, and whatever has the
   shape of an identity (identity_shape.h). */
struct text identities_remove(struct arena *arena, const struct identities *identities,
                              struct text raw);

/* The same of what a drive says of itself: also words that look like a serial number. */
struct text identities_remove_of_drive(struct arena *arena, const struct identities *identities,
                                       struct text raw);

#endif
