#ifndef RENDER_SCREENING_TEXT_H
#define RENDER_SCREENING_TEXT_H

#include "analyze/analysis.h"
#include "render/document.h"
#include "render/terminal_page.h"

/* A sweep over several settings: title, a line an effect, what settings do together, notes. */
void screening_text(struct terminal_page *page, const struct analysis *analysis);

/* The same for publication, after the title. */
void screening_document(struct document *out, const struct analysis *analysis);

#endif
