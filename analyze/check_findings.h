#ifndef ANALYZE_CHECK_FINDINGS_H
#define ANALYZE_CHECK_FINDINGS_H

#include "analyze/check_scene.h"

/* What one rule answers of one run. */
enum answer_kind {
    ANSWER_DOES_NOT_APPLY,
    ANSWER_CLEAN,
    ANSWER_UNKNOWN,
    ANSWER_HIT,
};

struct check_answer {
    enum answer_kind kind;
    enum check_severity severity;
    double weight;       /* of several hits alike the heaviest is told */
    struct text message; /* of a hit */
    const char *lacking; /* what is not known; a constant */
};

extern const struct check_answer check_does_not_apply, check_clean;
struct check_answer check_unknown(const char *lacking);
struct check_answer check_hit(enum check_severity severity, double weight, struct text message);

/* One message of a rule with all places that it holds for. */
struct check_finding {
    enum check_result result;
    enum check_severity severity;
    struct text message;
    struct text *places;
    size_t place_count, place_capacity;
    size_t same_message; /* the place + 1 of the one before with this message; 0: none */
};

/* Everything that one rule found. */
struct check_findings {
    struct arena *arena;
    struct check_finding *items;
    size_t count, capacity;
    struct text_set *messages; /* NULL before the first */
    size_t *latest;            /* by number of the message: place + 1 of the latest */
    size_t latest_capacity;
    const char *told; /* what was told last that is not known */
    bool applies;     /* to anything at all */
};

/* Adds a finding; one of the same message takes the place in. */
void check_findings_add(struct check_findings *findings, enum check_result result,
                        enum check_severity severity, struct text message, struct text where);

/* What was looked at and is clean. */
void check_findings_clean(struct check_findings *findings);

#endif
