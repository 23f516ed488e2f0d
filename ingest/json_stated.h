#ifndef INGEST_JSON_STATED_H
#define INGEST_JSON_STATED_H

#include "ingest/json_document.h"

/* What members of an object say of the results in it, as words of a heading ("ashift=9 | tuned |
   run 2"): a known factor ("ashift": 9, "sync": "always"), a name ("name", "label",
   "configuration") or the number of a run ("run": 2). */

/* Of the object whose brace is at `open`, also in plain objects in it ("zfs": {"ashift": 9}); empty
   for a list. The text may be damaged: what stands behind the damage is not looked at. */
struct text json_stated_around(struct arena *arena, struct text text, size_t open);

/* Of an object that was parsed: its own members. */
struct text json_stated_by(struct arena *arena, const struct json *object);

#endif
