#ifndef ANALYZE_ANALYSIS_H
#define ANALYZE_ANALYSIS_H

#include "model/failure.h"
#include "model/results.h"

/* States of one comparison, and of a pair of levels over all workloads
   (the last three only overall). */
enum state {
    STATE_NOT_COMPARABLE,
    STATE_INSUFFICIENT,
    STATE_INCONCLUSIVE,
    STATE_EQUIVALENT,
    STATE_BETTER,
    STATE_WORSE,
    STATE_MIXED,
    STATE_PARTLY_BETTER,
    STATE_PARTLY_WORSE,
    STATE_COUNT,
};

enum reason {
    REASON_NONE,
    REASON_MISSING_SIDE,
    REASON_UNIT_MISMATCH,
    REASON_WORKLOAD_MISMATCH,
    REASON_DIRECTION_UNKNOWN,
    REASON_NON_POSITIVE_OR_NON_FINITE,
    REASON_TOO_FEW_RUNS,
    REASON_NO_SPREAD,
    REASON_NO_POSITIVE_INTERVAL, /* the ratio of means may be 0 or below, so far do the runs scatter
                                  */
    REASON_NUMERIC_FAILURE,
    REASON_CHECK, /* a credibility check that blocks; comparison.blocked_by is its id */
    REASON_DRIFT_CONFOUNDED,
    REASON_DIFFERENT_MACHINES,
    REASON_SMALL_BUT_REAL,
    REASON_NOT_AFTER_MULTIPLICITY,
    REASON_INTERVAL_TOO_WIDE,
};

enum pairing {
    PAIRING_AUTO, /* by block when the order is known and interleaved */
    PAIRING_NONE,
    PAIRING_RUN,   /* the user declares the run number as block */
    PAIRING_BLOCK, /* the user declares the stated blocks */
};

/* How two samples are compared. */
enum method {
    METHOD_RATIO,       /* ratio of geometric means, Welch's t on ln values */
    METHOD_RANK,        /* Mann-Whitney, Hodges-Lehmann: outliers weigh like any other run */
    METHOD_MEAN,        /* ratio of arithmetic means, Fieller's interval: for totals */
    METHOD_PERMUTATION, /* as ratio, with p by rearrangement */
};

enum correction {
    CORRECTION_HOLM,
    CORRECTION_BENJAMINI_HOCHBERG,
    CORRECTION_NONE,
};

struct text_list {
    const struct text *items;
    size_t count;
};

/* What the user asked for; analysis_defaults gives the defaults of docs/statistics.md. */
struct analysis_options {
    struct text compare;    /* factor to compare; empty: ashift when it varies, else the only one */
    struct text baseline;   /* level; empty: all pairs */
    struct text_list group; /* factors whose levels make sections */
    const struct setting *filter; /* keep runs whose factor has this level */
    size_t filter_count;
    struct text workload; /* glob; empty: all */
    struct text_list
        metrics;   /* empty: bw, iops, clat_mean, clat_p99 where present; primary by the rules */
    double margin; /* 0.05: ratios between 1/1.05 and 1.05 do not matter */
    double alpha;  /* 0.05 */
    enum method method;
    enum pairing pairing;
    enum correction correction;
    bool include_faulty;
    unsigned long seed;
    bool compare_if_clear;           /* several settings vary and none is named: compare nothing */
    struct text_list ignored_checks; /* ids of credibility checks that are not made */
};

struct analysis_options analysis_defaults(void);

/* Is the candidate more predictable than the baseline? Said from 10 runs a side only. */
enum evenness {
    EVENNESS_UNKNOWN, /* not compared at all */
    EVENNESS_TOO_FEW,
    EVENNESS_MORE,
    EVENNESS_LESS,
    EVENNESS_CANNOT_TELL,
};

/* Values of one configuration, workload, direction and metric, one per run, sorted by position
   where known, else by block, iteration, start time, path and line. */
struct cell {
    const struct settings *configuration;
    struct text workload;
    enum direction direction;
    const struct metric *metric;
    struct text unit; /* of the values: the base unit, or as given; unit_mixed when they differ */
    bool unit_mixed;
    enum statistic statistic; /* STATISTIC_RUN; or what a single posted value is (n counts as 1) */
    size_t n;
    const double *values;
    const double *sorted; /* ascending; as `values` when one of them is not finite or their units
                             differ */
    const struct observation *const *observations; /* observations[i] gave values[i] */
    const struct run *const *runs;                 /* runs[i] is that of observations[i] */
    /* Summaries; NaN where there is nothing to compute (units differ; sd, cv, ci from n = 2; logs
     * need positive values). */
    double mean, sd, cv, median, min, max, ci_low,
        ci_high; /* ci: t interval of the arithmetic mean */
    double gmean, log_sd;
    const char *blocked_by; /* id of the credibility check that its figures fail; NULL: none */
    struct text blocked_why;
    const struct settings *conditions; /* what is known of its pool and drive; NULL: nothing */
};

/* Candidate against baseline. Ratios are candidate over baseline, not turned. NaN where nothing
   could be computed. */
struct comparison {
    struct text workload;
    enum direction direction;
    const struct metric *metric;
    const struct settings *stratum; /* all other factors, equal on both sides */
    struct text factor, baseline_level, candidate_level;
    const struct cell *baseline, *candidate; /* NULL: that side has no runs */
    bool primary;
    enum method method;
    bool paired;
    bool by_session; /* the repeats are sessions, each with the geometric mean of its runs */
    size_t n_baseline, n_candidate; /* values used on each side (paired: complete blocks) */
    size_t incomplete_blocks;       /* paired: blocks left out */
    size_t family_size;             /* m of Holm's method; 0 when not in the family */
    enum state state;
    enum reason reason;
    struct text detail;     /* names fields, runs or units for the reason; may be empty */
    const char *blocked_by; /* REASON_CHECK: the id of the check; else NULL */
    double log_ratio, se, df, t, p, p_adjusted; /* se, df, t: only where the method has them */
    double ratio, ratio_low, ratio_high;
    double n_detect_margin, n_detect_observed, n_equiv_margin;
    double n_detect_margin_low, n_detect_margin_high; /* 80 % range of n_detect_margin */
    double n_detect_observed_low, n_detect_observed_high;
    double spread_baseline, spread_candidate; /* sd of ln(value) of the values used */
    double cv_baseline, cv_candidate; /* their standard deviation over mean, as people know it */
    double cv_ratio;                  /* that of the ratios; NaN unless paired */
    double spread_f, spread_p;        /* Brown-Forsythe on the ln values */
    enum evenness evenness;
    double visible_ratio; /* smallest ratio above 1 that these runs show with power 0.8 */
    double slope_per_run; /* drift: ln change a position; NaN when the order is unknown */
    double margin, alpha; /* as decided with */
    bool order_known;     /* every run of the workload has a place in the order of running */
    bool interleaved;     /* the runs were done in blocks of all levels */
    bool only_direction;  /* no other direction of this workload is compared */
    size_t first_warning, warning_count; /* those of the analysis that are on it alone */
};

/* One pair of levels in one stratum over its workloads. */
struct overall {
    struct text factor, baseline_level, candidate_level;
    const struct settings *stratum;
    enum state state;
    size_t counts[STATE_COUNT]; /* primary comparisons by state */
    size_t total;
    double ratio, ratio_low,
        ratio_high;     /* geometric mean over the workloads; information only, NaN if not all */
    size_t order_known; /* comparisons whose run order is known */
};

enum warning_code {
    WARNING_FEW_RUNS,
    WARNING_ORDER_UNKNOWN,
    WARNING_NOT_INTERLEAVED,
    WARNING_DRIFT,
    WARNING_SPLIT,
    WARNING_ONE_SESSION,
    WARNING_FRAGILE,
    WARNING_POSITION_PATTERN,
    WARNING_RANK_DISAGREES,
    WARNING_ONE_SIDE_CONSTANT,
    WARNING_REMOVED_RUNS,
    WARNING_INCOMPLETE_BLOCKS,
    WARNING_DEFINITION_UNKNOWN,
    WARNING_DIFFERENT_MACHINES,
    WARNING_COPYING_SLIP,
    WARNING_COUNT,
};

struct warning {
    enum warning_code code;
    const struct comparison *comparison; /* NULL: of a cell or of the whole */
    const struct cell *cell;             /* may be NULL */
    const struct settings *copied[2];    /* whose figures are alike; WARNING_COPYING_SLIP only */
    struct text message; /* one sentence, names level and workload where it needs to */
};

/* A posted mean held against the runs beside it. */
struct claim {
    const struct observation *posted;
    const struct cell *cell; /* its runs; NULL: none posted */
    double computed;         /* NaN without runs */
    bool confirmed;          /* within one unit of the last printed digit */
    struct text message;
};

/* The levels that no other level beats in one test (the primary metric of a workload and
 * direction). */
struct unbeaten {
    struct text workload;
    enum direction direction;
    const struct metric *metric;
    const struct settings *stratum;
    bool only_direction;     /* no other direction of this workload is compared */
    struct text_list levels; /* in level order, of those that have runs */
    bool winner;             /* one level, and better than every other that has runs */
};

/* Several settings that vary at once. The level `level` of a factor against its first one. */
struct effect {
    struct text level, baseline;
    double ratio, low, high, p; /* adjusted for all other factors; NaN: the design cannot tell */
    size_t pairs;               /* cells that differ in this factor only, one of each level */
    double median, smallest, largest; /* of their ratios; NaN without pairs */
};

/* Do two factors work together? */
struct interaction {
    struct text with; /* the other factor */
    double ss, df, f, p, p_adjusted;
    bool found;
};

/* The effects of a factor where the factors that it works together with have these levels. */
struct effect_stratum {
    struct text name; /* "workload seq1m, direction read" */
    struct effect *effects;
};

struct screened_factor {
    struct text name;        /* "primarycache+sync" when these always change together */
    struct text_list levels; /* in level order */
    size_t joined;           /* settings behind the name, 2 or more when they change together */
    bool setting;            /* false: workload, direction */
    double ss, df, f, p;     /* type II */
    double *gmeans;          /* by level, over all its cells; base unit */
    struct effect *effects;  /* levels.count - 1 */
    struct interaction *interactions; /* only with repeats */
    size_t interaction_count;
    struct effect_stratum *strata; /* where an interaction was found */
    size_t stratum_count;
};

/* A sweep: main effects on ln(value). */
struct screening {
    const struct metric *metric;
    struct screened_factor *factors; /* settings first, then workload and direction */
    size_t factor_count;
    size_t cells, runs;
    bool repeated; /* the error is that of repeats; else of what main effects leave */
    bool posted;   /* values that are not runs (posted best or mean figures) are among them */
    enum statistic statistic; /* of those */
    double error_ss, error_df, r_squared;
    struct text_list tied; /* settings left out: the workload decides their level */
    struct text *missing;  /* cells of the full crossing that nothing was measured of */
    size_t missing_count, missing_listed;
};

enum check_severity {
    SEVERITY_BLOCKS,  /* the figures are no measurement of the thing named: NOT_COMPARABLE */
    SEVERITY_WARNS,   /* stands beside the figures */
    SEVERITY_INFORMS, /* good to know */
};

enum check_result {
    CHECK_HIT,
    CHECK_CLEAN,
    CHECK_UNKNOWN, /* a fact or figure is missing */
};

/* What one credibility check found (analyze/checks.h, docs/checks.md). A check has at least one;
   where it hits or cannot tell, one for each message. */
struct check {
    const struct check_rule *rule;
    enum check_severity severity;
    enum check_result result;
    struct text where; /* workload, direction and configuration, of many places the first few and
                          how many more; empty: everywhere */
    const struct text *places; /* all of them */
    size_t place_count;
    struct text message; /* what was found; what is missing; why it does not apply */
};

/* A percentage or a winner that a post states, held against its own figures. */
struct stated_change {
    const struct observation *claim;
    struct text base;           /* level that it is held against; empty: not known */
    double on_base, on_subject; /* change in percent on the other level and on the subject; NaN */
    enum check_result result;   /* hit: it does not agree */
    struct text message;
};

struct excluded_run {
    const struct run *run;
    struct text reason; /* the fault */
};

struct analysis {
    struct arena *arena;
    const struct results *results; /* borrowed; must outlive the analysis */
    struct analysis_options options;
    struct text factor;      /* compared; empty when nothing varies (cells are still there) */
    struct text_list levels; /* of the factor, in level order */
    struct cell *cells;
    size_t cell_count;
    struct comparison *comparisons; /* by stratum, workload, metric, direction, pair of levels */
    size_t comparison_count;
    struct overall *overalls;
    size_t overall_count;
    struct warning *warnings;
    size_t warning_count;
    struct claim *claims;
    size_t claim_count;
    struct stated_change *stated;
    size_t stated_count;
    struct check *checks; /* in the order of the rules */
    size_t check_count;
    struct excluded_run *excluded;
    size_t excluded_count;
    struct screening *screening; /* several factors vary and none is compared; else NULL */
    struct unbeaten *unbeaten;   /* one entry a test, where three levels or more are compared */
    size_t unbeaten_count;
};

/* Two factors that are no settings: `source` tells own results from posted ones, `aa` one setting
   under two labels, which shows how far apart equal things measure. */
bool analysis_compares_sources(struct text factor);
bool analysis_compares_itself(struct text factor);

/* Runs the analysis. Returns NULL with FAILURE_USAGE when the options do not fit the results (an
   unknown factor or level). Where several factors vary and none is named there is a screening of
   them all instead of comparisons. The caller frees the result with analysis_free. With no factor
   or only one level there are cells and no comparisons. */
struct analysis *analysis_create(const struct results *results,
                                 const struct analysis_options *options, struct failure *failure);
void analysis_free(struct analysis *analysis);

/* "ratio", "rank", "mean", "permutation"; "holm", "bh", "none". */
const char *method_name(enum method method);
const char *correction_name(enum correction correction);

/* "BETTER", "PARTLY_WORSE" ...; "interval_too_wide" ... ("" for none); "few_runs" ... */
const char *state_name(enum state state);
const char *evenness_name(enum evenness evenness); /* "too_few_runs", "more_even" ... */
const char *reason_name(enum reason reason);
/* The reason of a comparison; for REASON_CHECK the id of the check. */
const char *comparison_reason_name(const struct comparison *comparison);
const char *warning_name(enum warning_code code);

#endif
