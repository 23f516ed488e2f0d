/* Text is made valid UTF-8 first; '<' is written as \u003c so that the JSON can stand inside a web
 * page. */
#include "render/json_writer.h"

#include "model/number.h"

#include <math.h>
#include <stdio.h>

static void add_quoted(struct text_builder *out, struct text text)
{
    text = text_clean(out->arena, text);
    text_add_string(out, "\"");
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c == '"' || c == '\\')
            text_add_format(out, "\\%c", c);
        else if (c == '\n')
            text_add_string(out, "\\n");
        else if (c == '\t')
            text_add_string(out, "\\t");
        else if (c < 0x20 || c == 0x7f || c == '<')
            text_add_format(out, "\\u%04x", c);
        else
            text_add(out, text_slice(text, i, i + 1));
    }
    text_add_string(out, "\"");
}

static void new_line(struct json_writer *writer)
{
    text_add_string(writer->out, "\n");
    for (unsigned i = 0; i < writer->depth; i++)
        text_add_string(writer->out, "  ");
}

static void begin_item(struct json_writer *writer, const char *name)
{
    if (writer->begun)
        text_add_string(writer->out, writer->depth <= writer->spread ? "," : ", ");
    if (writer->depth > 0 && writer->depth <= writer->spread)
        new_line(writer);
    writer->begun = true;
    if (name != NULL) {
        add_quoted(writer->out, text_of(name));
        text_add_string(writer->out, ": ");
    }
}

void json_begin(struct json_writer *writer, const char *name, char bracket)
{
    begin_item(writer, name);
    text_add_format(writer->out, "%c", bracket);
    writer->depth++;
    writer->begun = false;
}

void json_end(struct json_writer *writer, char bracket)
{
    bool spread = writer->begun && writer->depth <= writer->spread;
    writer->depth--;
    if (spread)
        new_line(writer);
    text_add_format(writer->out, "%c", bracket);
    writer->begun = true;
    if (writer->depth == 0)
        text_add_string(writer->out, "\n");
}

void json_text(struct json_writer *writer, const char *name, struct text text)
{
    begin_item(writer, name);
    add_quoted(writer->out, text);
}

void json_string(struct json_writer *writer, const char *name, const char *string)
{
    json_text(writer, name, text_of(string));
}

void json_double(struct json_writer *writer, const char *name, double value)
{
    begin_item(writer, name);
    if (isfinite(value))
        text_add_format(writer->out, "%.17g", value);
    else
        text_add_string(writer->out, "null");
}

void json_shortest(struct json_writer *writer, const char *name, double value)
{
    char digits[32] = "null";
    begin_item(writer, name);
    if (isfinite(value))
        number_write(value, digits);
    text_add_string(writer->out, digits);
}

void json_integer(struct json_writer *writer, const char *name, int64_t value)
{
    begin_item(writer, name);
    text_add_format(writer->out, "%lld", (long long)value);
}

void json_bool(struct json_writer *writer, const char *name, bool value)
{
    begin_item(writer, name);
    text_add_string(writer->out, value ? "true" : "false");
}

void json_null(struct json_writer *writer, const char *name)
{
    begin_item(writer, name);
    text_add_string(writer->out, "null");
}
