#ifndef ANALYZE_CHECKS_H
#define ANALYZE_CHECKS_H

#include "analyze/analysis.h"

/* Credibility checks: is it the device that was measured, is the configuration what it claims, is
   the run sound, is the comparison? Each is a row of one table, which docs/checks.md is made from.
   A check never changes a figure. */
struct check_rule {
    const char *id;         /* "C01" */
    const char *severities; /* the severities it can have, the worst first: "BW" */
    const char *name;
    const char *rule;    /* when it hits, and what it needs to know */
    const char *example; /* what it says when it hits */
    const char *remedy;  /* what to do then */
    bool told_elsewhere; /* a report says it as a warning or beside the posted figures */
};

/* The rules in the order of docs/checks.md. */
size_t check_rule_count(void);
const struct check_rule *check_rule_at(size_t place);

/* The rule of this id (case is ignored), or NULL. */
const struct check_rule *check_rule_find(struct text id);

/* "hit", "clean", "unknown"; "B", "W", "I". */
const char *check_result_name(enum check_result result);
const char *check_severity_name(enum check_severity severity);

#endif
