#include "collect/log.h"

#include "collect/line_file.h"

void log_add(const struct log *log, struct text lines)
{
    if (log->descriptor >= 0) {
        struct arena *scratch = arena_create();
        (void)descriptor_write(log->descriptor, identities_remove(scratch, log->identities, lines));
        arena_free(scratch);
    }
}
