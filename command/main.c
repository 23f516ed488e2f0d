/* ashiftstat: does this storage setting make a difference? */
#include "command/commands.h"
#include "command/completion.h"
#include "command/manual.h"
#include "command/reading_inputs.h"

#include <stdio.h>
#include <string.h>

static const char exit_statuses[] =
    "Exit status: 0 done, 1 usage, 2 no input could be understood, 3 the system failed,\n"
    "4 a verdict that --fail-on names.\n";

static void print_help(FILE *out, const struct command_list *commands)
{
    (void)fputs("usage: ashiftstat COMMAND [options] ...\n\n"
                "Answers one question honestly: does this storage setting make a difference?\n\n",
                out);
    for (size_t i = 0; i < commands->count; i++)
        (void)fprintf(out, "  %-10s%s\n", commands->items[i].name, commands->items[i].brief);
    (void)fprintf(out,
                  "\n`ashiftstat COMMAND --help` tells more. `--version` prints the version, "
                  "`--manual`\n"
                  "[COMMAND] a manual page, `--completion` the completion for bash.\n"
                  "%s",
                  exit_statuses);
}

static const struct subcommand *find(const struct command_list *commands, const char *name)
{
    for (size_t i = 0; i < commands->count; i++)
        if (strcmp(name, commands->items[i].name) == 0)
            return &commands->items[i];
    return NULL;
}

static int refuse(const char *name)
{
    (void)fprintf(stderr,
                  name[0] == '-' ? "ashiftstat: unknown option %s (ashiftstat --help tells what "
                                   "there is; options of a command stand behind it)\n"
                                 : "ashiftstat: there is no command \"%s\" (ashiftstat --help "
                                   "lists them)\n",
                  name);
    return 1;
}

static int print_manual(struct arena *arena, const struct command_list *commands, const char *name)
{
    const struct subcommand *command = name == NULL ? NULL : find(commands, name);
    if (name != NULL && command == NULL)
        return refuse(name);
    return print_result(command == NULL ? manual_of_program(arena, commands)
                                        : manual_of_command(arena, command));
}

static int run(struct arena *arena, int argc, char **argv)
{
    struct command_list commands = command_list_of(arena);
    const char *name = argc > 1 ? argv[1] : "";
    const struct subcommand *command = find(&commands, name);
    if (command != NULL)
        return subcommand_run(arena, command, argc - 1, argv + 1);
    if (strcmp(name, "--manual") == 0)
        return print_manual(arena, &commands, argc > 2 ? argv[2] : NULL);
    if (strcmp(name, "--completion") == 0)
        return print_result(completion_for_bash(arena, &commands));
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        print_help(stdout, &commands);
        return 0;
    }
    if (argc > 1)
        return refuse(name);
    print_help(stderr, &commands);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--version") == 0) {
        (void)puts("ashiftstat " ASHIFTSTAT_VERSION);
        return 0;
    }
    struct arena *arena = arena_create();
    int status = run(arena, argc, argv);
    arena_free(arena);
    return status;
}
