#ifndef RENDER_DOCUMENT_MARKDOWN_H
#define RENDER_DOCUMENT_MARKDOWN_H

#include "render/document.h"

/* The document in GitHub-flavoured Markdown; a figure is a link to NAME.png beside it. Owned by
   `arena`. */
struct text document_markdown(struct arena *arena, const struct document *document);

#endif
