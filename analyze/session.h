#ifndef ANALYZE_SESSION_H
#define ANALYZE_SESSION_H

#include "analyze/comparison.h"

/* A session is one installation, pool creation or boot: what a difference between two settings must
   be told from. When both sides have three sessions or more, and one has several runs of a level,
   the repeats are the geometric means of the sessions. Then fills the values, runs (the middle one
   of each session) and counts of comparison and material, in pairs where the runs were done in
   blocks and both sides have the same sessions, and returns true; else changes nothing. */
bool session_take(struct arena *arena, struct comparison *comparison, struct material *material);

#endif
