/* Results as people write them into a post, one configuration or workload a line:

       "4k dataset, Sequential 1MB, Read speed 2182M, Write speed 815M"
       "8k volume, i/o delay 7.74%, vm read speed 301.5M, vm write speed 1.02G (same as before)"
       "4k RandWrite: 1,204 IOPS (4816 KB/s) - 4k RandRead: 3005 IOPS (12020 KB/s)"

       "Before: Read 100 MiB/s Write 50 MiB/s"
       "Config B - randread: 2500 IOPS, 9.8 MB/s, lat 0.40 ms"
       "ashift=9, 4k randwrite, 3 runs: 100, 110, 120 MB/s"
       "randwrite-4k  ashift=9   run1  3917 IOPS"

   A line is divided at commas, semicolons and " - ", and before a direction behind a figure. A
   piece is a figure when a direction, perhaps with a few words of the field, stands before a number
   and a rate, or a latency that is named so; a piece behind it that is only a figure of another
   kind is of the same run. Other pieces are the workload (sequential, random, threads ...) or the
   configuration of the figures that follow, until others of their kind stand behind a figure
   ("ext4: Seq: read 500 MB/s, write 450 MB/s; Random 4K: read
   ..."); at the end of a line they are of all its figures. Percentages are passed over. A sentence,
   a line with a clock time or a line with any figure that cannot be read surely gives nothing. "M"
   and "G" are taken as MB/s and GB/s, with a note; IOPS times block size decides where both are
   there. */
#include "ingest/column_names.h"
#include "ingest/figure_list.h"
#include "ingest/forum_words.h"
#include "ingest/headings_above.h"
#include "ingest/posted_figure.h"
#include "ingest/reader.h"
#include "ingest/text_lines.h"
#include "model/number.h"

#include <string.h>

enum { PIECES = 12, MOST_WORDS = 6, UNKNOWN_WORDS = 2, FURTHER = 2 };

/* What the figures that follow belong to, each part in its words joined by ", ". */
enum scene_part { SCENE_CONFIGURATION, SCENE_PREFIX, SCENE_WORKLOAD, SCENE_PARTS };

struct forum_scene {
    struct text parts[SCENE_PARTS];
};

struct forum_figure {
    struct text label; /* "vm read speed" */
    struct forum_scene scene;
    enum direction direction;
    enum statistic statistic, remark;      /* remark: of the brackets behind it */
    struct posted_figure figure, second;   /* second: in brackets behind, "(4816 KB/s)" */
    struct posted_figure further[FURTHER]; /* in pieces behind: "9.8 MB/s", "lat 0.40 ms" */
    size_t further_count;
    const char *latency; /* the metric of the times among these */
    unsigned iteration;  /* "Run 2"; 0 = none stated */
};

struct forum_line {
    struct forum_figure figures[PIECES];
    size_t count;
    enum statistic remark;     /* in brackets behind the last figure */
    struct forum_scene scene;  /* as far as the line was read */
    bool renewed[SCENE_PARTS]; /* the part has been named since the last figure */
    unsigned iteration;        /* as last named */
    struct figure_list list; /* figures of repeated runs in place of the only one; count 0 = none */
    bool unclear;            /* several figures in a row, and nothing says of what */
};

static bool is_rate(const struct posted_figure *figure)
{
    return figure->letter != 0 ||
           (figure->unit != NULL && (figure->unit->dimension == DIMENSION_BYTE_RATE ||
                                     figure->unit->dimension == DIMENSION_RATE));
}

static bool is_time(const struct posted_figure *figure)
{
    return figure->unit != NULL && figure->unit->dimension == DIMENSION_TIME;
}

/* The latency that a label names ("randwrite 4k latency", "p99 lat"); NULL when it names none. */
static const char *latency_of(struct arena *arena, struct text label)
{
    if (text_find_ignoring_case(label, "lat", 0) == label.size)
        return NULL;
    const char *metric = heading_read(arena, label).metric;
    return metric != NULL && strstr(metric, "lat_") != NULL ? metric : NULL;
}

/* What may stand behind a figure: nothing, a second figure in brackets, a remark in brackets, which
   can say what the figure is ("(avg of 3)"). */
static bool read_behind(struct text rest, struct posted_figure *second, enum statistic *remark)
{
    rest = text_trim(rest);
    *remark = STATISTIC_RUN;
    *second = (struct posted_figure){.value = 0};
    if (rest.size == 0)
        return true;
    if (rest.data[0] != '(' || rest.data[rest.size - 1] != ')' ||
        text_find(rest, "(", 1) < rest.size)
        return false;
    struct text inside = text_trim(text_slice(rest, 1, rest.size - 1));
    if (!posted_figure_read(inside, 0, second) || second->end != inside.size ||
        second->unit == NULL || !is_rate(second)) {
        *second = (struct posted_figure){.value = 0};
        (void)heading_names_statistic(inside, remark);
    }
    return true;
}

/* "(4k)", "(QD32 T4)" behind a figure: words with digits say what it is of. */
static struct text workload_in_brackets(struct text rest)
{
    struct text word, inside;
    rest = text_trim(rest);
    if (rest.size < 3 || rest.data[0] != '(' || rest.data[rest.size - 1] != ')')
        return (struct text){NULL, 0};
    inside = text_trim(text_slice(rest, 1, rest.size - 1));
    for (struct text words = inside; text_next_piece(&words, ' ', &word);)
        if (!text_has_digit(word) || text_find(word, "/s", 0) < word.size ||
            text_find(word, "%", 0) < word.size)
            return (struct text){NULL, 0};
    return text_count_words(inside) <= 3 ? inside : (struct text){NULL, 0};
}

/* Label words of a figure: a direction, words of the field, at most two others. */
static bool is_label(struct text label)
{
    return heading_direction(label) != DIRECTION_UNSTATED &&
           text_count_words(label) <= MOST_WORDS && forum_words_count(label, WORD_PROSE) == 0 &&
           forum_words_count(label, WORD_UNKNOWN) <= UNKNOWN_WORDS;
}

/* Splits "Sequential 1MB: Read speed" at its last colon. */
static struct text take_prefix(struct text *label)
{
    size_t colon = label->size;
    for (size_t i = 0; i < label->size; i++)
        if (label->data[i] == ':')
            colon = i;
    if (colon == label->size)
        return (struct text){NULL, 0};
    struct text prefix = text_trim(text_slice(*label, 0, colon));
    *label = text_trim(text_slice(*label, colon + 1, label->size));
    return prefix;
}

/* Where a piece goes on with the next figure, "Read 100 MiB/s Write 50 MiB/s": before a direction
   behind `from`; the size of the piece when it does not. */
static size_t next_direction(struct text piece, size_t from)
{
    size_t start = from;
    while (start < piece.size && strchr(" /|", piece.data[start]) != NULL)
        start++;
    struct text rest = text_slice(piece, start, piece.size), word = {NULL, 0};
    (void)text_next_piece(&rest, ' ', &word);
    size_t end = 0;
    while (end < word.size && strchr(":=", word.data[end]) == NULL)
        end++;
    word.size = end; /* "read=201MB/s" */
    return start > from && forum_word_kind(word) == WORD_DIRECTION ? start : piece.size;
}

/* The label that ends before the number at `i`. */
static struct text label_before(struct text piece, size_t i)
{
    while (i > 0 && strchr(" :=~\t", piece.data[i - 1]) != NULL)
        i--;
    return text_trim(text_slice(piece, 0, i));
}

static bool begins_number(struct text piece, size_t i)
{
    return text_is_digit(piece.data[i]) && strchr(" :=~\t", piece.data[i - 1]) != NULL;
}

/* Reads a piece as a figure; `*prefix` gets what stands before its label, `*end` where the figure
   ends when another follows in the piece. */
static bool read_figure(struct arena *arena, struct text piece, struct forum_figure *figure,
                        struct text *prefix, size_t *end)
{
    for (size_t i = 1; i < piece.size; i++) {
        if (!begins_number(piece, i) || !posted_figure_read(piece, i, &figure->figure))
            continue;
        figure->label = label_before(piece, i);
        figure->latency = is_time(&figure->figure) ? latency_of(arena, figure->label) : NULL;
        *end = next_direction(piece, figure->figure.end);
        if ((figure->latency == NULL && !is_rate(&figure->figure)) ||
            !read_behind(text_slice(piece, figure->figure.end, *end), &figure->second,
                         &figure->remark))
            continue;
        *prefix = take_prefix(&figure->label);
        bool size = figure->figure.letter != 0 && *end < piece.size; /* "rand 4k write: 45k IOPS" */
        if (size && !is_label(figure->label))
            continue;
        figure->direction = heading_direction(figure->label);
        figure->statistic = figure->remark;
        if (figure->latency == NULL)
            (void)heading_names_statistic(figure->label, &figure->statistic);
        return is_label(figure->label);
    }
    return false;
}

/* "4k: 12500 IOPS write": the direction stands behind the figure. */
static bool read_figure_before_direction(struct text piece, struct forum_figure *figure,
                                         struct text *prefix)
{
    for (size_t i = 1; i < piece.size; i++) {
        if (!begins_number(piece, i) || !posted_figure_read(piece, i, &figure->figure) ||
            figure->figure.unit == NULL || !is_rate(&figure->figure))
            continue;
        struct text behind = text_trim(text_slice(piece, figure->figure.end, piece.size));
        struct text label = label_before(piece, i);
        if (forum_word_kind(behind) != WORD_DIRECTION ||
            heading_direction(label) != DIRECTION_UNSTATED ||
            forum_words_count(label, WORD_PROSE) > 0 || text_count_words(label) > MOST_WORDS)
            return false;
        figure->direction = heading_direction(behind);
        figure->statistic = figure->remark = STATISTIC_RUN;
        (void)heading_names_statistic(label, &figure->statistic);
        figure->label = (struct text){NULL, 0};
        *prefix = label;
        return true;
    }
    return false;
}

/* True when a figure of this kind is there already. */
static bool has_kind(const struct forum_figure *figure, const struct posted_figure *posted)
{
    const struct posted_figure *there[2 + FURTHER] = {&figure->figure, &figure->second};
    for (size_t i = 0; i < figure->further_count; i++)
        there[2 + i] = &figure->further[i];
    for (size_t i = 0; i < 2 + figure->further_count; i++)
        if (there[i]->unit != NULL && there[i]->unit->dimension == posted->unit->dimension)
            return true;
    return false;
}

/* "iops=10.2k" -> "10.2k" of I/Os a second, "bw=39.9MiB/s" -> "39.9MiB/s". */
static struct text without_metric(struct text piece, bool *iops)
{
    size_t sign = 0;
    while (sign < piece.size && strchr("=:", piece.data[sign]) == NULL)
        sign++;
    struct text name = text_trim(text_slice(piece, 0, sign));
    *iops = text_is_ignoring_case(name, "iops");
    return sign < piece.size && forum_word_kind(name) == WORD_METRIC
               ? text_trim(text_slice(piece, sign + 1, piece.size))
               : piece;
}

/* A figure that begins the piece, perhaps behind the name of its metric. */
static bool read_named_figure(struct text *piece, struct posted_figure *figure)
{
    bool iops;
    *piece = without_metric(*piece, &iops);
    size_t at = piece->size > 0 && piece->data[0] == '~';
    if (at >= piece->size || !text_is_digit(piece->data[at]) ||
        !posted_figure_read(*piece, at, figure))
        return false;
    if (iops && figure->unit == NULL) {
        figure->unit = unit_find(text_of("1/s"));
        figure->letter = 0;
    }
    return true;
}

/* "9.8 MB/s", "lat 0.40 ms" behind "randread: 2500 IOPS": another figure of the same run. */
static bool add_further(struct arena *arena, struct forum_figure *figure, struct text piece)
{
    struct posted_figure posted;
    size_t at = 0;
    while (at < piece.size && !text_is_digit(piece.data[at]))
        at++;
    struct text label = label_before(piece, at), bare = piece;
    const char *latency = latency_of(arena, label);
    if (latency == NULL && read_named_figure(&bare, &posted)) {
        piece = bare;
        label = (struct text){NULL, 0};
    } else if (!posted_figure_read(piece, at, &posted)) {
        return false;
    }
    if (figure->further_count == FURTHER || posted.end != piece.size || posted.unit == NULL ||
        has_kind(figure, &posted))
        return false;
    if (latency != NULL ? !is_time(&posted) : label.size > 0 || !is_rate(&posted))
        return false;
    figure->latency = latency != NULL ? latency : figure->latency;
    figure->further[figure->further_count++] = posted;
    return true;
}

/* "3917 IOPS" alone, in a line that has named one workload with a direction. */
static bool read_bare_figure(struct text piece, const struct forum_line *read,
                             struct forum_figure *figure)
{
    struct text workload = read->scene.parts[SCENE_WORKLOAD];
    if (!read_named_figure(&piece, &figure->figure) || figure->figure.unit == NULL ||
        !is_rate(&figure->figure) ||
        !read_behind(text_slice(piece, figure->figure.end, piece.size), &figure->second,
                     &figure->remark))
        return false;
    figure->label = (struct text){NULL, 0};
    figure->direction = heading_direction(workload);
    figure->statistic = figure->remark;
    return figure->direction != DIRECTION_UNSTATED;
}

/* "bw=39.9MiB/s", "lat=3.12ms" behind another: a piece by itself. */
static bool begins_named_figure(struct text line, size_t at)
{
    size_t sign = at;
    while (sign < line.size && line.data[sign] != ' ' && line.data[sign] != '=')
        sign++;
    return sign + 1 < line.size && line.data[sign] == '=' && text_is_digit(line.data[sign + 1]) &&
           forum_word_kind(text_slice(line, at, sign)) == WORD_METRIC;
}

/* Where the piece that begins at `from` ends: before ", ", "; " or " - ", in a line divided by gaps
   before two blanks. */
static size_t piece_end(struct text line, size_t from, bool gaps)
{
    size_t depth = 0;
    for (size_t i = from; i < line.size; i++) {
        bool last = i + 1 == line.size;
        depth += line.data[i] == '(';
        depth -= line.data[i] == ')' && depth > 0;
        if (depth > 0)
            continue;
        if (i > from && line.data[i] == ' ' && begins_named_figure(line, i + 1))
            return i;
        if (gaps && i > from && line.data[i] == ' ' && !last && line.data[i + 1] == ' ' &&
            strchr(":=", line.data[i - 1]) == NULL)
            return i;
        if ((line.data[i] == ',' || line.data[i] == ';') && (last || line.data[i + 1] == ' '))
            return i;
        if (line.data[i] == '-' && i > from && line.data[i - 1] == ' ' && !last &&
            line.data[i + 1] == ' ')
            return i;
    }
    return line.size;
}

static void add_text(struct arena *arena, struct text *to, struct text piece)
{
    if (piece.size == 0)
        return;
    *to = to->size == 0 ? piece
                        : text_format(arena, "%.*s, %.*s", (int)to->size, to->data, (int)piece.size,
                                      piece.data);
}

/* "i/o delay 7.74%", "write n/a": no result, and no description either. */
static bool is_passed_over(struct text piece)
{
    struct number number;
    size_t last = piece.size;
    while (last > 0 && piece.data[last - 1] != ' ')
        last--;
    return text_ends_with(piece, "%") ||
           (heading_direction(piece) != DIRECTION_UNSTATED && last > 0 &&
            number_read(text_slice(piece, last, piece.size), &number) == NUMBER_MISSING);
}

static void clear_renewed(struct forum_line *read)
{
    for (size_t i = 0; i < SCENE_PARTS; i++)
        read->renewed[i] = false;
}

/* Behind a figure a part is named anew, before one it is added to. */
static void describe(struct arena *arena, struct forum_line *read, enum scene_part part,
                     struct text piece)
{
    if (!read->renewed[part])
        read->scene.parts[part] = (struct text){NULL, 0};
    if (part == SCENE_CONFIGURATION && !read->renewed[part] && !read->renewed[SCENE_PREFIX])
        read->scene.parts[SCENE_PREFIX] = (struct text){NULL, 0};
    read->renewed[part] = true;
    add_text(arena, &read->scene.parts[part], piece);
}

/* A piece that is no figure: false when it is prose. `part`: what it is when it is no workload. */
static bool add_piece(struct arena *arena, struct forum_line *read, enum scene_part part,
                      struct text piece)
{
    size_t pairs = text_find(piece, "=", 0);
    if (piece.size == 0 || is_passed_over(piece) ||
        heading_names_iteration(piece, &read->iteration))
        return true;
    if (forum_words_count(piece, WORD_DIRECTION) > 0 && text_has_digit(piece))
        return false; /* a figure that cannot be read */
    if (text_count_words(piece) > MOST_WORDS || forum_words_count(piece, WORD_PROSE) > 0)
        return false;
    bool workload = forum_words_count(piece, WORD_PATTERN) > 0 && pairs == piece.size;
    describe(arena, read, workload ? SCENE_WORKLOAD : part, piece);
    return true;
}

/* "ext4: Sequential 1MB": what stands before the label of a figure, the nearest last. */
static bool add_prefix(struct arena *arena, struct forum_line *read, struct text prefix)
{
    struct text outer = take_prefix(&prefix);
    return (outer.size == 0 || add_piece(arena, read, SCENE_CONFIGURATION, outer)) &&
           add_piece(arena, read, SCENE_PREFIX, prefix);
}

/* What stands behind the last figure is of all of them. */
static void add_trailing(struct arena *arena, struct forum_line *read)
{
    for (size_t part = 0; part < SCENE_PARTS; part++)
        for (size_t i = 0; i < read->count && read->renewed[part]; i++)
            add_text(arena, &read->figures[i].scene.parts[part], read->scene.parts[part]);
    for (size_t i = 0; i + 1 < read->count; i++)
        if (read->figures[i].statistic == STATISTIC_RUN)
            read->figures[i].statistic = read->remark;
}

/* "12:45:01": logs have it, posted results do not. */
static bool has_clock_time(struct text line)
{
    for (size_t i = 2; i + 5 < line.size; i++)
        if (line.data[i] == ':' && line.data[i + 3] == ':' && text_is_digit(line.data[i - 1]) &&
            text_is_digit(line.data[i + 1]) && text_is_digit(line.data[i + 2]) &&
            text_is_digit(line.data[i + 4]))
            return true;
    return false;
}

static struct text without_bullet(struct text line)
{
    static const char *const bullets[] = {"- ", "* ", "+ ", "\xe2\x80\xa2 "};
    line = text_trim(line);
    for (size_t i = 0; i < sizeof bullets / sizeof *bullets; i++)
        if (text_starts_with(line, bullets[i]))
            return text_trim(text_slice(line, strlen(bullets[i]), line.size));
    return line;
}

/* A bare letter says less than MB/s: the label must speak of a speed, or the line of a workload. */
static bool is_clear(const struct forum_line *read)
{
    for (size_t i = 0; i < read->count; i++) {
        const struct forum_figure *figure = &read->figures[i];
        if (figure->figure.letter != 0 && figure->scene.parts[SCENE_WORKLOAD].size == 0 &&
            forum_words_count(figure->label, WORD_METRIC) == 0)
            return false;
    }
    return true;
}

/* Most lines of most texts have no direction and no number: no work is spent on them. */
static bool may_have_figures(struct text line)
{
    static const char *const parts[] = {"read", "write", "lese", "schreib"};
    bool direction = false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !direction; i++)
        direction = text_find_ignoring_case(line, parts[i], 0) < line.size;
    return direction && text_has_digit(line);
}

/* Takes a piece of the line; false when the line gives nothing. `*at`: where the next piece begins.
 */
static bool take_piece(struct arena *arena, struct forum_line *read, struct text line,
                       struct text piece, size_t *at)
{
    struct text prefix = {NULL, 0};
    size_t figure_end = piece.size;
    if (piece.size == 0 ||
        (read->count > 0 && add_further(arena, &read->figures[read->count - 1], piece)))
        return true;
    if (read->count == PIECES)
        return false;
    struct forum_figure *figure = &read->figures[read->count];
    *figure = (struct forum_figure){.further_count = 0};
    if (read_figure(arena, piece, figure, &prefix, &figure_end)) {
        if (figure_end < piece.size)
            *at = (size_t)(piece.data - line.data) + figure_end;
    } else if (!read_bare_figure(piece, read, figure) &&
               !read_figure_before_direction(piece, figure, &prefix)) {
        return add_piece(arena, read, SCENE_CONFIGURATION, piece);
    }
    if (prefix.size > 0 && !add_prefix(arena, read, prefix))
        return false;
    figure->scene = read->scene;
    figure->iteration = read->iteration;
    read->remark = figure->remark;
    read->count++;
    clear_renewed(read);
    struct text of = workload_in_brackets(text_slice(piece, figure->figure.end, figure_end));
    if (of.size > 0 && figure->second.written.size == 0)
        describe(arena, read, SCENE_WORKLOAD, of);
    return true;
}

/* A script's line, "randwrite-4k  ashift=9   run1  3917 IOPS": divided by gaps, with a setting. A
   row of a table is so divided too, but its settings stand in its headings. */
static bool may_be_divided_by_gaps(struct text line)
{
    size_t sign = text_find(line, "=", 1);
    return text_find(line, "  ", 0) < line.size && sign + 1 < line.size &&
           line.data[sign - 1] != ' ' && line.data[sign + 1] != ' ';
}

static bool read_pieces(struct arena *arena, struct text line, bool gaps, struct forum_line *read)
{
    read->count = 0;
    read->scene = (struct forum_scene){.parts = {{NULL, 0}}};
    for (size_t at = 0; at < line.size;) {
        size_t end = piece_end(line, at, gaps);
        struct text piece = text_trim(text_slice(line, at, end));
        at = end + 1;
        if (!take_piece(arena, read, line, piece, &at))
            return false;
    }
    add_trailing(arena, read);
    return read->count > 0 && is_clear(read) && (!gaps || read->count == 1);
}

/* "WD Red:    4k randwrite": one blank behind a colon. */
static struct text with_short_gaps(struct arena *arena, struct text line)
{
    struct text_builder builder = {.arena = arena};
    bool behind_colon = false; /* but for blanks */
    for (size_t i = 0; i < line.size; i++) {
        bool blank = line.data[i] == ' ';
        if (!blank && line.data[i] != '\t')
            behind_colon = line.data[i] == ':';
        if (!blank || !behind_colon || line.data[i - 1] != ' ')
            text_add(&builder, text_slice(line, i, i + 1));
    }
    return text_built(&builder);
}

/* One line with its figures; more than two blanks that divide no script's line are of the row of a
   table, or of a log. */
static bool read_figures(struct arena *arena, struct text line, struct forum_line *read)
{
    if (text_find(line, "|", 0) < line.size || has_clock_time(line))
        return false;
    if (may_be_divided_by_gaps(line) && read_pieces(arena, line, true, read))
        return true;
    *read = (struct forum_line){.list = read->list};
    if (text_find(line, ":  ", 0) < line.size)
        line = with_short_gaps(arena, line);
    return text_find(line, "   ", 0) == line.size && read_pieces(arena, line, false, read);
}

static bool read_line(struct arena *arena, struct text line, struct forum_line *read)
{
    struct text single;
    read->count = read->list.count = 0;
    read->unclear = false;
    line = without_bullet(line);
    if (line.size < 8 || line.size > 400 || line.data[0] == '"' || !may_have_figures(line))
        return false; /* in quotation marks: an example, a string of a program */
    *read = (struct forum_line){.count = 0};
    if (!figure_list_find(line, &read->list)) {
        read->list.count = 0;
        return read_figures(arena, line, read);
    }
    bool runs = figure_list_is_of_runs(arena, &read->list, &single) &&
                read_figures(arena, single, read) && read->count == 1 &&
                read->figures[0].further_count == 0 && read->figures[0].second.written.size == 0;
    read->unclear = !runs && heading_direction(line) != DIRECTION_UNSTATED;
    read->count = runs ? 1 : 0;
    return runs;
}

/* The label without direction and metric: "vm read speed" -> "vm" with the metric kept where that
   is all ("vm speed"), "4k RandWrite" as it is, "Read speed" -> nothing. */
static struct text label_workload(struct arena *arena, struct text label)
{
    struct text_builder builder = {.arena = arena};
    struct text rest = label, word;
    size_t telling = 0;
    while (text_next_piece(&rest, ' ', &word)) {
        enum word_kind kind = forum_word_kind(word);
        if (word.size == 0 || kind == WORD_DIRECTION)
            continue;
        telling += kind != WORD_METRIC;
        if (builder.size > 0)
            text_add_string(&builder, " ");
        text_add(&builder, word);
    }
    return telling > 0 ? text_built(&builder) : (struct text){NULL, 0};
}

/* The block size that a label or workload names: "4k RandWrite", "Random 4KB 16 threads". */
static double block_of(struct text text)
{
    struct text word;
    double bytes;
    while (text_next_piece(&text, ' ', &word))
        if (word.size > 1 && text_is_digit(word.data[0]) &&
            !text_is_digit(word.data[word.size - 1]) && number_read_size(word, &bytes))
            return bytes;
    return 0;
}

struct forum_reader {
    struct arena *scratch;
    struct reading *reading;
    struct headings_above headings;
    bool letter_noted;
    unsigned prefix_noted; /* the line whose prefix was last noted */
    unsigned last_line;    /* with figures */
    size_t added;
};

/* Bytes in a K, M or G of a rate: proved by IOPS times block size where both are there. */
static double prefix_factor(struct forum_reader *reader, const struct forum_figure *figure,
                            double block, unsigned line)
{
    const struct posted_figure *rate = &figure->second, *iops = &figure->figure;
    if (rate->unit == NULL || iops->unit == NULL || block <= 0)
        return 1;
    if (rate->unit->dimension == DIMENSION_RATE) {
        rate = &figure->figure;
        iops = &figure->second;
    }
    if (rate->unit == NULL || rate->unit->dimension != DIMENSION_BYTE_RATE ||
        iops->unit->dimension != DIMENSION_RATE)
        return 1;
    double product = iops->value * block, printed = rate->value * rate->unit->factor;
    double slack = iops->last_digit * block + rate->last_digit * rate->unit->factor;
    double binary =
        text_starts_with_ignoring_case(text_of(rate->unit->spelling), "k") ? 1.024 : 1.048576;
    bool decimal_agrees = product >= printed - slack && product <= printed + slack;
    bool binary_agrees = product >= printed * binary - slack && product <= printed * binary + slack;
    if (decimal_agrees || !binary_agrees)
        return 1;
    if (reader->prefix_noted != line)
        reading_note(reader->reading, line,
                     "IOPS times block size says that the %s of this line counts in 1024",
                     rate->unit->spelling);
    reader->prefix_noted = line;
    return binary;
}

static bool has_direction(const struct reading *reading, size_t run, enum direction direction)
{
    for (size_t i = reading->observation_count; i-- > 0 && reading->observations[i].run == run;)
        if (reading->observations[i].direction == direction)
            return true;
    return false;
}

/* "Read: 100 MB/s" and in the next line "Write: 50 MB/s" are of one run. */
static size_t run_of(struct forum_reader *reader, struct text configuration, struct text workload,
                     const struct forum_figure *figure, size_t first_run, unsigned line)
{
    struct reading *reading = reader->reading;
    for (size_t r = first_run; r < reading->run_count; r++)
        if (text_equal(reading->runs[r].workload, workload) &&
            text_equal(reading->runs[r].row_label, configuration) &&
            reading->runs[r].iteration == figure->iteration)
            return r;
    size_t last = reading->run_count - 1;
    if (reading->run_count > 0 && line == reader->last_line + 1 && reader->last_line > 0 &&
        text_equal(reading->runs[last].workload, workload) &&
        text_equal(reading->runs[last].row_label, configuration) &&
        reading->runs[last].iteration == figure->iteration &&
        !has_direction(reading, last, figure->direction))
        return last;
    size_t run = reading_add_run(reading, line);
    struct found_run *found = &reading->runs[run];
    found->headings = headings_above_joined(reading->arena, &reader->headings);
    found->row_label = text_copy(reading->arena, configuration);
    found->iteration = figure->iteration;
    found->workload = text_copy(reading->arena, workload);
    return run;
}

static void add_value(struct forum_reader *reader, size_t run, const struct forum_figure *figure,
                      const struct posted_figure *posted, double factor, unsigned line)
{
    struct reading *reading = reader->reading;
    if (posted->written.size == 0)
        return;
    bool rate = posted->unit == NULL || posted->unit->dimension == DIMENSION_BYTE_RATE;
    bool time = is_time(posted);
    enum statistic statistic = figure->statistic;
    if (statistic == STATISTIC_RUN)
        statistic = headings_statistic(reading->runs[run].headings);
    if (statistic == STATISTIC_MAX)
        statistic = STATISTIC_BEST;
    if (posted->letter != 0 && !reader->letter_noted) {
        reading_note(reading, line,
                     "\"%.*s\" has no unit but a letter: K, M and G are taken as kB/s, MB/s and "
                     "GB/s on this page",
                     (int)posted->written.size, posted->written.data);
        reader->letter_noted = true;
    }
    reading_add_observation(
        reading,
        (struct found_observation){
            .run = run,
            .direction = figure->direction,
            .statistic = statistic,
            .metric = text_copy(reading->arena, text_of(rate   ? "bw"
                                                        : time ? figure->latency
                                                               : "iops")),
            .value = number_scaled(posted->value, posted->unit == NULL ? 1 : posted->unit->factor) *
                     (rate ? factor : 1),
            .unit = text_of(rate   ? "B/s"
                            : time ? "ns"
                                   : "1/s"),
            .written = text_copy(reading->arena, posted->written),
            .source = {reading->path, line}});
    reader->added++;
}

/* A figure with what stands beside it; returns what its label says of the workload, which the next
   figure takes over ("4k read 40 MB/s, write 90 MB/s"). */
static struct text add_figure(struct forum_reader *reader, const struct forum_figure *figure,
                              struct text inherited, double *block, size_t first_run, unsigned line)
{
    struct text workload = figure->scene.parts[SCENE_WORKLOAD];
    struct text configuration = figure->scene.parts[SCENE_CONFIGURATION];
    struct text own = label_workload(reader->scratch, figure->label);
    if (own.size == 0 && workload.size == 0 && configuration.size == 0)
        own = inherited;
    add_text(reader->scratch, &workload, own);
    add_text(reader->scratch, &configuration, figure->scene.parts[SCENE_PREFIX]);
    size_t run = run_of(reader, configuration, workload, figure, first_run, line);
    *block = block_of(workload) > 0 ? block_of(workload) : *block;
    double factor = prefix_factor(reader, figure, *block, line);
    add_value(reader, run, figure, &figure->figure, factor, line);
    add_value(reader, run, figure, &figure->second, factor, line);
    for (size_t k = 0; k < figure->further_count; k++)
        add_value(reader, run, figure, &figure->further[k], factor, line);
    return heading_direction(own) == DIRECTION_UNSTATED ? own : (struct text){NULL, 0};
}

static void add_line(struct forum_reader *reader, const struct forum_line *read, unsigned line)
{
    size_t first_run = reader->reading->run_count;
    struct text inherited = {NULL, 0};
    double block = 0;
    for (size_t i = 0; i < read->count && read->list.count == 0; i++)
        inherited = add_figure(reader, &read->figures[i], inherited, &block, first_run, line);
    for (size_t i = 0; i < read->list.count; i++) {
        struct forum_figure figure = read->figures[0];
        figure.figure = read->list.figures[i];
        figure.iteration = (unsigned)i + 1;
        (void)add_figure(reader, &figure, inherited, &block, first_run, line);
    }
    reader->last_line = line;
    reading_claim(reader->reading, line, line);
}

/* Two figures on the page, so that one remark in a text is not taken for results. */
static int bid(struct text head)
{
    struct arena *scratch = arena_create();
    struct text line;
    struct forum_line read;
    size_t figures = 0;
    while (figures < 2 && text_next_line(&head, &line))
        if (read_line(scratch, line, &read) || read.unclear)
            figures += read.count + read.list.count;
    arena_free(scratch);
    return figures >= 2 ? 16 : 0;
}

static bool read_lines(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct forum_reader reader = {.scratch = scratch, .reading = reading};
    struct text_lines lines = text_lines_of(scratch, input->text);
    size_t notes = reading->note_count;
    for (size_t i = 0; i < lines.count; i++) {
        struct forum_line read;
        if (read_line(scratch, lines.items[i], &read))
            add_line(&reader, &read, (unsigned)i + 1);
        else if (read.unclear)
            reading_note(reading, (unsigned)i + 1,
                         "several figures in a row, and nothing says that they are of repeated "
                         "runs: left out");
        else
            (void)headings_above_pass(&reader.headings, lines.items[i]);
    }
    arena_free(scratch);
    if (reader.added == 0 && reading->note_count > notes) {
        struct note note = reading->notes[notes];
        reading->note_count = notes;
        return failure_set(failure, FAILURE_INPUT, "line %u: %.*s", note.source.line,
                           (int)note.message.size, note.message.data);
    }
    return reader.added > 0 || failure_set(failure, FAILURE_INPUT, "holds no lines of results");
}

const struct reader forum_lines_reader = {"forum_lines", "lines of results as written into a post",
                                          bid, read_lines};
