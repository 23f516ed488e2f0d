#include "ingest/reading.h"

#include "model/number.h"

#include <stdarg.h>
#include <stdio.h>

size_t reading_add_run(struct reading *reading, unsigned line)
{
    reading->runs = arena_grow(reading->arena, reading->runs, reading->run_count,
                               &reading->run_capacity, sizeof *reading->runs);
    reading->runs[reading->run_count] = (struct found_run){.source = {reading->path, line}};
    return reading->run_count++;
}

static void add_setting(struct arena *arena, struct setting **items, size_t *count,
                        size_t *capacity, struct text name, struct text value)
{
    for (size_t i = 0; i < *count; i++)
        if (text_equal((*items)[i].name, name))
            return;
    *items = arena_grow(arena, *items, *count, capacity, sizeof **items);
    (*items)[(*count)++] = (struct setting){text_copy(arena, name), text_copy(arena, value)};
}

void reading_state(struct reading *reading, size_t run, struct text factor, struct text level)
{
    struct found_run *found = &reading->runs[run];
    add_setting(reading->arena, &found->stated, &found->stated_count, &found->stated_capacity,
                factor, level);
}

void reading_set_option(struct reading *reading, size_t run, struct text name, struct text value)
{
    struct found_run *found = &reading->runs[run];
    add_setting(reading->arena, &found->options, &found->option_count, &found->option_capacity,
                name, value);
}

void reading_set_fact(struct reading *reading, size_t run, const char *name, struct text value)
{
    struct found_run *found = &reading->runs[run];
    add_setting(reading->arena, &found->facts, &found->fact_count, &found->fact_capacity,
                text_of(name), value);
}

void reading_set_figure(struct reading *reading, size_t run, const char *name, double value)
{
    char written[32];
    number_write(value, written);
    reading_set_fact(reading, run, name, text_of(written));
}

bool reading_has_option(const struct reading *reading, size_t run, struct text name)
{
    const struct found_run *found = &reading->runs[run];
    for (size_t i = 0; i < found->option_count; i++)
        if (text_equal(found->options[i].name, name))
            return true;
    return false;
}

void reading_add_observation(struct reading *reading, struct found_observation observation)
{
    reading->observations =
        arena_grow(reading->arena, reading->observations, reading->observation_count,
                   &reading->observation_capacity, sizeof *reading->observations);
    reading->observations[reading->observation_count++] = observation;
}

void reading_add_histogram(struct reading *reading, struct found_histogram histogram)
{
    reading->histograms = arena_grow(reading->arena, reading->histograms, reading->histogram_count,
                                     &reading->histogram_capacity, sizeof *reading->histograms);
    reading->histograms[reading->histogram_count++] = histogram;
}

void reading_add_series(struct reading *reading, struct found_series series)
{
    reading->series = arena_grow(reading->arena, reading->series, reading->series_count,
                                 &reading->series_capacity, sizeof *reading->series);
    reading->series[reading->series_count++] = series;
}

void reading_add_repeated(struct reading *reading, unsigned line, struct source first, size_t count)
{
    reading->repeated = arena_grow(reading->arena, reading->repeated, reading->repeated_count,
                                   &reading->repeated_capacity, sizeof *reading->repeated);
    reading->repeated[reading->repeated_count++] =
        (struct repeated_run){{reading->path, line}, first, count, false};
}

void reading_add_fact(struct reading *reading, const char *name, struct text value,
                      struct text from)
{
    reading->facts = arena_grow(reading->arena, reading->facts, reading->fact_count,
                                &reading->fact_capacity, sizeof *reading->facts);
    reading->facts[reading->fact_count++] =
        (struct fact){text_copy(reading->arena, text_of(name)), text_copy(reading->arena, value),
                      text_copy(reading->arena, from), reading->path};
}

void reading_claim(struct reading *reading, unsigned first, unsigned last)
{
    reading->claims = arena_grow(reading->arena, reading->claims, reading->claim_count,
                                 &reading->claim_capacity, sizeof *reading->claims);
    reading->claims[reading->claim_count++] = (struct claim_of_lines){first, last};
}

void reading_note(struct reading *reading, unsigned line, const char *format, ...)
{
    char sentence[1024];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    reading->notes = arena_grow(reading->arena, reading->notes, reading->note_count,
                                &reading->note_capacity, sizeof *reading->notes);
    reading->notes[reading->note_count++] =
        (struct note){{reading->path, line}, text_copy(reading->arena, text_of(sentence))};
}

bool *reading_claimed_lines(struct arena *arena, const struct reading *reading, unsigned lines)
{
    bool *claimed = arena_take_array(arena, (size_t)lines + 1, sizeof *claimed);
    for (size_t i = 0; i < reading->claim_count; i++)
        for (unsigned line = reading->claims[i].first;
             line <= reading->claims[i].last && line <= lines; line++)
            claimed[line] = true;
    return claimed;
}
