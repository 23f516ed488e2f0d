#ifndef ANALYZE_WORDING_H
#define ANALYZE_WORDING_H

#include "analyze/analysis.h"

/* Words for people who know disks, not statistics (docs/statistics.md, "Wording"). The terminal,
   Markdown, JSON and charts all take their sentences from here. Results are owned by `arena`. No
   markup, no colour. */

/* A level with its factor as people say it: "ashift 12", "recordsize 16k", or the level alone for
   the factors `directory`, `label` and `file`. */
struct text wording_level(struct arena *arena, struct text factor, struct text level);

/* A workload with its direction: "Test 1", "randwrite4k-1job, write" (direction left out when the
   workload's name says it already or only one direction is there). */
struct text wording_workload(struct arena *arena, const struct comparison *comparison);

/* "cannot tell", "no difference larger than 3.1 %", "12 is faster", "too few runs", "cannot be
   compared": for table cells and chart labels. Turned so that the better level is the subject. */
struct text wording_state(struct arena *arena, const struct comparison *comparison);

/* "+14.3 % (-37.8 to +110.0)": change of the candidate with its interval; "" when not computed.
   Uses U+2212 for minus when `utf8`, "-" else. */
struct text wording_change(struct arena *arena, const struct comparison *comparison, bool utf8);

/* The headline of one comparison, a sentence: "cannot tell: ashift 12 measured 14.3 % faster than
   13, but the truth may lie between -37.8 % and +110.0 %". */
struct text wording_headline(struct arena *arena, const struct comparison *comparison);

/* Why a test cannot be compared or has too few runs, as its headline has it: "nothing was measured
   of ashift 13"; "" for other states and where no reason is known. */
struct text wording_reason(struct arena *arena, const struct comparison *comparison);

/* What the headline rests on and what could have been seen: spreads, n, required runs; one or two
 * sentences. */
struct text wording_evidence(struct arena *arena, const struct comparison *comparison);

/* Why an interval that would decide does not: "on its own this would count, but among 9 comparisons
   one such result is expected by chance too often", "speed drifted during the session ..."; "" for
   other comparisons. */
struct text wording_doubt(struct arena *arena, const struct comparison *comparison);

/* True where the comparison is open and more runs can settle it; a drift or another machine they
   cannot. */
bool wording_wants_runs(const struct comparison *comparison);

/* Which side's runs are more even, a sentence: "the runs of ashift 12 are more even than those of
   13 (2.1 % against 8.0 %)", "too few runs to compare spreads (2.1 % and 8.0 %)"; "" when nothing
   was compared. */
struct text wording_evenness(struct arena *arena, const struct comparison *comparison);

/* The overall verdict of one pair as a sentence: "Cannot tell whether ashift 12 or 13 is faster (0
   of 3 tests decided)." */
struct text wording_overall(struct arena *arena, const struct analysis *analysis,
                            const struct overall *overall);

/* Who leads in one test: "ashift 13", or "ashift 12 and 13, no clear order between them". */
struct text wording_unbeaten(struct arena *arena, const struct analysis *analysis,
                             const struct unbeaten *unbeaten);

/* The test that an entry is about: "Test 1, recordsize 16k".
 */
struct text wording_unbeaten_test(struct arena *arena, const struct unbeaten *unbeaten);

/* The finding as the title of a chart or report, under about 80 characters: "No difference shown
   between ashift 12 and 13 in three tests". */
struct text wording_title(struct arena *arena, const struct analysis *analysis);

/* What to do next: zero or more sentences, each an item of a list. */
struct text_list wording_next_steps(struct arena *arena, const struct analysis *analysis);

/* What must be said beside differences found with Benjamini and Hochberg's correction. */
struct text wording_correction_note(void);

/* How the settings were compared and when a difference counts, two or three sentences. */
struct text wording_method(struct arena *arena, const struct analysis *analysis);

/* The words with a capital where they begin with a small letter of ASCII. */
struct text wording_capital(struct arena *arena, struct text words);

/* "three" up to twelve, then figures. */
struct text wording_number(struct arena *arena, size_t number);

/* "14.3 %" from 0.143: one decimal below 100 %, three significant digits from 100 % up, "100000 %
   or more" beyond; "" for NaN. */
struct text wording_percent(struct arena *arena, double share);

/* A ratio as a change: "+14.3 %", "-37.8 %"; "more than 1000 times" beyond; "unknown" for NaN.
   `minus` is how a minus is written. A loss that is not all reads so: "-99.997 %", down to a ratio
   of one in a million. */
struct text wording_ratio(struct arena *arena, double ratio, const char *minus);

/* The same for an end of an interval: one that rounds to 0.0 has as many decimals as show on which
   side of no change it lies, "+0.02 %", "-0.0004 %". */
struct text wording_interval_end(struct arena *arena, double ratio, const char *minus);

/* "+14.3 % (-37.8 to +110)" from a ratio and the ends of what it lies in; beside an interval that
   lies on one side of no change no figure is 0.0. Where an end is beyond both have their unit:
   "-37.8 % to more than 1000 times". */
struct text wording_change_within(struct arena *arena, double ratio, double low, double high,
                                  const char *minus);

/* A sweep. "Main effects of 4 settings on bandwidth: screening, not a verdict". */
struct text wording_screening_title(struct arena *arena, const struct analysis *analysis);

/* What it rests on: "192 cells of one run each; changes are adjusted for all other settings ...".
 */
struct text wording_screening_basis(struct arena *arena, const struct screening *screening);

/* "storage volume against dataset"; "+153 %", with repeats "+153 % (+85.3 to +246)"; "96 pairs:
   +98.0 % (-70.1 to +1460)": cells that differ in nothing else. */
struct text wording_effect_name(struct arena *arena, const struct screened_factor *factor,
                                const struct effect *effect);
struct text wording_effect_change(struct arena *arena, const struct screening *screening,
                                  const struct effect *effect, bool utf8);
struct text wording_effect_pairs(struct arena *arena, const struct effect *effect, bool utf8);

/* Why a setting has no one effect: "storage works together with workload: its effect is stated for
   each"; empty where it has. */
struct text wording_interactions(struct arena *arena, const struct screened_factor *factor);

/* Settings that always change together, missing cells: a sentence each. */
struct text_list wording_screening_notes(struct arena *arena, const struct screening *screening);

/* Required runs as printed: "784", "2200", "more than 1000: first make the runs more even"; "" for
 * NaN. */
struct text wording_runs(struct arena *arena, double runs);

#endif
