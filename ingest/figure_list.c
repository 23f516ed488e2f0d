#include "ingest/figure_list.h"

#include "ingest/column_names.h"
#include "ingest/factor_words.h"
#include "model/number.h"

#include <string.h>

/* Behind what divides two figures of a row at `at`; `at` when nothing does. */
static size_t behind_divider(struct text line, size_t at)
{
    static const char *const dividers[] = {"/", ", ", "; ", "and ", "und ", "& "};
    size_t i = at;
    while (i < line.size && line.data[i] == ' ')
        i++;
    struct text rest = text_slice(line, i, line.size);
    for (size_t k = 0; k < sizeof dividers / sizeof *dividers; k++)
        if (text_starts_with(rest, dividers[k])) {
            i += strlen(dividers[k]);
            while (i < line.size && line.data[i] == ' ')
                i++;
            return i;
        }
    return at;
}

/* "12.1k IOPS": the number was scaled by a letter. */
static bool has_letter(const struct posted_figure *figure)
{
    struct number number;
    return number_read(figure->written, &number) == NUMBER_FOUND && number.value != figure->value;
}

/* Gives all figures the unit of the last; false when they have others. */
static bool share_unit(struct figure_list *list)
{
    const struct posted_figure *last = &list->figures[list->count - 1];
    bool letter = has_letter(last);
    if (last->unit == NULL || last->unit->dimension > DIMENSION_TIME)
        return false;
    for (size_t i = 0; i + 1 < list->count; i++) {
        struct posted_figure *figure = &list->figures[i];
        bool own = figure->letter != 0 || has_letter(figure);
        if ((figure->unit != NULL && figure->unit != last->unit) || own != letter)
            return false;
        figure->unit = last->unit;
        figure->letter = 0;
    }
    return true;
}

static const char *const run_words[] = {"runs",    "iterations",        "passes",      "times",
                                        "samples", "durchl\xc3\xa4ufe", "l\xc3\xa4ufe"};

static bool names_runs(struct text line)
{
    for (size_t i = 0; i < sizeof run_words / sizeof *run_words; i++)
        if (text_find_ignoring_case(line, run_words[i], 0) < line.size)
            return true;
    return false;
}

static bool begins_figure(struct text line, size_t i)
{
    return text_is_digit(line.data[i]) && (i == 0 || strchr(" :~\t", line.data[i - 1]) != NULL);
}

bool figure_list_find(struct text line, struct figure_list *list)
{
    for (size_t i = 0; i < line.size; i++) {
        size_t at = i, next;
        list->count = 0;
        if (!begins_figure(line, i))
            continue;
        while (list->count < LONGEST_FIGURE_LIST && at < line.size &&
               text_is_digit(line.data[at]) &&
               posted_figure_read(line, at, &list->figures[list->count])) {
            at = list->figures[list->count++].end;
            next = behind_divider(line, at);
            if (next == at)
                break;
            at = next;
        }
        if (list->count < 2 || list->count == LONGEST_FIGURE_LIST)
            continue;
        list->head = text_slice(line, 0, i);
        list->behind = text_slice(line, list->figures[list->count - 1].end, line.size);
        /* "QD 32, 3917 IOPS" */
        bool enumeration = list->count == 2 && text_find(text_slice(line, i, at), "/", 0) == at - i;
        if (share_unit(list) && (!enumeration || names_runs(line)))
            return true;
    }
    return false;
}

/* "3 runs:", "(3 runs)" for as many figures: the text without it. */
static struct text without_runs(struct arena *arena, struct text text, size_t count, bool *stated)
{
    for (size_t i = 0; i < sizeof run_words / sizeof *run_words; i++) {
        struct text wanted = text_format(arena, "%zu %s", count, run_words[i]);
        size_t at = text_find_ignoring_case(text, wanted.data, 0);
        if (at == text.size)
            continue;
        *stated = true;
        return text_format(arena, "%.*s %.*s", (int)at, text.data,
                           (int)(text.size - at - wanted.size), text.data + at + wanted.size);
    }
    return text;
}

/* "min/avg/max", "16k/64k/128k": a word of several parts says that the figures are of several
   things. */
static bool has_word_of_parts(struct text text)
{
    for (size_t i = 1; i + 1 < text.size; i++)
        if (text.data[i] == '/' && text.data[i - 1] != ' ' && text.data[i + 1] != ' ')
            return true;
    return text_find(text, " / ", 0) < text.size || text_find(text, " vs", 0) < text.size;
}

static struct text without_brackets(struct arena *arena, struct text text)
{
    text = factor_words_tidy(arena, text);
    return text.size > 0 ? text_format(arena, " (%.*s)", (int)text.size, text.data) : text;
}

bool figure_list_is_of_runs(struct arena *arena, const struct figure_list *list, struct text *line)
{
    enum statistic statistic;
    bool stated = false;
    struct text head = text_trim(without_runs(arena, list->head, list->count, &stated));
    struct text behind = without_runs(arena, list->behind, list->count, &stated);
    if ((list->count < 3 && !stated) || has_word_of_parts(head) || has_word_of_parts(behind) ||
        heading_names_statistic(head, &statistic) || heading_names_statistic(behind, &statistic))
        return false;
    while (head.size > 0 && strchr(" :,;=", head.data[head.size - 1]) != NULL)
        head.size--;
    const struct posted_figure *last = &list->figures[list->count - 1];
    behind = without_brackets(arena, behind);
    /* a comma before a workload of its own piece: "ashift=9, 4k randwrite, 3 runs: ..." */
    bool piece = stated && text_find(head, ", ", 0) < head.size;
    *line = text_format(arena, "%.*s%s %.*s%.*s", (int)head.size, head.data, piece ? "," : ":",
                        (int)last->written.size, last->written.data, (int)behind.size, behind.data);
    return true;
}
