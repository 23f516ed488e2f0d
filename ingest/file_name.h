#ifndef INGEST_FILE_NAME_H
#define INGEST_FILE_NAME_H

#include "model/text.h"

/* Parts of a path. */
struct text file_name_folder(struct text path); /* without the last component; may be empty */
struct text file_name_base(struct text path);   /* the last component */

/* Without its extension: a last ".xxx" of up to six letters and digits that is not a number. */
struct text file_name_stem(struct text base);

/* The trailing number of a name ("-3", "_3", ".3", "iter3", "run3") and the name before it; false
   when there is none or the number is above 999999. */
bool file_name_number(struct text stem, struct text *rest, unsigned *number);

/* "run3", "iteration-2", "iter 1": a folder that numbers iterations. */
bool file_name_numbers_iteration(struct text component, unsigned *number);

/* Component `index` of the folder part, counted from 0; empty when there are fewer. */
struct text file_name_component(struct text folder, size_t index);

#endif
