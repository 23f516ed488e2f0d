#ifndef RENDER_CHECK_LIST_H
#define RENDER_CHECK_LIST_H

#include "analyze/checks.h"
#include "render/json_writer.h"
#include "render/terminal.h"

/* What the credibility checks found, for reading in a terminal: hits with what to do, then what
   cannot be told and why, then what is clean. Owned by `arena`. */
struct text check_list_terminal(struct arena *arena, const struct analysis *analysis,
                                const struct terminal_options *options);

/* The same as a JSON list. */
struct text check_list_json(struct arena *arena, const struct analysis *analysis);
void check_list_write(struct json_writer *writer, const char *name,
                      const struct analysis *analysis);

/* The rules themselves: a line a rule, a JSON list, and docs/checks.md. */
struct text check_rules_terminal(struct arena *arena, const struct terminal_options *options);
struct text check_rules_json(struct arena *arena);
struct text check_rules_markdown(struct arena *arena);

/* "C16 (randwrite-4k): 4 KiB writes into ..." */
struct text check_sentence(struct arena *arena, const struct check *check);

/* "C01, C02": the checks with this result, each once. */
struct text check_ids(struct arena *arena, const struct analysis *analysis,
                      enum check_result result);

/* Those that hit and that a report tells among its warnings or beside the posted figures. */
struct text check_ids_told_elsewhere(struct arena *arena, const struct analysis *analysis);

#endif
