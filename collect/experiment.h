#ifndef COLLECT_EXPERIMENT_H
#define COLLECT_EXPERIMENT_H

#include "collect/archive.h"
#include "collect/machine_facts.h"
#include "collect/preparation.h"

/* experiment.ini: what was asked for, what it ran with, and what was known of the machine. */

/* Begins an archive: job files, then experiment.ini. */
NODISCARD bool experiment_begin(struct archive *archive, const struct plan *plan,
                                const struct preparation *preparation,
                                const struct machine_facts *facts, struct failure *failure);

/* Checks that the plan is one that the archive was begun with, and takes its seed. Targets with
   levels that the archive does not have yet are added to it as a further part. What differs
   otherwise is named in a FAILURE_USAGE. */
NODISCARD bool experiment_continue(struct archive *archive, struct plan *plan,
                                   const struct preparation *preparation, struct failure *failure);

#endif
