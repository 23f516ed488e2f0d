#ifndef INGEST_PAGE_PASSAGES_H
#define INGEST_PAGE_PASSAGES_H

#include "ingest/reading.h"

/* Gives each run of a page the lines of text between the results above and those it stands among.
   Results with text between them need not be of one test, whatever that text is: where nothing else
   tells runs apart, it does. Lines of the shell, marks and words of repetition ("again") divide
   nothing.
 */
void page_passages_give(struct text page, struct reading *reading);

#endif
