#ifndef COLLECT_WHOLE_FILE_H
#define COLLECT_WHOLE_FILE_H

#include "model/text.h"

/* All bytes of a regular file, in `arena`. False with errno when it cannot be read, is a folder
   (EISDIR) or no regular file (EINVAL), or is larger than `limit` (EFBIG). */
bool whole_file_read(struct arena *arena, const char *path, size_t limit, struct text *text);

/* The same of a file that people write, without the byte order mark that some editors put first. */
bool text_file_read(struct arena *arena, const char *path, size_t limit, struct text *text);

/* All bytes of a file whose size is not known before, as those of /proc and /sys; at most 64 MiB.
   False with errno when it cannot be opened or read. */
bool stream_file_read(struct arena *arena, const char *path, struct text *text);

#endif
