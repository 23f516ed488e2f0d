#ifndef INGEST_IDENTITY_H
#define INGEST_IDENTITY_H

#include "model/text.h"

#include <stdbool.h>

/* What tells in a text whose machine it is: serial numbers, world-wide names (EUI-64, NAA, NQN),
   names of hosts, addresses. */
struct identity {
    size_t start, size; /* bytes of the text */
    const char *what;   /* "a serial number" */
};

/* The identity that begins `at` this byte, or whose name does ("serial: X": the name is at `at`,
   the identity is X). Found are values behind a name that says what they are, names in
   /dev/disk/by-*, names of drives by their form, MAC and IP addresses (RFC 4291 for the text of
   IPv6); not numbers of versions, nor addresses that every machine has (127.0.0.1, ::1). False when
   there is none. */
bool identity_at(struct text raw, size_t at, struct identity *found);

/* False for what firmware and programs write where there is no identity: "none", zeros,
   "removed". */
bool identity_is_told(struct text identity);

#endif
