#ifndef ANALYZE_CHECK_FACTS_H
#define ANALYZE_CHECK_FACTS_H

#include "model/text.h"

#include <stdbool.h>

/* The facts that the credibility checks look at, by what they may hold. */

/* The name that the checks use for a fact: "memory" for "ram". */
struct text check_fact_name(struct text name);

/* True when some check, or a comparison of two sides, looks at a fact of this name. */
bool check_fact_is_used(struct text name);

/* NULL when the value of this fact can be read, else what it should be: "a number of bytes". A fact
   whose words are free, or that no check uses, can always be read. */
const char *check_fact_fault(struct text name, struct text value);

/* The number that a fact holds: "93%", "1.52x", "128K" (in bytes, powers of 1024). False when it is
   none. */
bool check_fact_number(struct text value, double *number);

/* Bytes a second that a link carries ("sata600", "nvme4x4"): SATA and SAS by their name, PCIe by
   generation and lanes. False when it is not known. */
bool check_link_rate(struct text link, double *rate);

/* Parity and width of "raidz1:3". */
bool check_raidz_layout(struct text layout, double *parity, double *width);

#endif
