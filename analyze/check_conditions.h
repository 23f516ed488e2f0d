#ifndef ANALYZE_CHECK_CONDITIONS_H
#define ANALYZE_CHECK_CONDITIONS_H

#include "analyze/check_scene.h"

/* What is known of pool and drive on each side of a comparison: they must not differ in anything
   but the factor. */

/* The id of the check that this is. */
extern const char conditions_check_id[];

/* Sets `conditions` of every cell. */
void conditions_mark(const struct check_scene *scene);

/* "compression off and lz4, drive A and B"; empty when nothing known of both differs. */
struct text conditions_differ(struct arena *arena, const struct cell *cell,
                              const struct cell *other, struct text factor);

#endif
