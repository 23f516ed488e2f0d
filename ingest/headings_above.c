#include "ingest/headings_above.h"

#include "ingest/factor_words.h"
#include "ingest/page_commands.h"
#include "model/number.h"

#include <string.h>

/* A line as a heading. */
struct heading_line {
    struct text text; /* without marks */
    size_t level;     /* "##" and <h2>: 2; 0 = none of its own */
    bool marked;
};

/* "primarycache=all": a line that states settings may be longer than other headings. */
static bool has_pair(struct text line)
{
    size_t at = text_find(line, "=", 1);
    return at + 1 < line.size && line.data[at - 1] != ' ' && line.data[at + 1] != ' ';
}

static bool is_sentence(struct text line)
{
    return line.size > (has_pair(line) ? 160 : 100) ||
           strchr(".,;:!?", line.data[line.size - 1]) != NULL;
}

/* "41.90 MB/s", "speed 33M": a line with a result. */
static bool has_rate(struct text line)
{
    size_t speed = text_find_ignoring_case(line, "speed ", 0) + 6;
    if (speed < line.size && line.data[speed] >= '0' && line.data[speed] <= '9')
        return true;
    for (size_t at = 1; (at = text_find(line, "B/s", at)) < line.size; at++) {
        size_t i = at;
        while (i > 0 && strchr("kKMGTi", line.data[i - 1]) != NULL)
            i--;
        while (i > 0 && line.data[i - 1] == ' ')
            i--;
        if (i > 0 && line.data[i - 1] >= '0' && line.data[i - 1] <= '9')
            return true;
    }
    return false;
}

/* Of a table that a terminal program drew. */
static bool is_drawn(struct text line)
{
    return text_starts_with(line, "+-") || text_starts_with(line, "+=") ||
           text_find(line, "\xe2\x94", 0) < line.size ||
           text_find(line, "\xe2\x95", 0) < line.size; /* box characters */
}

/* A row of a table, an option line, a JSON bracket: short lines that are no heading. */
static bool is_material(struct text line)
{
    struct number number;
    if (is_drawn(line) || has_rate(line))
        return true;
    return strchr("|{}[]\"$<`=", line.data[0]) != NULL || text_find(line, "|", 0) < line.size ||
           text_starts_with(line, "--") || number_read(line, &number) != NUMBER_NONE;
}

/* "# fio --name=x": what stands behind a root prompt, not a heading. */
static bool is_command(struct text line)
{
    static const char *const commands[] = {"dd",    "fio",   "zfs",  "zpool",  "sudo",    "cat",
                                           "lsblk", "nvme",  "echo", "for",    "iozone",  "time",
                                           "curl",  "wget",  "bash", "apt",    "apt-get", "zdb",
                                           "sync",  "mount", "mkfs", "hdparm", "smartctl"};
    struct text program = page_commands_program(line);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (text_is(program, commands[i]))
            return true;
    return false;
}

/* A command, behind a prompt or not: "root@host:~# zfs create -o recordsize=16k tank/a". */
static bool holds_command(struct text line)
{
    static const char *const prompts[] = {"# ", "$ "};
    if (is_command(line))
        return true;
    for (size_t i = 0; i < sizeof prompts / sizeof *prompts; i++) {
        size_t at = text_find(line, prompts[i], 0);
        if (at < line.size && is_command(text_trim(text_slice(line, at + 2, line.size))))
            return true;
    }
    return false;
}

/* Takes marks off both ends; false when they are not there or nothing stands between. */
static bool take_marks(struct text *text, const char *open, const char *close)
{
    size_t before = strlen(open), after = strlen(close);
    if (text->size <= before + after || !text_starts_with(*text, open) ||
        !text_ends_with(*text, close))
        return false;
    struct text inner = text_trim(text_slice(*text, before, text->size - after));
    while (inner.size > 0 && strchr("=-", open[0]) != NULL && inner.data[0] == open[0])
        inner = text_trim(text_slice(inner, 1, inner.size));
    while (inner.size > 0 && strchr("=-", open[0]) != NULL && inner.data[inner.size - 1] == open[0])
        inner = text_trim(text_slice(inner, 0, inner.size - 1));
    if (inner.size == 0)
        return false;
    *text = inner;
    return true;
}

/* "<h2><a name="x"></a>ashift=12</h2>": the text behind the tags that the line begins with. */
static struct heading_line read_tags(struct text line)
{
    struct heading_line heading = {.text = line};
    while (heading.text.size > 0 && heading.text.data[0] == '<') {
        struct text tag = heading.text;
        size_t end = text_find(tag, ">", 0);
        if (end == tag.size)
            return heading;
        bool level = end >= 3 && (tag.data[1] == 'h' || tag.data[1] == 'H') && tag.data[2] >= '1' &&
                     tag.data[2] <= '6';
        if (level)
            heading.level = (size_t)(tag.data[2] - '0');
        heading.text = text_trim(text_slice(tag, end + 1, tag.size));
    }
    heading.text = text_trim(text_slice(heading.text, 0, text_find(heading.text, "<", 0)));
    heading.marked = heading.level > 0;
    return heading;
}

static struct heading_line heading_of(struct text line)
{
    static const char *const marks[][2] = {{"**", "**"},    {"__", "__"}, {"[b]", "[/b]"},
                                           {"[B]", "[/B]"}, {"==", "=="}, {"--", "--"}};
    struct heading_line heading = {.text = text_trim(line)};
    if (heading.text.size > 0 && heading.text.data[0] == '<')
        return read_tags(heading.text);
    while (heading.level < heading.text.size && heading.text.data[heading.level] == '#')
        heading.level++;
    heading.text = text_trim(text_slice(heading.text, heading.level, heading.text.size));
    heading.marked = heading.level > 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (take_marks(&heading.text, marks[i][0], marks[i][1]))
            heading.marked = true;
    (void)take_marks(&heading.text, "`", "`");
    return heading;
}

/* A line that says which setting follows, whatever its form. */
static bool is_statement(struct text text)
{
    return text.size <= 160 && strchr(".,;!?", text.data[text.size - 1]) == NULL &&
           strchr("|{}\"$<`=", text.data[0]) == NULL && text_find(text, "|", 0) == text.size &&
           !is_drawn(text) && !has_rate(text) && !holds_command(text) && factor_words_state(text);
}

static void add_statement(struct headings_above *headings, struct text text)
{
    size_t kept = 0;
    while (kept < headings->statement_count &&
           !factor_words_share(headings->statements[kept], text))
        kept++;
    if (kept == HEADING_STATEMENTS)
        kept--;
    headings->statements[kept] = text;
    headings->statement_count = kept + 1;
    if (headings->plain)
        headings->levels[HEADING_LEVELS - 1] = (struct text){NULL, 0};
    headings->plain = false;
}

static void add_level(struct headings_above *headings, const struct heading_line *heading)
{
    size_t level = heading->level, last = HEADING_LEVELS - 1;
    size_t slot = level == 0 || level > HEADING_LEVELS ? last : level - 1;
    headings->levels[slot] = heading->text;
    headings->plain = level == 0;
    for (size_t i = slot + 1; i < HEADING_LEVELS; i++)
        headings->levels[i] = (struct text){NULL, 0};
    if (level > 0)
        headings->statement_count = 0;
}

bool headings_above_pass(struct headings_above *headings, struct text line)
{
    enum { SHORT_STATEMENT = 60 };
    struct heading_line heading = heading_of(line);
    struct text text = heading.text;
    if (text.size == 0 || is_command(text))
        return false;
    if (heading.level > 0) {
        add_level(headings, &heading);
        return true;
    }
    bool colon = text.data[text.size - 1] == ':';
    bool statement = is_statement(text);
    if (statement &&
        (heading.marked || colon || (text.size <= SHORT_STATEMENT && has_pair(text)))) {
        add_statement(headings, text);
        return true;
    }
    bool plain = (heading.marked ? text.size <= 100 : !is_sentence(text)) && !is_material(text) &&
                 strchr("<`", text_trim(line).data[0]) == NULL;
    if (!plain || (headings->marked_only && !heading.marked && !statement))
        return false;
    add_level(headings, &heading);
    return true;
}

struct text headings_above_joined(struct arena *arena, const struct headings_above *headings)
{
    struct text parts[HEADING_LEVELS + HEADING_STATEMENTS];
    struct found_settings nearer = {.arena = arena};
    size_t count = 0;
    for (size_t i = 0; i + headings->plain < HEADING_LEVELS; i++)
        parts[count++] = headings->levels[i];
    for (size_t i = 0; i < headings->statement_count; i++)
        parts[count++] = headings->statements[i];
    if (headings->plain)
        parts[count++] = headings->levels[HEADING_LEVELS - 1];
    for (size_t i = count; i-- > 0;) {
        parts[i] = factor_words_remove(arena, parts[i], &nearer);
        (void)factor_pairs_take(&nearer, factor_words_take(&nearer, parts[i]));
    }
    struct text_builder builder = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        if (parts[i].size == 0)
            continue;
        if (builder.size > 0)
            text_add_string(&builder, " | ");
        text_add(&builder, parts[i]);
    }
    return text_built(&builder);
}

struct text headings_with(struct arena *arena, struct text above, struct text below)
{
    if (above.size == 0 || below.size == 0)
        return above.size == 0 ? below : above;
    return text_format(arena, "%.*s | %.*s", (int)above.size, above.data, (int)below.size,
                       below.data);
}

struct text headings_with_nearer(struct arena *arena, struct text above, struct text below)
{
    struct found_settings nearer = {.arena = arena};
    if (below.size == 0)
        return above;
    (void)factor_pairs_take(&nearer, factor_words_take(&nearer, below));
    return headings_with(arena, text_trim(factor_words_remove(arena, above, &nearer)), below);
}

struct text headings_above_line(struct arena *arena, struct text page, unsigned line)
{
    struct headings_above headings = {.plain = false};
    struct text row;
    for (unsigned number = 1; number < line && text_next_line(&page, &row); number++)
        (void)headings_above_pass(&headings, row);
    return headings_above_joined(arena, &headings);
}
