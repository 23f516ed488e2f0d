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

int options_next(struct command_line *line, const char **value, struct failure *failure)
{
    struct option table[MOST_ROWS + 2];
    char letters[3 * MOST_ROWS] = ":h";
    size_t count = 0, used = strlen(letters);
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
    int key = getopt_long(line->argc, line->argv, letters, table, NULL);
    *value = optarg;
    if (key == 'h')
        return OPTION_HELP;
    if (key == '?' || key == ':') {
        const char *word = line->argv[optind - 1];
        (void)failure_set(failure, FAILURE_USAGE,
                          key == ':' ? "option %s needs a value" : "unknown option %s", word);
        return OPTION_WRONG;
    }
    if (key != -1)
        return key;
    line->operands = (const char *const *)(line->argv + optind);
    line->operand_count = line->argc - optind;
    return OPTION_END;
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

void options_print_help(const char *usage, const char *summary, const struct option_row *rows)
{
    (void)printf("usage: ashiftstat %s\n\n", usage);
    print_wrapped(summary, 0);
    (void)putchar('\n');
    for (const struct option_row *row = rows; row->name != NULL; row++) {
        char left[64], letter[8] = "    ";
        if ((row->key >= 'a' && row->key <= 'z') || (row->key >= 'A' && row->key <= 'Z'))
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
