#ifndef RENDER_OBSERVATION_JSON_H
#define RENDER_OBSERVATION_JSON_H

#include "model/results.h"

/* Observations as a JSON list of objects with the names of the tidy CSV's columns; what is unknown
   is null, except that `config`, `workload`, `direction` and `unit` are always text. Given in
   pieces as observation_csv_give does. */
bool observation_json_give(const struct results *results,
                           bool (*put)(void *context, struct text piece), void *context);

#endif
