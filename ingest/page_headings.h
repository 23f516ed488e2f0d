#ifndef INGEST_PAGE_HEADINGS_H
#define INGEST_PAGE_HEADINGS_H

#include "ingest/reading.h"

/* Gives the runs of fio's outputs on a page the headings above them. Lines that a reader has
   claimed are no headings; plain lines count only where they state a setting, since prompts, job
   files and progress stand around such outputs. */
void page_headings_give(struct text page, struct reading *reading);

#endif
