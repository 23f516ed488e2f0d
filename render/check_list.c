#include "render/check_list.h"

#include "render/line.h"
#include "render/markdown.h"
#include "render/terminal_page.h"

struct text check_sentence(struct arena *arena, const struct check *check)
{
    struct text_builder out = {.arena = arena};
    text_add_string(&out, check->rule->id);
    if (check->where.size > 0)
        text_add_format(&out, " (%.*s)", (int)check->where.size, check->where.data);
    text_add_format(&out, ": %.*s", (int)check->message.size, check->message.data);
    return text_built(&out);
}

/* A rule with several findings has the result of the first kind that any of them has. */
static enum check_result result_of(const struct analysis *analysis, const struct check_rule *rule)
{
    enum check_result result = CHECK_CLEAN;
    for (size_t i = 0; i < analysis->check_count; i++) {
        const struct check *check = &analysis->checks[i];
        if (check->rule != rule)
            continue;
        if (check->result == CHECK_HIT)
            return CHECK_HIT;
        result = check->result == CHECK_UNKNOWN ? CHECK_UNKNOWN : result;
    }
    return result;
}

static bool is_first(const struct analysis *analysis, size_t i)
{
    return i == 0 || analysis->checks[i - 1].rule != analysis->checks[i].rule;
}

struct text check_ids(struct arena *arena, const struct analysis *analysis,
                      enum check_result result)
{
    struct text_builder out = {.arena = arena};
    for (size_t i = 0; i < analysis->check_count; i++)
        if (is_first(analysis, i) && result_of(analysis, analysis->checks[i].rule) == result)
            text_add_format(&out, "%s%s", out.size > 0 ? ", " : "", analysis->checks[i].rule->id);
    return text_built(&out);
}

struct text check_ids_told_elsewhere(struct arena *arena, const struct analysis *analysis)
{
    struct text_builder out = {.arena = arena};
    for (size_t i = 0; i < analysis->check_count; i++)
        if (is_first(analysis, i) && analysis->checks[i].rule->told_elsewhere &&
            result_of(analysis, analysis->checks[i].rule) == CHECK_HIT)
            text_add_format(&out, "%s%s", out.size > 0 ? ", " : "", analysis->checks[i].rule->id);
    return text_built(&out);
}

/* True when any finding of the rule is of this kind: a check can hit in one test and not be told of
   another. */
static bool has_any(const struct analysis *analysis, const struct check_rule *rule,
                    enum check_result result)
{
    for (size_t i = 0; i < analysis->check_count; i++)
        if (analysis->checks[i].rule == rule && analysis->checks[i].result == result)
            return true;
    return false;
}

/* Rules with findings of both kinds; of one kind where `result` and `other` are the same. */
static size_t count_having(const struct analysis *analysis, enum check_result result,
                           enum check_result other)
{
    size_t count = 0;
    for (size_t i = 0; i < analysis->check_count; i++)
        count += is_first(analysis, i) && has_any(analysis, analysis->checks[i].rule, result) &&
                 has_any(analysis, analysis->checks[i].rule, other);
    return count;
}

static size_t count_clean(const struct analysis *analysis)
{
    size_t count = 0;
    for (size_t i = 0; i < analysis->check_count; i++)
        count +=
            is_first(analysis, i) && result_of(analysis, analysis->checks[i].rule) == CHECK_CLEAN;
    return count;
}

/* --- for a terminal --- */

static struct terminal_page page_of(struct arena *arena, const struct terminal_options *options)
{
    unsigned columns = options->columns < 60 || options->columns > 100 ? 100 : options->columns;
    return (struct terminal_page){.out = {.arena = arena},
                                  .utf8 = options->utf8,
                                  .colour = options->colour,
                                  .columns = columns};
}

static void write_heading(struct terminal_page *page, const char *heading)
{
    page_line(page);
    page_text(page, STYLE_BOLD, text_of(heading));
    page_line(page);
}

static void write_hits(struct terminal_page *page, const struct analysis *analysis)
{
    struct arena *arena = page->out.arena;
    for (unsigned severity = SEVERITY_BLOCKS; severity <= SEVERITY_INFORMS; severity++) {
        const struct check_rule *last = NULL;
        bool begun = false;
        for (size_t i = 0; i < analysis->check_count; i++) {
            const struct check *check = &analysis->checks[i];
            if (check->result != CHECK_HIT || (unsigned)check->severity != severity)
                continue;
            if (!begun)
                write_heading(page, severity == SEVERITY_BLOCKS  ? "No measurement"
                                    : severity == SEVERITY_WARNS ? "Warnings"
                                                                 : "Good to know");
            begun = true;
            if (last != check->rule)
                page_paragraph(page, STYLE_UNDECIDED, "  ",
                               text_format(arena, "%s %s", check->rule->id, check->rule->name));
            if (last != check->rule)
                page_paragraph(page, STYLE_QUIET, page->utf8 ? "       \xe2\x86\x92 " : "       > ",
                               text_of(check->rule->remedy));
            last = check->rule;
            struct text where = check->where, message = check->message;
            page_paragraph(page, STYLE_PLAIN, "       ",
                           where.size == 0
                               ? message
                               : text_format(arena, "%.*s: %.*s", (int)where.size, where.data,
                                             (int)message.size, message.data));
        }
    }
}

static void write_unknown(struct terminal_page *page, const struct analysis *analysis)
{
    const struct check_rule *last = NULL;
    if (count_having(analysis, CHECK_UNKNOWN, CHECK_UNKNOWN) == 0)
        return;
    write_heading(page, "Cannot be told");
    for (size_t i = 0; i < analysis->check_count; i++) {
        const struct check *check = &analysis->checks[i];
        if (check->result != CHECK_UNKNOWN || check->rule == last)
            continue;
        last = check->rule;
        bool hits = has_any(analysis, check->rule, CHECK_HIT);
        page_paragraph(page, STYLE_PLAIN, "  ",
                       text_format(page->out.arena, "%s %s%s: %.*s", check->rule->id,
                                   check->rule->name, hits ? ", elsewhere" : "",
                                   (int)check->message.size, check->message.data));
    }
}

struct text check_list_terminal(struct arena *arena, const struct analysis *analysis,
                                const struct terminal_options *options)
{
    struct terminal_page page = page_of(arena, options);
    size_t hits = count_having(analysis, CHECK_HIT, CHECK_HIT);
    size_t unknown = count_having(analysis, CHECK_UNKNOWN, CHECK_UNKNOWN);
    size_t both = count_having(analysis, CHECK_HIT, CHECK_UNKNOWN);
    struct text overlap = {NULL, 0};
    if (both > 0)
        overlap = text_format(arena, " (%zu of them hit%s elsewhere)", both, both == 1 ? "s" : "");
    page_paragraph(&page, STYLE_BOLD, "",
                   text_format(arena, "%zu check%s, %zu cannot be told%.*s, %zu are clean.", hits,
                               hits == 1 ? " hits" : "s hit", unknown, (int)overlap.size,
                               overlap.size == 0 ? "" : overlap.data, count_clean(analysis)));
    write_hits(&page, analysis);
    write_unknown(&page, analysis);
    if (count_clean(analysis) > 0) {
        write_heading(&page, "Clean, or nothing here that they apply to");
        page_paragraph(&page, STYLE_PLAIN, "  ", check_ids(arena, analysis, CHECK_CLEAN));
    }
    return text_built(&page.out);
}

struct text check_rules_terminal(struct arena *arena, const struct terminal_options *options)
{
    struct terminal_page page = page_of(arena, options);
    for (size_t i = 0; i < check_rule_count(); i++) {
        const struct check_rule *rule = check_rule_at(i);
        page_cell(&page, STYLE_BOLD, text_of(rule->id), 6, false);
        page_cell(&page, STYLE_PLAIN, text_of(rule->severities), 5, false);
        page_text(&page, STYLE_PLAIN, text_of(rule->name));
        page_line(&page);
    }
    page_line(&page);
    page_paragraph(&page, STYLE_QUIET, "",
                   text_of("B blocks: no comparison is made of such figures. W warns, I informs. "
                           "\"--list --format markdown\" explains each."));
    return text_built(&page.out);
}

/* --- JSON --- */

void check_list_write(struct json_writer *writer, const char *name, const struct analysis *analysis)
{
    json_begin(writer, name, '[');
    for (size_t i = 0; i < analysis->check_count; i++) {
        const struct check *check = &analysis->checks[i];
        json_begin(writer, NULL, '{');
        json_string(writer, "id", check->rule->id);
        json_string(writer, "name", check->rule->name);
        if (check->result == CHECK_HIT)
            json_string(writer, "severity", check_severity_name(check->severity));
        else
            json_null(writer, "severity");
        json_string(writer, "result", check_result_name(check->result));
        json_text(writer, "where", check->where);
        json_begin(writer, "places", '[');
        for (size_t k = 0; k < check->place_count; k++)
            json_text(writer, NULL, check->places[k]);
        json_end(writer, ']');
        json_text(writer, "message", check->message);
        if (check->result == CHECK_HIT)
            json_string(writer, "remedy", check->rule->remedy);
        json_end(writer, '}');
    }
    json_end(writer, ']');
}

struct text check_list_json(struct arena *arena, const struct analysis *analysis)
{
    struct text_builder out = {.arena = arena};
    struct json_writer writer = {.out = &out, .spread = 1};
    check_list_write(&writer, NULL, analysis);
    return text_built(&out);
}

struct text check_rules_json(struct arena *arena)
{
    struct text_builder out = {.arena = arena};
    struct json_writer writer = {.out = &out, .spread = 1};
    json_begin(&writer, NULL, '[');
    for (size_t i = 0; i < check_rule_count(); i++) {
        const struct check_rule *rule = check_rule_at(i);
        json_begin(&writer, NULL, '{');
        json_string(&writer, "id", rule->id);
        json_string(&writer, "severities", rule->severities);
        json_string(&writer, "name", rule->name);
        json_string(&writer, "rule", rule->rule);
        json_string(&writer, "example", rule->example);
        json_string(&writer, "remedy", rule->remedy);
        json_end(&writer, '}');
    }
    json_end(&writer, ']');
    return text_built(&out);
}

/* --- docs/checks.md --- */

static const char preface[] =
    "# Credibility checks\n\n"
    "Made from the program's own table: `ashiftstat check --list --format markdown > "
    "docs/checks.md`.\n\n"
    "`ashiftstat check INPUT...` asks whether it was the device that was measured, whether the "
    "configuration is what it claims, whether the run and the comparison are sound. `analyze` and "
    "`report` ask the same and show what hits. Each check gives *hit*, *clean*, or *unknown* with "
    "what is missing; unknown is never shown as clean. A check never changes a figure.\n\n"
    "- **B** blocks: the figures are no measurement of the thing named, and the comparison gets "
    "the state NOT_COMPARABLE with the check's id as its reason.\n"
    "- **W** warns and **I** informs: they stand beside the figures and change no state.\n\n"
    "`--fact NAME=VALUE` states what the inputs do not hold (`ram=64G`, `link=sata600`, "
    "`recordsize=128k`, `compression=lz4`). A fact that an archive holds goes before. "
    "A value that cannot be read is refused; where an archive holds one, the checks that need it "
    "are "
    "unknown. "
    "`--ignore ID` leaves a check out, in `analyze` too. Options that fio was not given have its "
    "defaults, where the output is its JSON; switches without a value (`time_based`, "
    "`zero_buffers`) are missing from the JSON of fio before 3.42 and then are unknown, unless the "
    "archive has the job file.\n";

static void say(struct text_builder *out, const char *label, const char *words)
{
    text_add_format(out, "- %s: %s\n", label, words);
}

struct text check_rules_markdown(struct arena *arena)
{
    struct text_builder out = {.arena = arena};
    text_add_string(&out, preface);
    for (size_t i = 0; i < check_rule_count(); i++) {
        const struct check_rule *rule = check_rule_at(i);
        text_add_format(&out, "\n## %s %s\n\n", rule->id, rule->name);
        text_add_string(&out, "- severity: ");
        for (const char *letter = rule->severities; *letter != '\0'; letter++)
            text_add_format(&out, "%s**%c**", letter == rule->severities ? "" : " or ", *letter);
        text_add_string(&out, "\n");
        say(&out, "rule", rule->rule);
        text_add_format(&out, "- says: \"%s\"\n", rule->example);
        say(&out, "what to do", rule->remedy);
    }
    return text_built(&out);
}
