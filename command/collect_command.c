#include "command/collect_command.h"

#include "collect/collect.h"

#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct option_row {
    const char *name;
    char key;
    const char *argument; /* NULL = none */
    const char *help;
};

static const struct option_row rows[] = {
    {"output", 'o', "ARCHIVE", "the folder for the results; the same command again continues it"},
    {"ashift", 'a', "LIST", "levels to compare, such as 9,12,13: a new pool for every run"},
    {"on", 'p', "file[:SIZE][@DIR]",
     "where pools are made: sparse files in DIR (default: the archive)"},
    {"target", 't', "ashift=N:DIR",
     "instead: an existing folder for this level; once for each level"},
    {"workloads", 'w', "NAME|FILE.fio", "quick (default), salter, or a job file of your own"},
    {"iterations", 'n', "N", "runs of each workload and level (default 5)"},
    {"order", 'r', "ORDER", "random (default), interleaved or blocked"},
    {"seed", 's', "N", "for the random order (default: from the clock, archived)"},
    {"scale", 'c', "1/N", "sizes and run times times this"},
    {"dry-run", 'd', NULL, "say what would be done, with every command, and do nothing"},
    {"quiet", 'q', NULL, "no progress"},
    {"help", 'h', NULL, "this text"},
};

enum { ROWS = sizeof rows / sizeof rows[0], TARGETS_MAX = 64, EXIT_USAGE = 1, EXIT_SYSTEM = 3 };

static void usage_print(FILE *out)
{
    (void)fputs(
        "usage: ashiftstat collect -o ARCHIVE --ashift 9,12,13 --on file [OPTIONS]\n"
        "       ashiftstat collect -o ARCHIVE --target ashift=12:DIR --target ashift=13:DIR "
        "[OPTIONS]\n\n"
        "Runs the workloads several times at each level and archives the raw results.\n\n",
        out);
    for (size_t i = 0; i < ROWS; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "--%s%s%s", rows[i].name,
                       rows[i].argument == NULL ? "" : " ",
                       rows[i].argument == NULL ? "" : rows[i].argument);
        (void)fprintf(out, "  %s  %-26s %s\n", rows[i].key == 'o' ? "-o," : "   ", name,
                      rows[i].help);
    }
}

/* --- what it tells --- */

struct telling {
    bool is_quiet, is_terminal, line_is_open;
};

static void line_close(struct telling *telling)
{
    if (telling->line_is_open) {
        (void)fputs("\r\033[K", stderr);
        telling->line_is_open = false;
    }
}

static void tell_note(void *user, const char *message)
{
    struct telling *telling = user;
    line_close(telling);
    (void)fprintf(stderr, "ashiftstat collect: %s\n", message);
}

static void time_write(double seconds, char text[32])
{
    int whole = seconds > 0 ? (int)(seconds + 0.5) : 0;
    if (whole >= 3600) {
        (void)snprintf(text, 32, "%d h %02d min", whole / 3600, whole / 60 % 60);
    } else {
        (void)snprintf(text, 32, "%d:%02d", whole / 60, whole % 60);
    }
}

static void tell_progress(void *user, const struct collect_progress *progress)
{
    struct telling *telling = user;
    char left[32];
    if (telling->is_quiet) {
        return;
    }
    time_write(progress->seconds_left, left);
    if (progress->has_ended && progress->failed[0] != '\0') {
        line_close(telling);
        (void)fprintf(stderr, "%s %s does not count: %s\n", progress->level, progress->workload,
                      progress->failed);
        return;
    }
    if (telling->is_terminal) {
        (void)fprintf(stderr, "\r\033[Krun %zu of %zu  %s  %s  %s left  %s", progress->run,
                      progress->runs, progress->level, progress->workload, left, progress->speed);
        telling->line_is_open = true;
    } else if (progress->has_ended) {
        (void)fprintf(stderr, "run %zu of %zu  %s  %s  %s left\n", progress->run, progress->runs,
                      progress->level, progress->workload, left);
    }
}

/* --- options --- */

struct collect_options {
    struct plan_request request;
    const char *targets[TARGETS_MAX];
    bool is_dry, is_quiet, wants_help;
};

static bool option_take(struct collect_options *options, int key, const char *value)
{
    struct plan_request *request = &options->request;
    switch (key) {
    case 'o':
        request->archive = value;
        break;
    case 'a':
        request->ashift = value;
        break;
    case 'p':
        request->on = value;
        break;
    case 't':
        if (request->target_count == TARGETS_MAX) {
            return false;
        }
        options->targets[request->target_count++] = value;
        break;
    case 'w':
        request->workloads = value;
        break;
    case 'n':
        request->iterations = value;
        break;
    case 'r':
        request->order = value;
        break;
    case 's':
        request->seed = value;
        break;
    case 'c':
        request->scale = value;
        break;
    case 'd':
        options->is_dry = true;
        break;
    case 'q':
        options->is_quiet = true;
        break;
    case 'h':
        options->wants_help = true;
        break;
    default:
        return false;
    }
    return true;
}

static bool options_read(int argc, char **argv, struct collect_options *options)
{
    struct option table[ROWS + 1] = {0};
    for (size_t i = 0; i < ROWS; i++) {
        table[i] = (struct option){rows[i].name,
                                   rows[i].argument == NULL ? no_argument : required_argument, NULL,
                                   rows[i].key};
    }
    options->request.targets = options->targets;
    optind = 0;
    for (int key; (key = getopt_long(argc, argv, "o:", table, NULL)) != -1;) {
        if (!option_take(options, key, optarg)) {
            return false;
        }
    }
    if (optind < argc) {
        (void)fprintf(stderr, "ashiftstat collect: unexpected argument %s\n", argv[optind]);
        return false;
    }
    return true;
}

/* --- running --- */

static int failure_print(const struct failure *failure)
{
    (void)fprintf(stderr, "ashiftstat collect: %s\n", failure->message);
    return failure->kind == FAILURE_USAGE ? EXIT_USAGE : EXIT_SYSTEM;
}

static int plan_show(struct plan *plan, struct failure *failure)
{
    struct text description;
    if (!collect_describe(plan, plan->arena, &description, failure)) {
        return failure_print(failure);
    }
    bool written = fwrite(description.data, 1, description.size, stdout) == description.size;
    return written && fflush(stdout) == 0 ? 0 : EXIT_SYSTEM;
}

static int plan_run(struct plan *plan, bool is_quiet, struct failure *failure)
{
    struct telling telling = {.is_quiet = is_quiet, .is_terminal = isatty(STDERR_FILENO) == 1};
    struct collect_observer observer = {&telling, tell_note, tell_progress};
    struct collect_outcome outcome;
    tell_note(&telling, plan_announcement(plan, plan->arena).data);
    bool done = collect_run(plan, &observer, &outcome, failure);
    line_close(&telling);
    if (outcome.is_interrupted && failure->kind == FAILURE_NONE) {
        (void)fprintf(stderr,
                      "ashiftstat collect: interrupted; %zu of %zu runs are archived, the same "
                      "command continues\n",
                      outcome.archived, outcome.runs);
        return EXIT_SYSTEM;
    }
    return done ? 0 : failure_print(failure);
}

/* A standard stream that is closed would be given to the next file that is opened. */
static void streams_open(void)
{
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) == -1) {
            (void)!open("/dev/null", O_RDWR);
        }
    }
}

int collect_command(int argc, char **argv)
{
    struct collect_options options = {0};
    streams_open();
    if (!options_read(argc, argv, &options)) {
        (void)fputs("ashiftstat collect --help lists the options\n", stderr);
        return EXIT_USAGE;
    }
    if (options.wants_help) {
        usage_print(stdout);
        return fflush(stdout) == 0 ? 0 : EXIT_SYSTEM;
    }
    struct arena *arena = arena_create();
    struct failure failure = {0};
    struct plan plan;
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    int status = EXIT_USAGE;
    if (!plan_build(arena, &options.request,
                    (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000, &plan,
                    &failure)) {
        status = failure_print(&failure);
    } else {
        status = options.is_dry ? plan_show(&plan, &failure)
                                : plan_run(&plan, options.is_quiet, &failure);
    }
    arena_free(arena);
    return status;
}
