#include "collect/fact_source.h"

#include "collect/child_process.h"
#include "collect/json_line.h"
#include "collect/whole_file.h"

#include <errno.h>
#include <glob.h>
#include <string.h>
#include <sys/stat.h>

static const char subject_mark[] = "SUBJECT";

static const char *with_subject(struct arena *arena, const char *word, const char *subject)
{
    const char *mark = strstr(word, subject_mark);
    return mark == NULL || subject == NULL ? word
                                           : text_format(arena, "%.*s%s%s", (int)(mark - word),
                                                         word, subject, mark + strlen(subject_mark))
                                                 .data;
}

static void ask_command(struct arena *arena, const struct fact_source *source, const char *subject,
                        struct fact_reply *reply)
{
    const char *arguments[SOURCE_ARGUMENTS] = {NULL};
    for (size_t i = 0; i + 1 < SOURCE_ARGUMENTS && source->arguments[i] != NULL; i++) {
        arguments[i] = with_subject(arena, source->arguments[i], subject);
    }
    reply->from = command_written(arena, arguments).data;
    arguments[0] = program_find(arena, source->arguments[0]);
    struct command_result result;
    struct failure failure = {0};
    if (arguments[0] == NULL) {
        reply->trouble = text_format(arena, "%s is not installed", source->arguments[0]).data;
        return;
    }
    if (!command_run(arena, arguments, SOURCE_TIMEOUT_MS, &result, &failure)) {
        reply->trouble = text_format(arena, "%s", failure.message).data;
        return;
    }
    reply->is_there = !result.timed_out;
    reply->exit_status = result.exit_status;
    reply->raw = result.output;
    reply->errors = result.errors;
    if (result.timed_out) {
        reply->trouble = text_format(arena, "%s did not end within %d s", source->arguments[0],
                                     SOURCE_TIMEOUT_MS / 1000)
                             .data;
    } else if (result.exit_status != 0) {
        reply->trouble = text_format(arena, "%s ended with exit status %d", source->arguments[0],
                                     result.exit_status)
                             .data;
    }
}

static void ask_one_file(struct arena *arena, const char *path, bool is_one_of_many,
                         struct text_builder *raw, struct fact_reply *reply)
{
    struct text content;
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
        stream_file_read(arena, path, &content)) {
        reply->is_there = true;
        if (is_one_of_many) {
            text_add_format(raw, "%s: %.*s\n", path, (int)text_trim(content).size,
                            text_trim(content).data);
        } else {
            text_add(raw, content);
        }
    } else if (is_one_of_many) {
        text_add_format(raw, "%s: (cannot be read: %s)\n", path, strerror(errno));
    }
}

static void ask_files(struct arena *arena, const char *pattern, struct fact_reply *reply)
{
    struct text_builder raw = {.arena = arena};
    glob_t found = {0};
    reply->from = pattern;
    if (glob(pattern, GLOB_BRACE, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            ask_one_file(arena, found.gl_pathv[i], strpbrk(pattern, "*{") != NULL, &raw, reply);
        }
    }
    globfree(&found);
    reply->raw = text_built(&raw);
    if (!reply->is_there) {
        reply->trouble = text_format(arena, "%s cannot be read", pattern).data;
    }
}

struct fact_reply fact_source_ask(struct arena *arena, const struct identities *identities,
                                  const struct fact_source *source, const char *subject,
                                  bool is_of_drive)
{
    struct fact_reply reply = {.trouble = "", .exit_status = -1};
    if (source->files == NULL) {
        ask_command(arena, source, subject, &reply);
    } else {
        ask_files(arena, with_subject(arena, source->files, subject), &reply);
    }
    struct text (*clean)(struct arena *, const struct identities *, struct text) =
        is_of_drive ? identities_remove_of_drive : identities_remove;
    reply.raw = clean(arena, identities, reply.raw);
    reply.errors = clean(arena, identities, reply.errors);
    reply.from = text_string(arena, identities_remove(arena, identities, text_of(reply.from)));
    return reply;
}

bool fact_archive_keep(struct fact_archive *facts, const struct fact_source *source,
                       const char *subject, const char *tag,
                       struct text (*clean)(struct arena *arena, struct text raw),
                       struct fact_reply *reply, struct failure *failure)
{
    struct arena *arena = facts->archive->arena;
    *reply = fact_source_ask(arena, facts->identities, source, subject, facts->is_of_drive);
    if (clean != NULL) {
        reply->raw = clean(arena, reply->raw);
    }
    const char *name = text_format(arena, "%s%s%s.txt", source->name, tag == NULL ? "" : "-",
                                   tag == NULL ? "" : file_name_of(arena, text_of(tag)))
                           .data;
    struct text_builder line = {.arena = arena};
    json_line_text(&line, "file", text_of(reply->is_there ? name : ""));
    json_line_text(&line, "source", text_clean(arena, text_of(reply->from)));
    json_line_integer(&line, "exit_status", reply->exit_status);
    json_line_text(&line, "errors",
                   text_clean(arena, text_slice(text_trim(reply->errors), 0, 4000)));
    json_line_text(&line, "missing", text_of(reply->is_there ? "" : reply->trouble));
    text_add(&facts->index, json_line_end(&line));
    return !reply->is_there ||
           archive_write_one_of_many(facts->archive,
                                     text_format(arena, "%s/%s", facts->folder, name).data,
                                     reply->raw, failure);
}

bool fact_archive_end(struct fact_archive *facts, struct failure *failure)
{
    const char *path = text_format(facts->archive->arena, "%s/sources.jsonl", facts->folder).data;
    return archive_write(facts->archive, path, text_built(&facts->index), failure);
}
