#include "command/completion.h"

/* "csv|json": the words of an option that takes one of a few; false for other arguments. */
static bool takes_words(const struct option_row *row)
{
    struct text argument = text_of(row->argument == NULL ? "" : row->argument);
    bool several = false;
    for (size_t i = 0; i < argument.size; i++) {
        char c = argument.data[i];
        several = several || c == '|';
        if (c != '|' && c != '-' && (c < 'a' || c > 'z'))
            return false;
    }
    return several;
}

/* compgen -W "csv json" for the option of a command. */
static void add_words(struct text_builder *script, const struct subcommand *command,
                      const struct option_row *row)
{
    struct text words = text_of(row->argument), word;
    if (option_has_letter(row))
        text_add_format(script, "    '%s -%c' |", command->name, row->key);
    else
        text_add_string(script, "   ");
    text_add_format(script, " '%s --%s') words='", command->name, row->name);
    for (const char *before = ""; text_next_piece(&words, '|', &word); before = " ") {
        text_add_string(script, before);
        text_add(script, word);
    }
    text_add_string(script, "' ;;\n");
}

static void add_options(struct text_builder *script, const struct subcommand *command)
{
    text_add_format(script, "    *' %s -'*) words='", command->name);
    for (const struct option_row *row = command->rows; row->name != NULL; row++)
        text_add_format(script, "--%s ", row->name);
    text_add_string(script, "--help' ;;\n");
}

static const char head[] =
    "# bash completion for ashiftstat, printed by `ashiftstat --completion`\n"
    "\n"
    "_ashiftstat() {\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} words=\n"
    "    local command=${COMP_WORDS[1]-} option=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    COMPREPLY=()\n"
    "    # --format=csv stands in three words\n"
    "    [ \"$current\" != = ] || current=\n"
    "    [ \"$option\" != = ] || option=${COMP_WORDS[COMP_CWORD - 2]}\n";

static const char tail[] =
    "    [ -z \"$words\" ] || mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
    "}\n"
    "complete -o default -F _ashiftstat ashiftstat\n";

struct text completion_for_bash(struct arena *arena, const struct command_list *commands)
{
    struct text_builder script = {.arena = arena};
    text_add_string(&script, head);
    text_add_string(&script, "    case \"$command $option\" in\n");
    for (size_t i = 0; i < commands->count; i++)
        for (const struct option_row *row = commands->items[i].rows; row->name != NULL; row++)
            if (takes_words(row))
                add_words(&script, &commands->items[i], row);
    text_add_string(&script, "    esac\n"
                             "    [ -n \"$words\" ] || case \"$COMP_CWORD $command $current\" in\n"
                             "    '1 '*) words='");
    for (size_t i = 0; i < commands->count; i++)
        text_add_format(&script, "%s ", commands->items[i].name);
    text_add_string(&script, "--help --version --manual --completion' ;;\n");
    for (size_t i = 0; i < commands->count; i++)
        add_options(&script, &commands->items[i]);
    text_add_string(&script, "    esac\n");
    text_add_string(&script, tail);
    return text_built(&script);
}
