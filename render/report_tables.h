#ifndef RENDER_REPORT_TABLES_H
#define RENDER_REPORT_TABLES_H

#include "analyze/analysis.h"
#include "render/cell_groups.h"
#include "render/document.h"

/* The tables of the report, each added to `out`. */

/* One section a metric: mean, standard deviation, n, change with its base and interval, finding. */
void report_metric_tables(struct document *out, const struct analysis *analysis,
                          const struct cell_groups *groups);
/* Every run of the primary metrics. */
void report_run_table(struct document *out, const struct analysis *analysis,
                      const struct cell_groups *groups);
/* What the facts say of the machine and the test. */
void report_facts(struct document *out, const struct results *results);
/* Posted averages beside the averages of the posted runs. */
void report_claims(struct document *out, const struct analysis *analysis,
                   const struct cell_groups *groups);
/* The files with their SHA-256, and those that could not be read. */
void report_sources(struct document *out, const struct results *results);

/* What each workload does, as far as the inputs state its options; nothing where none does. */
void report_workloads(struct document *out, const struct analysis *analysis);

#endif
