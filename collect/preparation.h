#ifndef COLLECT_PREPARATION_H
#define COLLECT_PREPARATION_H

#include "collect/plan.h"
#include "collect/zfs.h"

/* The programs a plan needs, as found on this machine. */
struct preparation {
    const char *fio;         /* path; "fio" when it is missing */
    struct text fio_version; /* "fio-3.33" */
    struct zfs zfs;          /* when pools are made, or targets lie on ZFS */
    bool has_zfs;
    const char **parents; /* by level: the dataset in which a fresh one is made, or that the target
                             lies in; NULL = none */
    struct file_identity *folders; /* by level: of the target */
    struct text *vdevs; /* by level: those of the pool that was there, as pool_layout_lines */
    const char *note;   /* what the user should know; NULL = nothing */
};

/* Finds the programs and checks what the plan needs: fio, and that it understands the jobs; ZFS,
   root and room on disk. Nothing is made. On failure the rest of `preparation` is still filled in
   as far as it goes. */
NODISCARD bool preparation_make(struct arena *arena, const struct plan *plan,
                                struct preparation *preparation, struct failure *failure);

#endif
