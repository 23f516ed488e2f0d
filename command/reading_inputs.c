#include "command/reading_inputs.h"

#include "model/text.h"

#include <stdio.h>
#include <unistd.h>

const struct option_row reading_rows[] = {
    {"factor", KEY_FACTOR, "NAME=REGEX",
     "the first group of REGEX is the level of the factor NAME; it looks at path, headings and "
     "labels; may be repeated"},
    {"format-in", KEY_FORMAT_IN, "NAME", "read every input as this format, whatever it looks like"},
    {"explain", KEY_EXPLAIN, NULL, "say how sure each reader was of each input"},
    {"jobs", KEY_JOBS, "N", "files read at a time (default: one for each processor)"},
    {"strict", KEY_STRICT, NULL, "exit with 2 when any input cannot be understood"},
    {0}};

struct reading_choice reading_choice_defaults(struct arena *arena)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return (struct reading_choice){.arena = arena,
                                   .jobs = processors > 0 ? (unsigned)processors : 1};
}

static bool add_rule(struct reading_choice *choice, const char *value, struct failure *failure)
{
    struct text text = text_of(value);
    size_t equals = text_find(text, "=", 0);
    if (equals == 0 || equals == text.size)
        return failure_set(failure, FAILURE_USAGE, "--factor wants NAME=REGEX, not \"%s\"", value);
    choice->rules = arena_grow(choice->arena, choice->rules, choice->rule_count,
                               &choice->rule_capacity, sizeof *choice->rules);
    choice->rules[choice->rule_count++] =
        (struct factor_rule){text_slice(text, 0, equals), value + equals + 1};
    return true;
}

bool reading_choice_take(struct reading_choice *choice, int key, const char *value, bool *known,
                         struct failure *failure)
{
    long number;
    *known = true;
    switch (key) {
    case KEY_FACTOR:
        return add_rule(choice, value, failure);
    case KEY_JOBS:
        if (!options_whole("jobs", value, 1, 64, &number, failure))
            return false;
        choice->jobs = (unsigned)number;
        return true;
    case KEY_STRICT:
        choice->strict = true;
        return true;
    case KEY_FORMAT_IN:
        choice->format = value;
        return true;
    case KEY_EXPLAIN:
        choice->explain = true;
        return true;
    default:
        *known = false;
        return true;
    }
}

static void print_place(struct text path, unsigned line)
{
    (void)fprintf(stderr, "ashiftstat: %.*s", (int)path.size, path.data);
    if (line > 0)
        (void)fprintf(stderr, ":%u", line);
    (void)fputs(": ", stderr);
}

static void print_doubts(struct arena *arena, const struct results *results)
{
    for (size_t i = 0; i < results->file_count; i++) {
        const struct input_file *file = &results->files[i];
        if (file->refusal.size == 0)
            continue;
        print_place(text_clean(arena, file->path), file->refusal_line);
        (void)fprintf(stderr, "%s\n", file->refusal.data);
    }
    for (size_t i = 0; i < results->note_count; i++) {
        const struct note *note = &results->notes[i];
        print_place(text_clean(arena, note->source.path), note->source.line);
        (void)fprintf(stderr, "%s\n", text_clean(arena, note->message).data);
    }
}

struct results *reading_inputs(const struct reading_choice *choice, const struct command_line *line,
                               int *status)
{
    struct failure failure = {.kind = FAILURE_NONE};
    struct ingest_options options = {.rules = choice->rules,
                                     .rule_count = choice->rule_count,
                                     .jobs = choice->jobs,
                                     .format = choice->format,
                                     .explain = choice->explain,
                                     .per_job = choice->per_job,
                                     .shapes = choice->shapes,
                                     .digests = choice->digests};
    if (line->operand_count == 0) {
        (void)failure_set(&failure, FAILURE_USAGE,
                          "no input named: give files, folders or - for standard input");
        *status = fail(&failure);
        return NULL;
    }
    struct results *results =
        ingest_read(line->operands, (size_t)line->operand_count, &options, &failure);
    if (results == NULL) {
        *status = fail(&failure);
        return NULL;
    }
    print_doubts(choice->arena, results);
    size_t used = ingest_used(results), refused = ingest_refused(results);
    if (refused > 0)
        (void)fprintf(stderr, "ashiftstat: %zu of %zu files read, %zu refused\n", used,
                      used + refused, refused);
    *status = refused > 0 && choice->strict ? 2 : 0;
    if (used > 0)
        return results;
    (void)fputs("ashiftstat: no input could be understood\n", stderr);
    *status = 2;
    results_free(results);
    return NULL;
}

int print_result(struct text text)
{
    if (fwrite(text.data, 1, text.size, stdout) == text.size && fflush(stdout) == 0)
        return 0;
    struct failure failure = {.kind = FAILURE_NONE};
    (void)failure_set_errno(&failure, "cannot write the result");
    return fail(&failure);
}

int fail(const struct failure *failure)
{
    (void)fprintf(stderr, "ashiftstat: %s\n", failure->message);
    return failure->kind == FAILURE_USAGE ? 1 : failure->kind == FAILURE_INPUT ? 2 : 3;
}
