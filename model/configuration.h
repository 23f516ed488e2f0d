#ifndef MODEL_CONFIGURATION_H
#define MODEL_CONFIGURATION_H

#include "model/settings.h"

/* A configuration is a `struct settings` of factor=level. */

/* Order of levels: by size where both are numbers or sizes ("9" < "12", "512 B" < "4 KiB",
   "16k" < "128k"), numbers before other text, else naturally. Equal only for equal bytes. */
int level_compare(struct text a, struct text b);

/* True for the factor names known without being told (ashift, recordsize, volblocksize, ...);
   ASCII case is ignored, and `*canonical` (may be NULL) gets the name as the program writes it. */
bool factor_is_known(struct text name, struct text *canonical);

/* The known factor names in alphabetical order, ended by NULL. */
extern const char *const known_factors[];

#endif
