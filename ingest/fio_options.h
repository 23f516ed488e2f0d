#ifndef INGEST_FIO_OPTIONS_H
#define INGEST_FIO_OPTIONS_H

#include "model/text.h"

#include <stdbool.h>

/* Options of a fio job in one spelling, so that they can be compared: blocksize -> bs, sizes in
   bytes, times in seconds, switches 1 or 0. Reference: fio HOWTO, "Parameter types" and its list of
   aliases. */

/* The name that fio's manual lists first. */
struct text fio_option_name(struct text name);

/* True when fio has another spelling of this name too. */
bool fio_option_has_alias(struct text name);

/* The value of the option `name` (as fio_option_name gives it) in its one spelling; owned by
   `arena`. `kb_base_1000`: the job has kb_base=1000, which turns the meaning of k and Ki round. */
struct text fio_option_value(struct arena *arena, struct text name, struct text value,
                             bool kb_base_1000);

/* True for options that say where or how results are kept, not what load is run (name, description,
 * ...). */
bool fio_option_is_bookkeeping(struct text name);

#endif
