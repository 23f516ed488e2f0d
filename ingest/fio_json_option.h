#ifndef INGEST_FIO_JSON_OPTION_H
#define INGEST_FIO_JSON_OPTION_H

#include "ingest/json_document.h"

/* The value that an option of a job was run with: that of "job options", else of the document's
   "global options"; empty but not NULL where it was given without a value, {NULL, 0} where it was
   not given. `name` as fio_option_name gives it. Of an option that was given twice, be it by an
   alias, fio's JSON has both, and as on its command line the last counts. Borrowed from the
   document. */
struct text fio_json_option(const struct json *root, const struct json *job, struct text name);

#endif
