#include "command/manual.h"

#include <ctype.h>

/* Text as roff prints it as it is: no request, no escape, no hyphen for a minus. */
static void add_plain(struct text_builder *page, const char *text)
{
    for (bool begins = true; *text != '\0'; text++) {
        if (begins && (*text == '.' || *text == '\''))
            text_add_string(page, "\\&");
        if (*text == '\\')
            text_add_string(page, "\\e");
        else if (*text == '-')
            text_add_string(page, "\\-");
        else
            text_add(page, (struct text){text, 1});
        begins = *text == '\n';
    }
}

static void add_head(struct text_builder *page, const char *name, const char *brief)
{
    text_add_string(page, ".TH ");
    for (const char *at = name; *at != '\0'; at++) {
        char upper = (char)toupper((unsigned char)*at);
        text_add(page, (struct text){&upper, 1});
    }
    text_add_string(page, " 1 \"\" \"ashiftstat " ASHIFTSTAT_VERSION "\" \"User Commands\"\n"
                          ".SH NAME\n");
    add_plain(page, name);
    text_add_string(page, " \\- ");
    add_plain(page, brief);
    text_add_string(page, "\n.SH SYNOPSIS\n");
}

/* `before`: what parts it from the way above. */
static void add_way(struct text_builder *page, const char *before, const char *command,
                    const char *usage)
{
    text_add_string(page, before);
    text_add_string(page, ".B ashiftstat");
    text_add_string(page, command[0] == '\0' ? "" : " ");
    add_plain(page, command);
    text_add_string(page, "\n");
    add_plain(page, usage);
    text_add_string(page, "\n");
}

static void add_option(struct text_builder *page, const struct option_row *row)
{
    text_add_string(page, ".TP\n.B ");
    if (option_has_letter(row))
        text_add_format(page, "\\-%c, ", row->key);
    text_add_string(page, "\\-\\-");
    add_plain(page, row->name);
    if (row->argument != NULL) {
        text_add_string(page, " \\fI");
        add_plain(page, row->argument);
        text_add_string(page, "\\fR");
    }
    text_add_string(page, "\n");
    add_plain(page, row->help);
    text_add_string(page, "\n");
}

static void add_exit_status(struct text_builder *page)
{
    static const struct {
        const char *status, *meaning;
    } statuses[] = {{"0", "Done."},
                    {"1", "The command line was wrong."},
                    {"2", "No input could be understood; with \\-\\-strict, one was refused."},
                    {"3", "The system failed: a file, a disk, fio, memory."},
                    {"4", "A verdict that \\-\\-fail\\-on names."}};
    text_add_string(page, ".SH EXIT STATUS\n");
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        text_add_format(page, ".TP\n.B %s\n%s\n", statuses[i].status, statuses[i].meaning);
}

struct text manual_of_program(struct arena *arena, const struct command_list *commands)
{
    struct text_builder page = {.arena = arena};
    add_head(&page, "ashiftstat", "does this storage setting make a difference?");
    add_way(&page, "", "", "COMMAND [options] ...");
    text_add_string(
        &page, ".SH DESCRIPTION\nRuns fio workloads several times at each level of a setting of "
               "storage, or reads what\n"
               "others have posted, and says whether the setting makes a difference: with "
               "intervals, in plain\n"
               "words, with charts and a report that can be published.\n.SH COMMANDS\n");
    for (size_t i = 0; i < commands->count; i++) {
        text_add_format(&page, ".TP\n.BR ashiftstat\\-%s (1)\n", commands->items[i].name);
        add_plain(&page, commands->items[i].brief);
        text_add_string(&page, "\n");
    }
    text_add_string(&page, ".SH OPTIONS\n"
                           ".TP\n.B \\-h, \\-\\-help\nwhat commands there are; behind a command, "
                           "its options\n"
                           ".TP\n.B \\-\\-version\nthe version\n"
                           ".TP\n.B \\-\\-manual \\fR[\\fICOMMAND\\fR]\nthis page, or that of a "
                           "command, as roff\n"
                           ".TP\n.B \\-\\-completion\nthe completion of command lines for bash\n");
    add_exit_status(&page);
    text_add_string(&page, ".SH EXAMPLES\nThree runs of a job at two settings, and what they "
                           "show:\n.PP\n.nf\n");
    add_plain(&page, "ashiftstat collect -o results --ashift 9,12 --on file --iterations 3\n"
                     "ashiftstat analyze results\n"
                     "ashiftstat report results -o report");
    text_add_string(&page, "\n.fi\n.PP\nWhat a post supports:\n.PP\n.nf\n");
    add_plain(&page, "ashiftstat analyze page.html");
    text_add_string(&page, "\n.fi\n.SH SEE ALSO\n.BR fio (1),\n.BR zpoolprops (7)\n");
    return text_built(&page);
}

struct text manual_of_command(struct arena *arena, const struct subcommand *command)
{
    struct text_builder page = {.arena = arena};
    struct text ways = text_of(command->usage), way;
    add_head(&page, text_format(arena, "ashiftstat-%s", command->name).data, command->brief);
    for (const char *before = ""; text_next_line(&ways, &way); before = ".br\n")
        add_way(&page, before, command->name, text_string(arena, way));
    text_add_string(&page, ".SH DESCRIPTION\n");
    add_plain(&page, command->summary);
    text_add_string(&page, "\n.SH OPTIONS\n");
    for (const struct option_row *row = command->rows; row->name != NULL; row++)
        add_option(&page, row);
    text_add_string(&page, ".TP\n.B \\-h, \\-\\-help\nthis help\n");
    add_exit_status(&page);
    text_add_string(&page, ".SH SEE ALSO\n.BR ashiftstat (1)\n");
    return text_built(&page);
}
