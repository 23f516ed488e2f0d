#ifndef RENDER_TERMINAL_PAGE_H
#define RENDER_TERMINAL_PAGE_H

#include "model/text.h"

enum style {
    STYLE_PLAIN,
    STYLE_BOLD,
    STYLE_QUIET,
    STYLE_DECIDED,   /* a difference that was shown */
    STYLE_UNDECIDED, /* cannot tell, too few runs */
};

/* Lines of text for a terminal. */
struct terminal_page {
    struct text_builder out;
    bool utf8, colour;
    unsigned columns;
};

/* Text as it is, without line end. */
void page_text(struct terminal_page *page, enum style style, struct text text);
/* The same, filled with blanks to `columns` (on the left when `right`); what is wider is shortened.
 */
void page_cell(struct terminal_page *page, enum style style, struct text text, size_t columns,
               bool right);
/* A paragraph wrapped to the page; `first` stands before its first line, as many blanks before the
 * others. */
void page_paragraph(struct terminal_page *page, enum style style, const char *first,
                    struct text text);
void page_blank(struct terminal_page *page, size_t columns);
void page_line(struct terminal_page *page); /* ends a line */

#endif
