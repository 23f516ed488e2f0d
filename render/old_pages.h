#ifndef RENDER_OLD_PAGES_H
#define RENDER_OLD_PAGES_H

#include "model/text.h"

/* Takes the numbered pages of charts ("runs-3.svg") that are not among `kept` out of a folder, if
   this program made them: a page of an earlier time would be taken for one of today. What cannot be
   taken away stays. */
void old_pages_remove(const char *directory, const struct text *kept, size_t count);

#endif
