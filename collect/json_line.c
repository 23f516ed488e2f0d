#include "collect/json_line.h"

#include "model/number.h"

#include <inttypes.h>

static void line_add_name(struct text_builder *line, const char *name)
{
    text_add_format(line, "%s\"%s\":", line->size == 0 ? "{" : ",", name);
}

void json_line_text(struct text_builder *line, const char *name, struct text value)
{
    line_add_name(line, name);
    text_add_string(line, "\"");
    size_t plain = 0; /* start of the bytes that need no escape */
    for (size_t i = 0; i < value.size; i++) {
        unsigned char byte = (unsigned char)value.data[i];
        if (byte >= 0x20 && byte != '"' && byte != '\\') {
            continue;
        }
        text_add(line, text_slice(value, plain, i));
        if (byte == '"' || byte == '\\') {
            text_add_format(line, "\\%c", byte);
        } else {
            text_add_format(line, "\\u%04x", byte);
        }
        plain = i + 1;
    }
    text_add(line, text_slice(value, plain, value.size));
    text_add_string(line, "\"");
}

void json_line_integer(struct text_builder *line, const char *name, int64_t value)
{
    line_add_name(line, name);
    text_add_format(line, "%" PRId64, value);
}

struct text json_line_end(struct text_builder *line)
{
    text_add_string(line, line->size == 0 ? "{}\n" : "}\n");
    return text_built(line);
}

/* Takes `byte` off the front. */
static bool rest_take(struct text *rest, char byte)
{
    if (rest->size == 0 || rest->data[0] != byte) {
        return false;
    }
    *rest = text_slice(*rest, 1, rest->size);
    return true;
}

/* The byte that an escape such as \" or \u001f stands for; its length in `*size`, or 0. */
static unsigned escape_read(struct text escape, size_t *size)
{
    *size = 2;
    if (escape.size >= 2 && (escape.data[1] == '"' || escape.data[1] == '\\')) {
        return (unsigned char)escape.data[1];
    }
    *size = 0;
    if (escape.size < 6 || escape.data[1] != 'u') {
        return 0;
    }
    unsigned value = 0;
    for (size_t i = 2; i < 6; i++) {
        char digit = escape.data[i];
        if (digit >= '0' && digit <= '9') {
            value = value * 16 + (unsigned)(digit - '0');
        } else if (digit >= 'a' && digit <= 'f') {
            value = value * 16 + (unsigned)(digit - 'a') + 10;
        } else {
            return 0;
        }
    }
    *size = value < 0x20 ? 6 : 0;
    return value;
}

/* The string whose opening quote was taken, up to and with its closing quote. */
static bool rest_take_string(struct arena *arena, struct text *rest, struct text *string)
{
    struct text_builder built = {.arena = arena};
    size_t plain = 0;
    for (size_t i = 0; i < rest->size; i++) {
        unsigned char byte = (unsigned char)rest->data[i];
        if (byte < 0x20) {
            return false;
        }
        if (byte == '"') {
            text_add(&built, text_slice(*rest, plain, i));
            *string = text_built(&built);
            *rest = text_slice(*rest, i + 1, rest->size);
            return text_is_utf8(*string);
        }
        if (byte == '\\') {
            text_add(&built, text_slice(*rest, plain, i));
            size_t size;
            char meant = (char)escape_read(text_slice(*rest, i, rest->size), &size);
            if (size == 0) {
                return false;
            }
            text_add(&built, (struct text){&meant, 1});
            i += size - 1;
            plain = i + 1;
        }
    }
    return false;
}

static bool rest_take_integer(struct text *rest, int64_t *value)
{
    size_t end = 0;
    while (end < rest->size && rest->data[end] != ',' && rest->data[end] != '}') {
        end++;
    }
    bool read = number_read_integer(text_slice(*rest, 0, end), value);
    *rest = text_slice(*rest, end, rest->size);
    return read;
}

static bool rest_take_field(struct arena *arena, struct text *rest, struct json_field *field)
{
    if (!rest_take(rest, '"') || !rest_take_string(arena, rest, &field->name) ||
        !rest_take(rest, ':')) {
        return false;
    }
    field->is_integer = !rest_take(rest, '"');
    return field->is_integer ? rest_take_integer(rest, &field->integer)
                             : rest_take_string(arena, rest, &field->string);
}

bool json_line_read(struct arena *arena, struct text line, struct json_record *record)
{
    *record = (struct json_record){0};
    struct text rest = line;
    if (!rest_take(&rest, '{')) {
        return false;
    }
    if (rest_take(&rest, '}')) {
        return rest.size == 0;
    }
    do {
        if (record->count == JSON_FIELDS_MAX ||
            !rest_take_field(arena, &rest, &record->fields[record->count++])) {
            return false;
        }
    } while (rest_take(&rest, ','));
    return rest_take(&rest, '}') && rest.size == 0;
}

static const struct json_field *record_find(const struct json_record *record, const char *name)
{
    for (size_t i = 0; i < record->count; i++) {
        if (text_is(record->fields[i].name, name)) {
            return &record->fields[i];
        }
    }
    return NULL;
}

struct text json_record_text(const struct json_record *record, const char *name)
{
    const struct json_field *field = record_find(record, name);
    return field == NULL ? (struct text){0} : field->string;
}

int64_t json_record_integer(const struct json_record *record, const char *name)
{
    const struct json_field *field = record_find(record, name);
    return field == NULL ? 0 : field->integer;
}
