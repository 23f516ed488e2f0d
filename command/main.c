/* ashiftstat: does this storage setting make a difference? The table of its commands. */
#include "command/analyze_command.h"
#include "command/check_command.h"
#include "command/collect_command.h"
#include "command/facts_command.h"
#include "command/ingest_command.h"
#include "command/plan_command.h"
#include "command/report_command.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"collect", "run the workloads, archive raw results and facts", collect_command},
    {"ingest", "what was measured, as tidy CSV", ingest_command},
    {"analyze", "tables and the verdict, in the terminal", analyze_command},
    {"check", "credibility checks only", check_command},
    {"plan", "how many runs would settle it", plan_command},
    {"render", "charts (SVG, PNG)", render_command},
    {"report", "report.md with its charts and tables", report_command},
    {"facts", "what this machine says about sectors and ashift", facts_command},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *out)
{
    (void)fputs("usage: ashiftstat COMMAND [options] ...\n\n"
                "Answers one question honestly: does this storage setting make a difference?\n\n",
                out);
    for (size_t i = 0; i < COMMANDS; i++)
        (void)fprintf(out, "  %-10s%s\n", commands[i].name, commands[i].summary);
    (void)fputs(
        "\n`ashiftstat COMMAND --help` tells more. `--version` prints the version.\n"
        "Exit status: 0 done, 1 usage, 2 no input could be understood, 3 the system failed,\n"
        "4 a verdict that --fail-on names.\n",
        out);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    if (strcmp(name, "--version") == 0) {
        (void)puts("ashiftstat " ASHIFTSTAT_VERSION);
        return 0;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        print_help(stdout);
        return 0;
    }
    if (argc > 1)
        (void)fprintf(stderr,
                      name[0] == '-'
                          ? "ashiftstat: unknown option %s (ashiftstat --help tells what "
                            "there is; options of a command stand behind it)\n"
                          : "ashiftstat: there is no command \"%s\" (ashiftstat --help "
                            "lists them)\n",
                      name);
    else
        print_help(stderr);
    return 1;
}
