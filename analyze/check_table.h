#ifndef ANALYZE_CHECK_TABLE_H
#define ANALYZE_CHECK_TABLE_H

#include "analyze/check_rules.h"

/* The rows behind analyze/checks.h. */
extern const struct check_row check_rows[];

/* The place of the rule with this id, which must be one of the table. */
size_t check_rule_place(const char *id);

#endif
