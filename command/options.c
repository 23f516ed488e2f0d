#include "command/options.h"

#include "model/number.h"
#include "model/text.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 64 };

static size_t count_rows(const struct option_row *rows)
{
    size_t count = 0;
    while (rows[count].name != NULL)
        count++;
    return count;
}

const struct option_row *options_join(struct arena *arena, const struct option_row *first,
                                      const struct option_row *second)
{
    size_t a = count_rows(first), b = count_rows(second);
    struct option_row *rows = arena_take_array(arena, a + b + 1, sizeof *rows);
    memcpy(rows, first, a * sizeof *rows);
    memcpy(rows + a, second, b * sizeof *rows);
    return rows;
}

/* The word on the command line that the last long option stood in. */
static const char *long_word(const struct command_line *line)
{
    bool apart = optarg != NULL && optarg == line->argv[optind - 1];
    return line->argv[optind - (apart ? 2 : 1)];
}

/* getopt_long takes any beginning of a name for the name; here only the whole name will do. */
static bool is_whole_name(const char *word, const char *name)
{
    size_t size = strcspn(word + 2, "=");
    return strlen(name) == size && strncmp(word + 2, name, size) == 0;
}

/* The last word is no option; `known`: but for its value it would be one. */
static void refuse_word(const struct command_line *line, const char *word, bool known,
                        struct failure *failure)
{
    int size = (int)strcspn(word, "=");
    if (known)
        (void)failure_set(failure, FAILURE_USAGE, "option %.*s takes no value", size, word);
    else
        (void)failure_set(failure, FAILURE_USAGE,
                          "unknown option %.*s (ashiftstat %s --help lists them)", size, word,
                          line->argv[0]);
}

/* What getopt_long could not read: an option without its value, or no option of this command. */
static void refuse(const struct command_line *line, int key, const struct option *table,
                   struct failure *failure)
{
    const char *word = line->argv[optind - 1];
    const char letters[] = {'-', (char)optopt, '\0'};
    bool known = false, is_long = strncmp(word, "--", 2) == 0;
    for (size_t i = 0; is_long && table[i].name != NULL; i++)
        known = known || is_whole_name(word, table[i].name);
    if (key == ':' && (known || !is_long))
        (void)failure_set(failure, FAILURE_USAGE, "option %s needs a value",
                          is_long ? word : letters);
    else
        refuse_word(line, is_long ? word : letters, known, failure);
}

/* A value of nothing is a slip, most often a variable of the shell that is not set. `word` is NULL
   for a short option. */
static void refuse_empty(const char *word, int key, struct failure *failure)
{
    const char letters[] = {'-', (char)key, '\0'};
    const char *name = word != NULL ? word : letters;
    (void)failure_set(failure, FAILURE_USAGE, "option %.*s needs a value, not an empty one",
                      (int)strcspn(name, "="), name);
}

int options_next(struct command_line *line, const char **value, struct failure *failure)
{
    struct option table[MOST_ROWS + 2];
    char letters[3 * MOST_ROWS] = ":h";
    size_t count = 0, used = strlen(letters);
    int place = -1;
    for (const struct option_row *row = line->rows; row->name != NULL && count < MOST_ROWS; row++) {
        table[count++] = (struct option){
            row->name, row->argument == NULL ? no_argument : required_argument, NULL, row->key};
        letters[used++] = row->key;
        if (row->argument != NULL)
            letters[used++] = ':';
    }
    table[count++] = (struct option){"help", no_argument, NULL, 'h'};
    table[count] = (struct option){NULL, 0, NULL, 0};
    letters[used] = '\0';
    opterr = 0;
    int key = getopt_long(line->argc, line->argv, letters, table, &place);
    *value = optarg;
    if (key == -1) {
        line->operands = (const char *const *)(line->argv + optind);
        line->operand_count = line->argc - optind;
        return OPTION_END;
    }
    if (key == '?' || key == ':')
        refuse(line, key, table, failure);
    else if (place >= 0 && !is_whole_name(long_word(line), table[place].name))
        refuse_word(line, long_word(line), false, failure);
    else if (optarg != NULL && optarg[strspn(optarg, " \t")] == '\0')
        refuse_empty(place >= 0 ? long_word(line) : NULL, key, failure);
    else
        return key == 'h' ? OPTION_HELP : key;
    return OPTION_WRONG;
}

bool options_one_operand(const struct command_line *line, const char **operand,
                         struct failure *failure)
{
    *operand = line->operand_count > 0 ? line->operands[0] : NULL;
    return line->operand_count <= 1 ||
           failure_set(failure, FAILURE_USAGE, "unexpected argument %s", line->operands[1]);
}

/* Breaks the help of one option at 78 columns behind an indent. */
static void print_wrapped(const char *text, int indent)
{
    int column = indent;
    while (*text != '\0') {
        int size = (int)strcspn(text, " ");
        if (column > indent && column + 1 + size > 78) {
            (void)printf("\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            (void)putchar(' ');
            column++;
        }
        (void)printf("%.*s", size, text);
        column += size;
        text += size;
        text += strspn(text, " ");
    }
    (void)putchar('\n');
}

bool option_has_letter(const struct option_row *row)
{
    return (row->key >= 'a' && row->key <= 'z') || (row->key >= 'A' && row->key <= 'Z');
}

void options_print_help(const char *command, const char *usage, const char *summary,
                        const struct option_row *rows)
{
    struct text ways = text_of(usage), way;
    for (const char *before = "usage:"; text_next_line(&ways, &way); before = "      ")
        (void)printf("%s ashiftstat %s %.*s\n", before, command, (int)way.size, way.data);
    (void)putchar('\n');
    print_wrapped(summary, 0);
    (void)putchar('\n');
    for (const struct option_row *row = rows; row->name != NULL; row++) {
        char left[64], letter[8] = "    ";
        if (option_has_letter(row))
            (void)snprintf(letter, sizeof letter, "-%c, ", row->key);
        (void)snprintf(left, sizeof left, "  %s--%s %s", letter, row->name,
                       row->argument == NULL ? "" : row->argument);
        (void)printf("%-34s", left);
        if (strlen(left) > 33)
            (void)printf("\n%34s", "");
        print_wrapped(row->help, 34);
    }
    (void)printf("  %-32sthis help\n", "-h, --help");
}

bool options_share(const char *name, const char *value, double *share, struct failure *failure)
{
    struct text text = text_trim(text_of(value));
    bool percent = text_ends_with(text, "%");
    if (!number_read_plain(text_slice(text, 0, text.size - percent), false, share))
        return failure_set(failure, FAILURE_USAGE,
                           "--%s wants a number or a percentage, not \"%s\"", name, value);
    if (percent)
        *share /= 100;
    if (*share <= 0 || *share >= 1)
        return failure_set(failure, FAILURE_USAGE,
                           "--%s must lie between 0 and 1 (0 %% and 100 %%)", name);
    return true;
}

bool options_word(const char *name, const char *const *words, const char *value, size_t *place,
                  struct failure *failure)
{
    char list[128] = "";
    size_t used = 0;
    for (*place = 0; words[*place] != NULL; ++*place) {
        if (strcmp(value, words[*place]) == 0)
            return true;
        const char *before = *place == 0 ? "" : words[*place + 1] == NULL ? " or " : ", ";
        if (used < sizeof list)
            used +=
                (size_t)snprintf(list + used, sizeof list - used, "%s%s", before, words[*place]);
    }
    return failure_set(failure, FAILURE_USAGE, "--%s is %s, not \"%s\"", name, list, value);
}

bool options_whole(const char *name, const char *value, long low, long high, long *number,
                   struct failure *failure)
{
    int64_t read;
    if (!number_read_integer(text_of(value), &read) || read < low || read > high)
        return failure_set(failure, FAILURE_USAGE,
                           "--%s wants a whole number from %ld to %ld, not \"%s\"", name, low, high,
                           value);
    *number = (long)read;
    return true;
}
