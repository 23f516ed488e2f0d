#include "render/conditions.h"

#include "analyze/wording.h"
#include "render/line.h"

#include <stdint.h>
#include <stdlib.h>

struct text conditions_runs(struct arena *arena, const struct analysis *analysis)
{
    size_t least = 0, most = 0;
    for (size_t i = 0; i < analysis->cell_count; i++) {
        size_t n = analysis->cells[i].n;
        least = i == 0 || n < least ? n : least;
        most = n > most ? n : most;
    }
    if (most == 0)
        return (struct text){NULL, 0};
    if (most == 1)
        return text_of("one run each: no idea how far it would move on a repeat");
    if (least == most)
        return text_format(arena, "%zu runs of each setting", most);
    return text_format(arena, "%zu to %zu runs of each setting", least, most);
}

static int compare_pointers(const void *a, const void *b)
{
    uintptr_t p = (uintptr_t) * (const void *const *)a, q = (uintptr_t) * (const void *const *)b;
    return (p > q) - (p < q);
}

size_t conditions_run_count(struct arena *arena, const struct analysis *analysis)
{
    size_t all = 0, used = 0;
    bool only_logs = true;
    for (size_t i = 0; i < analysis->cell_count; i++) {
        all += analysis->cells[i].n;
        only_logs = only_logs && metric_is_of_log(analysis->cells[i].metric);
    }
    const void **runs = arena_take_array(arena, all + 1, sizeof *runs);
    for (size_t i = 0; i < analysis->cell_count; i++)
        for (size_t k = 0; k < analysis->cells[i].n; k++)
            if (only_logs || !metric_is_of_log(analysis->cells[i].metric))
                runs[used++] = analysis->cells[i].observations[k]->run;
    qsort(runs, used, sizeof *runs, compare_pointers);
    size_t count = 0;
    for (size_t i = 0; i < used; i++)
        count += i == 0 || runs[i] != runs[i - 1];
    return count;
}

static bool warns(const struct analysis *analysis, enum warning_code code)
{
    for (size_t i = 0; i < analysis->warning_count; i++)
        if (analysis->warnings[i].code == code)
            return true;
    return false;
}

struct text conditions_order(const struct analysis *analysis)
{
    size_t compared = 0, paired = 0;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        compared += analysis->comparisons[i].state != STATE_NOT_COMPARABLE;
        paired += analysis->comparisons[i].paired;
    }
    if (compared == 0)
        return (struct text){NULL, 0};
    if (paired >= compared)
        return text_of("interleaved, compared block by block");
    if (warns(analysis, WARNING_NOT_INTERLEAVED))
        return text_of("not interleaved");
    if (warns(analysis, WARNING_ORDER_UNKNOWN))
        return text_of("order of running unknown");
    return (struct text){NULL, 0};
}

/* A run of this tool says which version it was (fio's logs do not). */
static bool names_version(const struct results *results, struct text tool)
{
    for (size_t i = 0; i < results->run_count; i++)
        if (results->runs[i]->tool_version.size > 0 && text_equal(results->runs[i]->tool, tool))
            return true;
    return false;
}

struct text conditions_tool(struct arena *arena, const struct results *results)
{
    enum { SHOWN = 3 };
    struct text seen[SHOWN];
    size_t count = 0;
    struct text_builder out = {.arena = arena};
    for (size_t i = 0; i < results->run_count && count < SHOWN; i++) {
        const struct run *run = results->runs[i];
        if (run->tool_version.size == 0 && names_version(results, run->tool))
            continue;
        struct text tool =
            text_format(arena, "%.*s\xc2\xa0%.*s", (int)run->tool.size, run->tool.data,
                        (int)run->tool_version.size, run->tool_version.data);
        tool = line_clean(arena, tool);
        bool known = tool.size == 0;
        for (size_t k = 0; k < count; k++)
            known = known || text_equal(seen[k], tool);
        if (known)
            continue;
        if (count > 0)
            text_add_string(&out, ", ");
        text_add(&out, tool);
        seen[count++] = tool;
    }
    return text_built(&out);
}

bool conditions_on_files(const struct results *results)
{
    for (size_t i = 0; i < results->fact_count; i++)
        if (text_is(results->facts[i].name, "where") &&
            text_starts_with(results->facts[i].value, "file"))
            return true;
    return false;
}

struct text conditions_file_sentence(void)
{
    return text_of("The pools lay on sparse files: this is a finding about the software on this "
                   "machine and says nothing about a drive's sectors.");
}

/* The last part of a path; of an archive of our own the archive's, not that of its manifest. */
static struct text base_name(struct text path)
{
    if (text_ends_with(path, "/manifest.jsonl"))
        path.size -= sizeof "/manifest.jsonl" - 1;
    while (path.size > 1 && path.data[path.size - 1] == '/')
        path.size--;
    size_t start = path.size;
    while (start > 0 && path.data[start - 1] != '/')
        start--;
    return text_slice(path, start, path.size);
}

/* The folder that all paths share, or empty. */
static struct text shared_folder(const struct results *results)
{
    struct text shared = {NULL, 0};
    for (size_t i = 0; i < results->file_count; i++) {
        struct text path = results->files[i].path;
        if (results->files[i].refusal.size > 0)
            continue;
        if (shared.data == NULL)
            shared = path;
        size_t same = 0, folder = 0; /* `folder` ends a folder's name that both share */
        while (same < shared.size && same < path.size && shared.data[same] == path.data[same]) {
            same++;
            bool ends = same < path.size && path.data[same] == '/';
            if (ends && (same == shared.size || shared.data[same] == '/'))
                folder = same;
        }
        shared = text_slice(shared, 0, folder);
    }
    return shared;
}

struct text conditions_source(struct arena *arena, const struct analysis *analysis)
{
    const struct results *results = analysis->results;
    size_t used = 0;
    struct text only = {NULL, 0};
    for (size_t i = 0; i < results->file_count; i++) {
        if (results->files[i].refusal.size > 0 || results->files[i].observations == 0)
            continue;
        used++;
        only = base_name(results->files[i].path);
    }
    struct text name = line_clean(arena, used == 1 ? only : base_name(shared_folder(results)));
    if (used == 0)
        return (struct text){NULL, 0};
    if (used == 1)
        return text_format(arena, "Source: %.*s", (int)name.size, name.data);
    if (name.size == 0)
        return text_format(arena, "Source: %zu files", used);
    return text_format(arena, "Source: %zu files in %.*s", used, (int)name.size, name.data);
}

struct text conditions_levels(struct arena *arena, const struct analysis *analysis)
{
    enum { SHOWN = 6 };
    struct text_builder out = {.arena = arena};
    if (analysis->levels.count == 0 ||
        text_equal(wording_level(arena, analysis->factor, analysis->levels.items[0]),
                   analysis->levels.items[0]))
        return (struct text){NULL, 0};
    for (size_t i = 0; i < analysis->levels.count && i < SHOWN; i++) {
        text_add_string(&out, i == 0 ? "" : ", ");
        text_add(&out, i == 0 ? wording_level(arena, analysis->factor, analysis->levels.items[0])
                              : analysis->levels.items[i]);
    }
    if (analysis->levels.count > SHOWN)
        text_add_string(&out, " ...");
    return line_clean(arena, text_built(&out));
}
