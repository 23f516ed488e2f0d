#ifndef RENDER_OBSERVATION_JSON_H
#define RENDER_OBSERVATION_JSON_H

#include "model/results.h"

/* Observations as a JSON list of objects with the names of the tidy CSV's columns; what is unknown
   is null, except that `config`, `workload`, `direction` and `unit` are always text. Owned by
   `arena`. */
struct text observation_json(struct arena *arena, const struct results *results);

#endif
