/* INI: [section], `name = value`, lines that begin with ; or # are comments. Nothing is cut out of
   a value and there is no limit to its length. */
#include "collect/plan_file.h"

#include "collect/whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PLAN_FILE_MAX = 1 << 20 };

static const char section_name[] = "collect";

enum value_kind { VALUE_WORD, VALUE_LIST, VALUE_SWITCH };

static const struct plan_key {
    const char *name;
    enum value_kind kind;
    size_t offset; /* of the member of struct plan_request */
} keys[] = {
    {"archive", VALUE_WORD, offsetof(struct plan_request, archive)},
    {"ashift", VALUE_WORD, offsetof(struct plan_request, ashift)},
    {"on", VALUE_WORD, offsetof(struct plan_request, on)},
    {"target", VALUE_LIST, offsetof(struct plan_request, targets)},
    {"zfs", VALUE_LIST, offsetof(struct plan_request, zfs)},
    {"workloads", VALUE_WORD, offsetof(struct plan_request, workloads)},
    {"iterations", VALUE_WORD, offsetof(struct plan_request, iterations)},
    {"warm-up", VALUE_WORD, offsetof(struct plan_request, warm_up)},
    {"order", VALUE_WORD, offsetof(struct plan_request, order)},
    {"settle", VALUE_WORD, offsetof(struct plan_request, settle)},
    {"patience", VALUE_WORD, offsetof(struct plan_request, patience)},
    {"seed", VALUE_WORD, offsetof(struct plan_request, seed)},
    {"scale", VALUE_WORD, offsetof(struct plan_request, scale)},
    {"hosts", VALUE_WORD, offsetof(struct plan_request, hosts)},
    {"aa", VALUE_SWITCH, offsetof(struct plan_request, aa)},
    {"keep-identities", VALUE_SWITCH, offsetof(struct plan_request, keep_identities)},
};

/* Never in a file, where they could be carried from one machine to another. */
static const char *const command_line_only[] = {"destroy-data-on", "wipe-signatures"};

struct plan_reader {
    struct arena *arena;
    struct plan_file *file;
    struct plan_request *request;
    const struct plan_request given; /* by the command line */
    struct failure *failure;
    unsigned line;
};

static bool line_refuse(const struct plan_reader *reader, const char *what, struct text word)
{
    return failure_set(reader->failure, FAILURE_USAGE, "%s:%u: %s \"%.*s\"", reader->file->path,
                       reader->line, what, (int)word.size, word.data);
}

static const struct plan_key *key_find(struct text name)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (text_is(name, keys[i].name)) {
            return &keys[i];
        }
    }
    return NULL;
}

static void reader_take_list(struct plan_reader *reader, const struct plan_key *key,
                             const char *value)
{
    const struct word_list *given = (const void *)((const char *)&reader->given + key->offset);
    if (given->count == 0) {
        word_list_add(reader->arena, (void *)((char *)reader->request + key->offset), value);
    }
}

static bool reader_take_word(struct plan_reader *reader, const struct plan_key *key,
                             const char *value)
{
    const char *const *given = (const void *)((const char *)&reader->given + key->offset);
    const char **place = (void *)((char *)reader->request + key->offset);
    for (size_t i = 0; i < reader->file->line_count; i++) {
        if (strcmp(reader->file->lines[i].name, key->name) == 0) {
            return failure_set(reader->failure, FAILURE_USAGE,
                               "%s:%u: %s stands in line %u already", reader->file->path,
                               reader->line, key->name, reader->file->lines[i].line);
        }
    }
    if (key->kind == VALUE_SWITCH && strcmp(value, "yes") != 0 && strcmp(value, "no") != 0) {
        return line_refuse(reader, "must be yes or no, not", text_of(value));
    }
    if (*given == NULL && (key->kind == VALUE_WORD || strcmp(value, "yes") == 0)) {
        *place = value;
    }
    return true;
}

static bool reader_take_setting(struct plan_reader *reader, struct text name, struct text value)
{
    for (size_t i = 0; i < sizeof command_line_only / sizeof command_line_only[0]; i++) {
        if (text_is(name, command_line_only[i])) {
            return line_refuse(reader, "can be given on the command line only:", name);
        }
    }
    const struct plan_key *key = key_find(name);
    if (key == NULL) {
        return line_refuse(reader, "there is no setting", name);
    }
    if (value.size == 0) {
        return line_refuse(reader, "there is no value for", name);
    }
    const char *word = text_string(reader->arena, value);
    if (key->kind == VALUE_LIST) {
        reader_take_list(reader, key, word);
    } else if (!reader_take_word(reader, key, word)) {
        return false;
    }
    struct plan_file *file = reader->file;
    file->lines = arena_grow(reader->arena, file->lines, file->line_count, &file->line_capacity,
                             sizeof *file->lines);
    file->lines[file->line_count++] = (struct plan_line){key->name, word, reader->line};
    return true;
}

static bool reader_take_line(struct plan_reader *reader, struct text line, bool *inside)
{
    line = text_trim(line);
    if (line.size == 0 || line.data[0] == ';' || line.data[0] == '#') {
        return true;
    }
    if (line.data[0] == '[') {
        struct text name = text_trim(text_slice(line, 1, line.size - 1));
        *inside = line.data[line.size - 1] == ']' && text_is(name, section_name);
        return *inside || line_refuse(reader, "the only section is [collect], not", line);
    }
    struct text value = line, name;
    (void)text_next_piece(&value, '=', &name);
    if (value.data == NULL) {
        return line_refuse(reader, "must be NAME = VALUE, not", line);
    }
    return *inside ? reader_take_setting(reader, text_trim(name), text_trim(value))
                   : line_refuse(reader, "[collect] must stand before", line);
}

bool plan_file_read(struct arena *arena, const char *path, struct plan_request *request,
                    struct plan_file *file, struct failure *failure)
{
    struct text rest, line;
    *file = (struct plan_file){.path = path};
    struct plan_reader reader = {
        .arena = arena, .file = file, .request = request, .given = *request, .failure = failure};
    if (!text_file_read(arena, path, PLAN_FILE_MAX, &rest)) {
        return errno == EISDIR
                   ? failure_set(failure, FAILURE_USAGE,
                                 "%s is a folder, a plan is an INI file: name a folder to measure "
                                 "with --target FACTOR=LEVEL:%s, the archive with -o",
                                 path, path)
                   : failure_set(failure, FAILURE_USAGE, "plan %s: %s", path, strerror(errno));
    }
    if (!text_is_utf8(rest) || (rest.size > 0 && memchr(rest.data, '\0', rest.size) != NULL)) {
        return failure_set(failure, FAILURE_USAGE, "plan %s is not a text file in UTF-8", path);
    }
    bool inside = false;
    while (text_next_line(&rest, &line)) {
        reader.line++;
        if (!reader_take_line(&reader, line, &inside)) {
            return false;
        }
    }
    return true;
}

/* True when the message begins with this option. */
static bool message_is_about(struct text message, const char *name)
{
    struct text rest = text_slice(message, 2, message.size);
    size_t size = strlen(name);
    return text_starts_with(message, "--") && text_starts_with(rest, name) && size < rest.size &&
           strchr(" :", rest.data[size]) != NULL;
}

void plan_file_locate(const struct plan_file *file, struct failure *failure)
{
    struct text message = text_of(failure->message);
    const struct plan_line *found = NULL;
    for (size_t i = 0; failure->kind == FAILURE_USAGE && i < file->line_count; i++) {
        const struct plan_line *line = &file->lines[i];
        bool has_value = text_find(message, line->value, 0) < message.size;
        if (message_is_about(message, line->name) && (found == NULL || has_value)) {
            found = line;
        }
    }
    if (found != NULL) {
        struct failure located = {0};
        (void)failure_set(&located, FAILURE_USAGE, "%s:%u: %s", file->path, found->line,
                          failure->message + 2);
        *failure = located;
    }
}
