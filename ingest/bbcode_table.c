/* Tables of forums, "[table][tr][td]12[/td][td]510 MB/s[/td][/tr][/table]": taken as the HTML that
   they become. */
#include "ingest/reader.h"

#include <string.h>

extern const struct reader html_table_reader;

static const char *const tags[] = {"table",  "tr",   "td",    "th",   "b",  "i",     "u",
                                   "center", "left", "right", "code", "br", "thead", "tbody"};

/* Size of the tag at the start, "[tr]", "[/TD]", "[td width=30]"; 0 for anything else in brackets.
 */
static size_t tag_size(struct text text)
{
    size_t start = text_starts_with(text, "[/") ? 2 : 1, end = start;
    while (end < text.size && strchr("] =\n[", text.data[end]) == NULL)
        end++;
    struct text name = text_slice(text, start, end);
    size_t close = text_find(text, "]", end), next = text_find(text, "[", end);
    size_t line = text_find(text, "\n", end);
    if (close == text.size || close > next || close > line)
        return 0;
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (text_is_ignoring_case(name, tags[i]))
            return close + 1;
    return 0;
}

static struct text as_html(struct arena *arena, struct text text)
{
    struct text_builder builder = {.arena = arena};
    for (size_t i = 0; i < text.size;) {
        struct text rest = text_slice(text, i, text.size);
        size_t size = rest.data[0] == '[' ? tag_size(rest) : 0;
        if (size > 0)
            text_add_format(&builder, "<%.*s>", (int)size - 2, rest.data + 1);
        else if (rest.data[0] == '<')
            text_add_string(&builder, "&lt;");
        else
            text_add(&builder, text_slice(rest, 0, 1));
        i += size > 0 ? size : 1;
    }
    return text_built(&builder);
}

static int bid(struct text head)
{
    bool rows = text_find_ignoring_case(head, "[tr]", 0) < head.size;
    return rows && text_find_ignoring_case(head, "[td", 0) < head.size ? 40 : 0;
}

static bool read_tables(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct input page = *input;
    page.text = as_html(scratch, input->text);
    bool read = html_table_reader.read(&page, reading, failure);
    arena_free(scratch);
    return read;
}

const struct reader bbcode_table_reader = {"bbcode_table", "tables of forums, in square brackets",
                                           bid, read_tables};
