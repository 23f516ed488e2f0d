#ifndef RENDER_SCREENING_TEXT_H
#define RENDER_SCREENING_TEXT_H

#include "analyze/analysis.h"
#include "render/terminal_page.h"

/* A sweep over several settings: title, a line an effect, what settings do together, notes. */
void screening_text(struct terminal_page *page, const struct analysis *analysis);

/* The same in Markdown, after the title. */
void screening_markdown(struct text_builder *out, const struct analysis *analysis);

#endif
