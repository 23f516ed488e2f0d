#ifndef INGEST_FIO_JSON_CUT_H
#define INGEST_FIO_JSON_CUT_H

#include "model/text.h"

/* What is whole of a fio JSON document that was cut off or damaged: its text up to the last whole
   job, closed so that it is JSON again. `*all_jobs` tells whether the list of jobs was whole. The
   empty text when no job is whole. `text` begins with the document's brace. */
struct text fio_json_cut(struct arena *arena, struct text text, bool *all_jobs);

#endif
