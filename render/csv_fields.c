/* CSV after RFC 4180, lines ended by "\n".

   Formulas: a spreadsheet runs a field that starts with = + - @ tab or carriage return. A text
   field that starts so, after any number of apostrophes, gets one apostrophe more in front, unless
   the whole field is a plain number. Reading undoes it: of a field that starts with apostrophes
   followed by one of these characters the first apostrophe is taken off. So every text comes back
   as it was, and numbers are never touched. */
#include "render/csv_fields.h"

#include "model/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool starts_like_formula(struct text text)
{
    size_t i = 0;
    while (i < text.size && text.data[i] == '\'')
        i++;
    if (i == text.size || strchr("=+-@\t\r", text.data[i]) == NULL || text.data[i] == '\0')
        return false;
    double value;
    return !number_read_plain(text, false, &value);
}

static bool needs_quotes(struct text text)
{
    static const bool special[256] = {[','] = true, ['"'] = true,  ['\r'] = true, ['\n'] = true,
                                      [';'] = true, ['\t'] = true, [0] = true};
    for (size_t i = 0; i < text.size; i++)
        if (special[(unsigned char)text.data[i]])
            return true;
    return text.size > 0 && (text.data[0] == ' ' || text.data[text.size - 1] == ' ');
}

static void begin_field(struct csv_fields *fields)
{
    if (fields->begun)
        text_add(fields->out, (struct text){",", 1});
    fields->begun = true;
}

void csv_text(struct csv_fields *fields, struct text text)
{
    begin_field(fields);
    if (!text_is_clean(text))
        text = text_clean(fields->out->arena, text);
    bool formula = starts_like_formula(text);
    if (!needs_quotes(text)) {
        if (formula)
            text_add_string(fields->out, "'");
        text_add(fields->out, text);
        return;
    }
    text_add_string(fields->out, formula ? "\"'" : "\"");
    for (size_t start = 0; start < text.size;) {
        size_t quote = text_find(text, "\"", start);
        text_add(fields->out, text_slice(text, start, quote));
        if (quote < text.size)
            text_add_string(fields->out, "\"\"");
        start = quote + 1;
    }
    text_add_string(fields->out, "\"");
}

void csv_plain(struct csv_fields *fields, const char *digits)
{
    begin_field(fields);
    text_add_string(fields->out, digits);
}

void csv_double(struct csv_fields *fields, double value)
{
    char digits[32] = "";
    if (isfinite(value))
        snprintf(digits, sizeof digits, "%.17g", value);
    csv_plain(fields, digits);
}

void csv_integer(struct csv_fields *fields, int64_t value, bool zero_is_empty)
{
    char digits[32] = "";
    if (value != 0 || !zero_is_empty)
        number_write_integer(value, digits);
    csv_plain(fields, digits);
}

void csv_end_line(struct csv_fields *fields)
{
    text_add_string(fields->out, "\n");
    fields->begun = false;
}
