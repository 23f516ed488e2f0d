#ifndef RENDER_LEGEND_H
#define RENDER_LEGEND_H

#include "render/canvas.h"

/* Names with their marks above a drawing, for lines whose ends leave no room for a label of their
   own. */
struct legend_entry {
    struct text name;
    enum role role;
    enum shape shape;
    unsigned dash;
    bool marked; /* with the marker of `shape` on the line */
};

/* Entries side by side from the left margin, in as many rows as they take; returns where the
   legend ends. */
double legend_lay_out(struct canvas *canvas, const struct legend_entry *entries, size_t count,
                      double top);

#endif
