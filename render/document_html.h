#ifndef RENDER_DOCUMENT_HTML_H
#define RENDER_DOCUMENT_HTML_H

#include "render/document.h"
#include "render/palette.h"

/* A figure as an SVG element to stand in the page. */
struct html_figure {
    struct text name; /* as in the document */
    struct text svg;
};

/* The document as one HTML page that loads nothing and runs nothing, in the reader's light or dark
   scheme (or always the one of `theme`), and ready to be printed. Its first heading is the page's
   title. Figures that are not among `figures` are left out. Owned by `arena`. */
struct text document_html(struct arena *arena, const struct document *document, enum theme theme,
                          const struct html_figure *figures, size_t figure_count);

#endif
