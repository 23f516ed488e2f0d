#include "command/commands.h"

#include "collect/collect.h"
#include "collect/plan_file.h"
#include "command/reading_inputs.h"
#include "render/line.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum {
    KEY_OUTPUT = 'o',
    KEY_QUIET = 'q',
    KEY_ASHIFT = 1,
    KEY_ON,
    KEY_TARGET,
    KEY_WORKLOADS,
    KEY_ITERATIONS,
    KEY_ORDER,
    KEY_SEED,
    KEY_SCALE,
    KEY_DRY_RUN,
    KEY_ZFS,
    KEY_DESTROY,
    KEY_WIPE,
    KEY_WARM_UP,
    KEY_SETTLE,
    KEY_AA,
    KEY_KEEP,
    KEY_HOSTS,
    KEY_PATIENCE,
    KEY_COUNT,
};

static const struct option_row rows[] = {
    {"output", KEY_OUTPUT, "ARCHIVE",
     "the folder for the results, made when it is missing; the same command again continues it"},
    {"ashift", KEY_ASHIFT, "LIST", "levels to compare, such as 9,12,13: a new pool for every run"},
    {"on", KEY_ON, "file[:SIZE][@DIR]",
     "where --ashift makes its pools: on sparse files in DIR (default: in the archive); or "
     "device:/dev/disk/by-id/NAME, whose content is lost; or pool:NAME, where --zfs makes datasets "
     "in a pool that is there"},
    {"destroy-data-on", KEY_DESTROY, "NAME",
     "with --on device: the same NAME again: everything on it may be lost"},
    {"wipe-signatures", KEY_WIPE, NULL,
     "with --on device: also when it carries a file system, partitions or a pool"},
    {"target", KEY_TARGET, "FACTOR=LEVEL:DIR",
     "instead of --ashift: an existing folder that stands for a level; once for each level"},
    {"zfs", KEY_ZFS, "PROPERTY=VALUE,VALUE",
     "a dataset property as a further factor, such as recordsize=16k,128k: a fresh dataset for "
     "each "
     "run; all combinations are run"},
    {"workloads", KEY_WORKLOADS, "NAME|FILE.fio",
     "quick (the default), salter, storage-fio, wiki, crystaldiskmark, or a fio job file of your "
     "own"},
    {"iterations", KEY_ITERATIONS, "N", "runs of each workload at each level (default: 5)"},
    {"warm-up", KEY_WARM_UP, "N",
     "runs of each workload at each level before the first block, which never count (default: 0)"},
    {"order", KEY_ORDER, "ORDER",
     "random (the default: levels shuffled within each block), interleaved (A B B A) or blocked"},
    {"settle", KEY_SETTLE, "SECONDS", "a pause before each run (default: 0)"},
    {"aa", KEY_AA, NULL,
     "run one level under two labels: how large a difference is that means nothing"},
    {"seed", KEY_SEED, "N", "for the random order (default: from the clock; archived)"},
    {"scale", KEY_SCALE, "1/N", "multiplies sizes and run times of the workloads"},
    {"patience", KEY_PATIENCE, "SECONDS",
     "how much longer than expected a run may take before it is ended (default: 300)"},
    {"hosts", KEY_HOSTS, "FILE",
     "run on other machines, where `fio --server` waits: ADDRESS or ADDRESS,PORT a line; with "
     "--target, whose folders are on those machines"},
    {"keep-identities", KEY_KEEP, NULL,
     "leave names of host and user, serial numbers and addresses in the facts"},
    {"dry-run", KEY_DRY_RUN, NULL, "say what would be done, with every command, and do nothing"},
    {"quiet", KEY_QUIET, NULL, "no progress"},
    {0},
};

enum { TARGETS_MAX = 64 };

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

static size_t terminal_columns(void)
{
    struct winsize size = {.ws_col = 0};
    (void)ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
    return size.ws_col > 20 ? size.ws_col : 80;
}

/* On a terminal in lines of its width; elsewhere one line, to be searched. */
static void tell_warning(void *user, const char *message)
{
    const struct telling *telling = user;
    const char *before = "ashiftstat: ";
    struct text rest = text_of(message), piece;
    line_close(user);
    if (!telling->is_terminal) {
        (void)fprintf(stderr, "%s%s\n", before, message);
        return;
    }
    while (line_wrap(&rest, terminal_columns() - strlen(before), &piece)) {
        (void)fprintf(stderr, "%s%.*s\n", before, (int)piece.size, piece.data);
        before = "            ";
    }
}

static void tell_note(void *user, const char *message)
{
    struct telling *telling = user;
    if (!telling->is_quiet) {
        tell_warning(telling, message);
    }
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
        char line[512];
        (void)snprintf(line, sizeof line, "run %zu of %zu  %s  %s  %s left  %s", progress->run,
                       progress->runs, progress->level, progress->workload, left, progress->speed);
        /* a line that is wrapped could not be written over */
        (void)fprintf(stderr, "\r\033[K%.*s", (int)terminal_columns() - 1, line);
        telling->line_is_open = true;
    } else if (progress->has_ended) {
        (void)fprintf(stderr, "run %zu of %zu  %s  %s  %s left\n", progress->run, progress->runs,
                      progress->level, progress->workload, left);
    }
}

/* --- options --- */

struct collect_choice {
    struct arena *arena; /* of the lists */
    struct plan_request request;
    bool is_dry, is_quiet;
};

static bool take_option(void *taker, int key, const char *value, struct failure *failure)
{
    struct collect_choice *choice = taker;
    struct plan_request *request = &choice->request;
    const char **const words[KEY_COUNT] = {
        [KEY_ASHIFT] = &request->ashift,        [KEY_ON] = &request->on,
        [KEY_WORKLOADS] = &request->workloads,  [KEY_ITERATIONS] = &request->iterations,
        [KEY_ORDER] = &request->order,          [KEY_SEED] = &request->seed,
        [KEY_SCALE] = &request->scale,          [KEY_DESTROY] = &request->destroy_data_on,
        [KEY_WIPE] = &request->wipe_signatures, [KEY_WARM_UP] = &request->warm_up,
        [KEY_SETTLE] = &request->settle,        [KEY_AA] = &request->aa,
        [KEY_KEEP] = &request->keep_identities, [KEY_HOSTS] = &request->hosts,
        [KEY_PATIENCE] = &request->patience,
    };
    struct word_list *const lists[KEY_COUNT] = {
        [KEY_TARGET] = &request->targets,
        [KEY_ZFS] = &request->zfs,
    };
    (void)failure;
    if (key == KEY_DRY_RUN) {
        choice->is_dry = true;
    } else if (key == KEY_QUIET) {
        choice->is_quiet = true;
    } else if (key == KEY_OUTPUT) {
        request->archive = value;
    } else if (lists[key] != NULL) {
        word_list_add(choice->arena, lists[key], value);
    } else {
        *words[key] = value == NULL ? "1" : value;
    }
    return true;
}

/* --- running --- */

static int show_plan(struct plan *plan, const struct plan_file *file, struct failure *failure)
{
    struct text description;
    if (collect_describe(plan, plan->arena, &description, failure))
        return print_result(description);
    plan_file_locate(file, failure);
    return fail(failure);
}

static int run_plan(struct plan *plan, const struct plan_file *file, bool is_quiet,
                    struct failure *failure)
{
    struct telling telling = {.is_quiet = is_quiet, .is_terminal = isatty(STDERR_FILENO) == 1};
    struct collect_observer observer = {&telling, tell_note, tell_warning, tell_progress};
    struct collect_outcome outcome;
    bool done = collect_run(plan, &observer, &outcome, failure);
    line_close(&telling);
    if (outcome.is_interrupted && failure->kind == FAILURE_NONE)
        (void)failure_set(failure, FAILURE_SYSTEM,
                          "interrupted; %zu of %zu runs are in the archive, the same command "
                          "continues",
                          outcome.archived, outcome.runs);
    if (done) {
        struct text summary =
            text_format(plan->arena, "%zu runs are in %s", outcome.archived, plan->archive);
        tell_note(&telling, summary.data);
    }
    plan_file_locate(file, failure);
    return done ? 0 : fail(failure);
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

static int plan_and_run(struct arena *arena, void *taker, const struct command_line *line)
{
    struct collect_choice *choice = taker;
    struct failure failure = {.kind = FAILURE_NONE};
    struct plan_file file = {0};
    streams_open();
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    uint64_t seed = (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
    struct plan plan;
    if (!options_one_operand(line, &file.path, &failure))
        return fail(&failure);
    if (file.path != NULL && !plan_file_read(arena, file.path, &choice->request, &file, &failure))
        return fail(&failure);
    if (!plan_build(arena, &choice->request, seed, &plan, &failure)) {
        plan_file_locate(&file, &failure);
        return fail(&failure);
    }
    return choice->is_dry ? show_plan(&plan, &file, &failure)
                          : run_plan(&plan, &file, choice->is_quiet, &failure);
}

struct subcommand collect_command(struct arena *arena)
{
    struct collect_choice *choice = arena_take_array(arena, 1, sizeof *choice);
    choice->arena = arena;
    return (struct subcommand){
        .name = "collect",
        .brief = "run the workloads, archive raw results and facts",
        .usage = "-o ARCHIVE --ashift 9,12,13 --on file [options]\n"
                 "-o ARCHIVE --target ashift=12:DIR --target ashift=13:DIR [options]\n"
                 "PLAN.ini [options]",
        .summary = "Runs fio workloads several times at each level and keeps the raw results with "
                   "the facts of the machine. Whatever it makes it removes again.",
        .rows = rows,
        .choice = choice,
        .take = take_option,
        .act = plan_and_run};
}
