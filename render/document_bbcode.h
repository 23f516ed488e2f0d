#ifndef RENDER_DOCUMENT_BBCODE_H
#define RENDER_DOCUMENT_BBCODE_H

#include "render/document.h"

/* The document in the BBCode of forums: [b], [list], [table]. Figures are left out, what is folded
   is shown. Owned by `arena`. */
struct text document_bbcode(struct arena *arena, const struct document *document);

#endif
