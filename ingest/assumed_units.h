#ifndef INGEST_ASSUMED_UNITS_H
#define INGEST_ASSUMED_UNITS_H

#include "ingest/naming.h"

/* Figures that a reader took for the base unit because nothing beside them has a unit: where
   another of the readings states units of the same metric, theirs is unknown. Takes the unit away,
   with a note. */
void assumed_units_settle(const struct labelled_reading *readings, size_t count);

#endif
