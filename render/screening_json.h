#ifndef RENDER_SCREENING_JSON_H
#define RENDER_SCREENING_JSON_H

#include "analyze/analysis.h"
#include "render/json_writer.h"

/* The member `screening`: an object, or null when no sweep was screened. */
void screening_json(struct json_writer *writer, const struct analysis *analysis);

#endif
