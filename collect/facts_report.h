#ifndef COLLECT_FACTS_REPORT_H
#define COLLECT_FACTS_REPORT_H

#include "model/failure.h"
#include "model/text.h"

/* What this machine says about sectors and ashift, and what that means for choosing one: of a pool,
   dataset, device or folder, or (NULL) of all disks. Works without root; what needs it is unknown,
   with the reason. FAILURE_USAGE when there is nothing of this name. */
NODISCARD bool facts_report(struct arena *arena, const char *subject, struct text *report,
                            struct failure *failure);

#endif
