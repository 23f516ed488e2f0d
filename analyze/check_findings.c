#include "analyze/check_findings.h"

#include "analyze/text_set.h"

const struct check_answer check_does_not_apply = {.kind = ANSWER_DOES_NOT_APPLY};
const struct check_answer check_clean = {.kind = ANSWER_CLEAN};

struct check_answer check_unknown(const char *lacking)
{
    return (struct check_answer){.kind = ANSWER_UNKNOWN, .lacking = lacking};
}

struct check_answer check_hit(enum check_severity severity, double weight, struct text message)
{
    return (struct check_answer){
        .kind = ANSWER_HIT, .severity = severity, .weight = weight, .message = message};
}

static void add_place(struct check_findings *findings, struct check_finding *finding,
                      struct text where)
{
    if (where.size == 0)
        return;
    finding->places = arena_grow(findings->arena, finding->places, finding->place_count,
                                 &finding->place_capacity, sizeof *finding->places);
    finding->places[finding->place_count++] = where;
}

/* Where the place of the latest finding with this message is kept. */
static size_t *latest_of(struct check_findings *findings, struct text message)
{
    if (findings->messages == NULL)
        findings->messages = text_set_create(findings->arena);
    size_t known = text_set_count(findings->messages);
    size_t number = text_set_add(findings->messages, message);
    if (number == known) {
        findings->latest = arena_grow(findings->arena, findings->latest, known,
                                      &findings->latest_capacity, sizeof *findings->latest);
        findings->latest[number] = 0;
    }
    return &findings->latest[number];
}

void check_findings_add(struct check_findings *findings, enum check_result result,
                        enum check_severity severity, struct text message, struct text where)
{
    findings->applies = true;
    size_t *latest = latest_of(findings, message);
    for (size_t i = *latest; i > 0; i = findings->items[i - 1].same_message)
        if (findings->items[i - 1].result == result &&
            findings->items[i - 1].severity == severity) {
            add_place(findings, &findings->items[i - 1], where);
            return;
        }
    findings->items = arena_grow(findings->arena, findings->items, findings->count,
                                 &findings->capacity, sizeof *findings->items);
    struct check_finding *finding = &findings->items[findings->count++];
    *finding = (struct check_finding){
        .result = result, .severity = severity, .message = message, .same_message = *latest};
    *latest = findings->count;
    add_place(findings, finding, where);
}

void check_findings_clean(struct check_findings *findings)
{
    findings->applies = true;
}
