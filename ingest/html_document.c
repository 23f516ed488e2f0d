#include "ingest/html_document.h"

#include "model/part.h"

bool html_read(struct arena *arena, struct text text, unsigned first_line,
               struct html_document *document, struct failure *failure)
{
    const struct html_calls *calls = part_calls("html", failure);
    if (calls == NULL)
        return false;
    *document = calls->read(arena, text, first_line);
    return true;
}
