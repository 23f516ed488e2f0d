#include "ingest/posted_job.h"

#include "ingest/fio_options.h"

#include <string.h>

static const char *const held[] = {"rw", "bs", "ioengine", "iodepth"};
enum { HELD = sizeof held / sizeof *held };

struct posted_job {
    struct text name;
    struct text values[HELD]; /* normalised; empty = not given */
};

struct posted_jobs {
    struct arena *arena;
    struct posted_job *items;
    size_t count, capacity;
    struct text globals[HELD];
    bool in_section, in_globals;
};

static void begin_job(struct posted_jobs *jobs, struct text name)
{
    jobs->items =
        arena_grow(jobs->arena, jobs->items, jobs->count, &jobs->capacity, sizeof *jobs->items);
    struct posted_job *job = &jobs->items[jobs->count++];
    *job = (struct posted_job){.name = name};
    for (size_t i = 0; i < HELD; i++)
        job->values[i] = jobs->globals[i];
    jobs->in_section = true;
    jobs->in_globals = false;
}

static void begin_globals(struct posted_jobs *jobs)
{
    for (size_t i = 0; i < HELD; i++)
        jobs->globals[i] = (struct text){NULL, 0};
    jobs->in_section = jobs->in_globals = true;
}

/* The value as fio's output shows it. */
static struct text value_in_output(struct arena *arena, const char *name, struct text value)
{
    value = fio_option_value(arena, text_of(name), value, false);
    if (text_is(text_of(name), "rw"))
        value = text_slice(value, 0, text_find(value, ":", 0));
    return text_is(value, "readwrite") ? text_of("rw") : value;
}

static void take_option(struct posted_jobs *jobs, struct text option)
{
    size_t equals = text_find(option, "=", 0);
    struct text name = fio_option_name(text_trim(text_slice(option, 0, equals)));
    for (size_t i = 0; i < HELD && equals < option.size; i++) {
        if (!text_is(name, held[i]))
            continue;
        struct text value = value_in_output(jobs->arena, held[i],
                                            text_trim(text_slice(option, equals + 1, option.size)));
        if (jobs->in_globals)
            jobs->globals[i] = value;
        else
            jobs->items[jobs->count - 1].values[i] = value;
    }
}

/* "fio --rw=write --name=a --bs=4k --name=b": what stands before the first name is of all. */
static void take_command(struct posted_jobs *jobs, struct text command)
{
    struct text word;
    begin_globals(jobs);
    while (text_next_piece(&command, ' ', &word)) {
        if (!text_starts_with(word, "--"))
            continue;
        word = text_slice(word, 2, word.size);
        if (text_starts_with(word, "name="))
            begin_job(jobs, text_slice(word, 5, word.size));
        else
            take_option(jobs, word);
    }
    begin_globals(jobs);
    jobs->in_section = false;
}

/* "[name]" alone on a line. */
static bool names_section(struct text line, struct text *name)
{
    bool is_section = line.size > 2 && line.data[0] == '[' && line.data[line.size - 1] == ']' &&
                      text_find(line, "]", 0) == line.size - 1;
    *name = is_section ? text_slice(line, 1, line.size - 1) : line;
    return is_section;
}

/* Lines of a section go on over blanks and comments up to the first that is no option. */
static void take_line(struct posted_jobs *jobs, struct text line)
{
    struct text name;
    size_t command = text_find(line, "fio ", 0);
    if (names_section(line, &name)) {
        if (text_is(name, "global"))
            begin_globals(jobs);
        else
            begin_job(jobs, name);
    } else if (command < line.size && text_find(line, "--name=", command) < line.size) {
        take_command(jobs, text_slice(line, command, line.size));
    } else if (jobs->in_section && line.size > 0 && line.data[0] != '#' && line.data[0] != ';') {
        size_t equals = text_find(line, "=", 0), blank = text_find(line, " ", 0);
        bool is_option = equals > 0 && equals <= blank + 1 && text_find(line, ":", 0) > equals;
        jobs->in_section = is_option || blank == line.size;
        if (is_option)
            take_option(jobs, line);
    }
}

/* Lines that end in a backslash go on in the next. */
/* Most lines of most pages are of JSON and hold neither a section, an option nor a command. */
static bool is_of_json(struct text line)
{
    size_t i = 0;
    while (i < line.size && (line.data[i] == ' ' || line.data[i] == '\t'))
        i++;
    return i < line.size && memchr("\"{}]", line.data[i], 4) != NULL;
}

static void read_page(struct posted_jobs *jobs, struct text page)
{
    struct text_builder whole = {.arena = jobs->arena};
    struct text line;
    while (text_next_line(&page, &line)) {
        if (whole.size == 0 && is_of_json(line))
            continue;
        line = text_trim(line);
        bool goes_on = text_ends_with(line, "\\");
        if (!goes_on && whole.size == 0) {
            take_line(jobs, line);
            continue;
        }
        text_add_format(&whole, "%.*s ", (int)(line.size - goes_on),
                        line.size == 0 ? "" : line.data);
        if (goes_on)
            continue;
        take_line(jobs, text_trim(text_built(&whole)));
        whole = (struct text_builder){.arena = jobs->arena};
    }
}

/* What all jobs of the name say of an option; empty where they do not agree. */
static struct text agreed(const struct posted_jobs *jobs, struct text name, size_t option)
{
    struct text value = {NULL, 0};
    for (size_t i = 0; i < jobs->count; i++) {
        if (!text_equal(jobs->items[i].name, name))
            continue;
        struct text own = jobs->items[i].values[option];
        if (own.size == 0 || (value.size > 0 && !text_equal(own, value)))
            return (struct text){NULL, 0};
        value = own;
    }
    return value;
}

void posted_jobs_hold(struct text page, struct reading *reading, size_t first_run)
{
    struct posted_jobs jobs = {.arena = reading->arena};
    bool any = false;
    for (size_t i = first_run; i < reading->run_count; i++)
        any = any || text_is(reading->runs[i].tool, "fio");
    if (!any)
        return;
    read_page(&jobs, page);
    for (size_t i = first_run; i < reading->run_count && jobs.count > 0; i++)
        for (size_t k = 0; k < HELD; k++) {
            struct text value = agreed(&jobs, reading->runs[i].workload, k);
            const char *fact = text_format(reading->arena, "job_%s", held[k]).data;
            if (value.size > 0 && text_find(value, ",", 0) == value.size &&
                text_is(reading->runs[i].tool, "fio"))
                reading_set_fact(reading, i, fact, value);
        }
}
