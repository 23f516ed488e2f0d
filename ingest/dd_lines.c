/* The last line that dd prints, in any language:

       268435456 bytes (268 MB, 256 MiB) copied, 12.8012 s, 21.0 MB/s      GNU coreutils
       268435456 Bytes (268 MB, 256 MiB) kopiert, 12,8012 s, 21,0 MB/s     with a decimal comma
       268435456 bytes transferred in 12.801 secs (20969554 bytes/sec)     BSD, macOS
       268435456 bytes (256.0MB) copied, 12.8 seconds, 20.0MB/s            busybox, MB of 2^20

   With status=progress the same line stands above "records in" for what was copied so far: that is
   no result.

   The bandwidth is bytes over seconds, which is finer than the printed rate and must agree with it.
   Reading or writing is told by the command line above, or by a line beside it that names dd. */
#include "ingest/column_names.h"
#include "ingest/headings_above.h"
#include "ingest/page_commands.h"
#include "ingest/posted_figure.h"
#include "ingest/reader.h"
#include "ingest/text_lines.h"
#include "model/number.h"

#include <math.h>
#include <string.h>

enum { COMMAND_REACH = 6, SMALLEST = 512 };

struct dd_line {
    double bytes, seconds, bandwidth;
    struct posted_figure rate;
};

static bool is_seconds(struct text word)
{
    static const char *const words[] = {"s",        "sec",         "secs",     "second",
                                        "seconds",  "Sekunden",    "sekunden", "secondes",
                                        "segundos", "\xe7\xa7\x92"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(word, words[i]))
            return true;
    return false;
}

/* A word ends at a blank, a comma or a bracket, the wide ones of Chinese and Japanese too. */
static struct text word_at(struct text text, size_t at)
{
    static const char *const wide[] = {"\xe3\x80\x81", "\xef\xbc\x8c", "\xef\xbc\x88",
                                       "\xef\xbc\x89"};
    size_t end = at;
    for (; end < text.size && strchr(" ,()", text.data[end]) == NULL; end++)
        for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
            if (text_starts_with(text_slice(text, end, text.size), wide[i]))
                return text_slice(text, at, end);
    return text_slice(text, at, end);
}

static const struct {
    const char *written, *unit;
} chinese[] = {
    {"kB/\xe7\xa7\x92", "kB/s"}, {"MB/\xe7\xa7\x92", "MB/s"}, {"GB/\xe7\xa7\x92", "GB/s"}};

/* "20969554 bytes/sec": spelled in full by BSD; "1.2 GB/" with the sign for seconds in Chinese. */
static const struct unit *rate_unit(const struct posted_figure *rate, struct text line, size_t at)
{
    if (rate->unit != NULL && rate->unit->dimension == DIMENSION_BYTE_RATE)
        return rate->unit;
    size_t number_end = at;
    while (number_end < line.size &&
           (text_is_digit(line.data[number_end]) || line.data[number_end] == '.'))
        number_end++;
    struct text unit = word_at(line, number_end + 1 < line.size ? number_end + 1 : line.size);
    for (size_t i = 0; i < sizeof chinese / sizeof *chinese; i++)
        if (text_is(unit, chinese[i].written))
            return unit_find(text_of(chinese[i].unit));
    return text_is(unit, "bytes/sec") || text_is(unit, "bytes/s") ? unit_find(text_of("B/s"))
                                                                  : NULL;
}

/* Bytes over seconds is what was printed: within a digit, with an MB of 10^6 or of 2^20. */
static bool rate_agrees(const struct dd_line *dd, const struct unit *unit)
{
    double decimal = unit->factor, binary = pow(2, round(log10(unit->factor) / 3) * 10);
    double low = dd->rate.value - dd->rate.last_digit, high = dd->rate.value + dd->rate.last_digit;
    return (dd->bandwidth >= low * decimal * 0.998 && dd->bandwidth <= high * decimal * 1.002) ||
           (dd->bandwidth >= low * binary * 0.998 && dd->bandwidth <= high * binary * 1.002);
}

/* The seconds and the rate behind `from`. "1,234 s" can be 1234 or 1.234: the rate tells. */
static bool read_time_and_rate(struct text line, size_t from, struct dd_line *dd)
{
    for (size_t i = from; i < line.size; i++) {
        struct number seconds;
        if (!text_is_digit(line.data[i]) || text_is_digit(line.data[i - 1]) ||
            number_read(text_slice(line, i, line.size), &seconds) != NUMBER_FOUND)
            continue;
        size_t end = (size_t)(seconds.digits.data + seconds.digits.size - line.data);
        struct text word = word_at(line, end < line.size && line.data[end] == ' ' ? end + 1 : end);
        if (!is_seconds(word)) {
            i = end - 1;
            continue;
        }
        size_t at = (size_t)(word.data + word.size - line.data);
        while (at < line.size && !text_is_digit(line.data[at]))
            at++;
        const struct unit *unit;
        if (!posted_figure_read(line, at, &dd->rate) ||
            (unit = rate_unit(&dd->rate, line, at)) == NULL)
            return false;
        const double scales[] = {1, 1e-3};
        for (size_t s = 0; s < 2; s++) {
            dd->seconds = seconds.value * scales[s];
            dd->bandwidth = dd->bytes / dd->seconds;
            if (dd->seconds > 0 && rate_agrees(dd, unit))
                return true;
        }
        return false;
    }
    return false;
}

static bool read_line(struct text line, struct dd_line *dd)
{
    line = text_trim(line);
    size_t end = 0;
    if (line.size > LONGEST_POSTED_LINE)
        return false;
    while (end < line.size && text_is_digit(line.data[end]))
        end++;
    bool wide = end < line.size && (unsigned char)line.data[end] >= 0x80; /* no blank in Chinese */
    if (end == 0 || end + 1 >= line.size || (line.data[end] != ' ' && !wide) ||
        !number_read_plain(text_slice(line, 0, end), false, &dd->bytes) || dd->bytes < SMALLEST)
        return false;
    end -= wide;
    struct text word = word_at(line, end + 1);
    bool letters = word.size >= 3;
    for (size_t i = 0; i < word.size; i++)
        letters = letters && !text_is_digit(word.data[i]);
    return letters && read_time_and_rate(line, end + 1 + word.size, dd);
}

/* "dd if=/dev/zero of=test bs=1M" in a command line; its words in `command`. */
static bool find_command(struct text line, struct text *command)
{
    for (size_t at = 0; (at = text_find(line, "dd ", at)) < line.size; at++) {
        bool word = at == 0 || strchr(" /;&(`$#", line.data[at - 1]) != NULL;
        struct text rest = text_slice(line, at, line.size);
        if (!word ||
            (text_find(rest, "of=", 0) == rest.size && text_find(rest, "if=", 0) == rest.size))
            continue;
        *command = rest;
        return true;
    }
    return false;
}

static struct text operand(struct text command, const char *name)
{
    struct text piece;
    while (text_next_piece(&command, ' ', &piece))
        if (text_starts_with(piece, name))
            return text_slice(piece, text_of(name).size, piece.size);
    return (struct text){NULL, 0};
}

static enum direction command_direction(struct text command)
{
    struct text from = operand(command, "if="), to = operand(command, "of=");
    static const char *const sources[] = {"/dev/zero", "/dev/urandom", "/dev/random"};
    if (text_is(to, "/dev/null"))
        return DIRECTION_READ;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (text_is(from, sources[i]))
            return DIRECTION_WRITE;
    return DIRECTION_UNSTATED;
}

/* "65536+0 records in", in Chinese behind a few signs */
static bool is_record_count(struct text line)
{
    line = text_trim(line);
    size_t start = 0;
    while (start < line.size && (unsigned char)line.data[start] >= 0x80)
        start++;
    size_t i = start;
    while (i < line.size && text_is_digit(line.data[i]))
        i++;
    return i > start && i + 1 < line.size && line.data[i] == '+' && text_is_digit(line.data[i + 1]);
}

/* Marks the states that status=progress printed: results right above "records in" that no records
   stand above. */
static bool *find_progress(struct arena *arena, const struct text_lines *lines)
{
    bool *progress = arena_take_array(arena, lines->count + 1, sizeof *progress);
    struct dd_line ignored;
    for (size_t i = lines->count; i-- > 0;) {
        bool above =
            i + 1 < lines->count && (progress[i + 1] || is_record_count(lines->items[i + 1]));
        progress[i] = above && read_line(lines->items[i], &ignored) &&
                      (i == 0 || !is_record_count(lines->items[i - 1]));
    }
    return progress;
}

/* A line that says again what dd printed: "DD Write Speed: 19.3 MB/s". */
static bool repeats(struct text line, const struct dd_line *dd)
{
    size_t at = text_find(line, ":", 0);
    struct posted_figure figure;
    if (!text_starts_with_ignoring_case(text_trim(line), "dd ") || at == line.size)
        return false;
    struct text rest = text_trim(text_slice(line, at, line.size));
    rest = text_trim(text_slice(rest, 1, rest.size));
    return posted_figure_read(rest, 0, &figure) && figure.end == rest.size &&
           fabs(figure.value - dd->rate.value) <= dd->rate.last_digit / 2;
}

/* The page as far as it was read. */
struct dd_page {
    struct reading *reading;
    struct text_lines lines;
    const bool *progress;
    struct headings_above headings;
    struct page_commands commands;
    struct text last; /* the command of the result above: a loop prints several */
};

/* Looks above line `i` (from 0) for the command, and for a line that names dd and a direction. With
   nothing between two results both are of one command. */
static enum direction look_above(struct dd_page *page, size_t i, struct text *command)
{
    struct dd_line other;
    size_t states = 0; /* printed while dd ran */
    bool between = false;
    *command = (struct text){NULL, 0};
    for (size_t back = 1; back <= COMMAND_REACH + states && back <= i; back++) {
        struct text line = page->lines.items[i - back];
        if (page->progress[i - back]) {
            states++;
            continue;
        }
        if (read_line(line, &other)) {
            *command = between ? *command : page->last;
            break;
        }
        if (find_command(line, command))
            break;
        between = between || (text_trim(line).size > 0 && !is_record_count(line));
        enum direction direction = text_find_ignoring_case(line, "dd", 0) < line.size
                                       ? heading_direction(line)
                                       : DIRECTION_UNSTATED;
        if (direction != DIRECTION_UNSTATED)
            return direction;
    }
    return command->size > 0 ? command_direction(*command) : DIRECTION_UNSTATED;
}

/* Command, headings and neighbours of the result in line `i` (from 0). */
static enum direction find_direction(struct dd_page *page, size_t i, struct text headings,
                                     const struct dd_line *dd, struct text *command)
{
    enum direction direction = look_above(page, i, command);
    page->last = *command;
    if (direction != DIRECTION_UNSTATED)
        return direction;
    if (command->size > 0) {
        reading_note(page->reading, (unsigned)i + 1,
                     "dd copied from one place to another: the direction is not stated");
        return direction;
    }
    if (i + 1 < page->lines.count && repeats(page->lines.items[i + 1], dd))
        direction = heading_direction(page->lines.items[i + 1]);
    if (direction == DIRECTION_UNSTATED)
        direction = heading_direction(headings);
    if (direction == DIRECTION_UNSTATED) {
        reading_note(page->reading, (unsigned)i + 1,
                     "nothing says whether dd read or wrote: taken as writing, its usual test");
        direction = DIRECTION_WRITE;
    }
    return direction;
}

/* The headings above, and what commands have set. */
static struct text stated_above(struct dd_page *page)
{
    struct arena *arena = page->reading->arena;
    return headings_with(arena, headings_above_joined(arena, &page->headings),
                         page_commands_settings(arena, &page->commands));
}

static void add_line(struct dd_page *page, size_t i, const struct dd_line *dd)
{
    struct reading *reading = page->reading;
    struct text command, headings = stated_above(page);
    enum direction direction = find_direction(page, i, headings, dd, &command);
    size_t run = reading_add_run(reading, (unsigned)i + 1);
    struct found_run *found = &reading->runs[run];
    struct text line = text_trim(page->lines.items[i]), block = operand(command, "bs=");
    double bytes;
    found->headings = headings;
    found->column_words = page_commands_options(reading->arena, &page->commands);
    found->workload = block.size == 0
                          ? text_of("dd")
                          : text_format(reading->arena, "dd bs=%.*s", (int)block.size, block.data);
    found->tool = text_of("dd");
    if (command.size > 0 && direction != DIRECTION_UNSTATED)
        reading_set_option(reading, run, text_of("rw"), text_of(direction_name(direction)));
    if (number_read_size(block, &bytes))
        reading_set_option(reading, run, text_of("bs"), text_format(reading->arena, "%.0f", bytes));
    reading_add_observation(reading,
                            (struct found_observation){.run = run,
                                                       .direction = direction,
                                                       .metric = text_of("bw"),
                                                       .value = dd->bandwidth,
                                                       .unit = text_of("B/s"),
                                                       .written = text_copy(reading->arena, line),
                                                       .source = {reading->path, (unsigned)i + 1}});
}

static int bid(struct text head)
{
    struct text line;
    struct dd_line dd;
    while (text_next_line(&head, &line))
        if (read_line(line, &dd))
            return 45;
    return 0;
}

/* A line that is no result. */
static void pass_line(struct dd_page *page, struct text line)
{
    struct text command;
    if (is_record_count(line) || text_trim(line).size == 0)
        return;
    bool passed = page_commands_pass(&page->commands, line);
    if (!passed && !find_command(line, &command))
        (void)headings_above_pass(&page->headings, line);
}

static bool read_lines(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct dd_page page = {.reading = reading,
                           .lines = text_lines_of(scratch, input->text),
                           .headings = {.plain = false},
                           .commands = {.arena = scratch}};
    page.progress = find_progress(scratch, &page.lines);
    size_t added = 0;
    for (size_t i = 0; i < page.lines.count; i++) {
        struct dd_line dd;
        unsigned number = (unsigned)i + 1;
        if (!read_line(page.lines.items[i], &dd)) {
            pass_line(&page, page.lines.items[i]);
            continue;
        }
        if (page.progress[i]) {
            reading_claim(reading, number, number);
            continue;
        }
        add_line(&page, i, &dd);
        added++;
        bool again = i + 1 < page.lines.count && repeats(page.lines.items[i + 1], &dd);
        reading_claim(reading, number, again ? number + 1 : number);
        i += again;
    }
    arena_free(scratch);
    return added > 0 || failure_set(failure, FAILURE_INPUT, "holds no result of dd");
}

const struct reader dd_lines_reader = {"dd_lines", "results that dd printed", bid, read_lines};
