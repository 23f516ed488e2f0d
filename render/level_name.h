#ifndef RENDER_LEVEL_NAME_H
#define RENDER_LEVEL_NAME_H

#include "analyze/analysis.h"

/* A level as the label of a mark: one line; of long names only what differs, an ellipsis in place
   of the beginning and the end that all `levels` share. */
struct text level_name(struct arena *arena, struct text_list levels, struct text level);

#endif
