#include "ingest/file_name.h"
#include "ingest/naming_run.h"
#include "ingest/text_index.h"

#include <stdio.h>

static bool takes_part(const struct named_run *run)
{
    return !run->file->from->archive && !run->found->workload_is_final;
}

/* Folder levels that all paths share at their start. */
static size_t shared_levels(const struct naming *naming)
{
    const struct text *first = NULL;
    size_t shared = 0;
    for (size_t i = 0; i < naming->run_count; i++) {
        if (!takes_part(&naming->runs[i]))
            continue;
        const struct text *folder = &naming->runs[i].file->folder;
        if (first == NULL) {
            struct text rest = *folder, piece;
            for (first = folder; text_next_piece(&rest, '/', &piece);)
                shared++;
            continue;
        }
        for (size_t level = 0; level < shared; level++)
            if (!text_equal(file_name_component(*first, level),
                            file_name_component(*folder, level)))
                shared = level;
    }
    return shared;
}

static size_t deepest_level(const struct naming *naming)
{
    size_t deepest = 0;
    for (size_t i = 0; i < naming->run_count; i++) {
        struct text rest = naming->runs[i].file->folder, piece;
        size_t levels = 0;
        while (takes_part(&naming->runs[i]) && text_next_piece(&rest, '/', &piece))
            levels++;
        deepest = levels > deepest ? levels : deepest;
    }
    return deepest;
}

/* The component without factors and without the number of an iteration; "." and ".." name nothing.
 */
static struct text level_name(struct naming *naming, const struct named_run *run, size_t level)
{
    unsigned number;
    struct text component = file_name_component(run->file->folder, level);
    struct found_settings ignored = {.arena = naming->arena};
    if (file_name_numbers_iteration(component, &number) || text_is(component, ".") ||
        text_is(component, ".."))
        return (struct text){NULL, 0};
    struct text rest = factor_words_take(&ignored, component);
    return ignored.count > 0 ? factor_words_tidy(naming->arena, rest) : component;
}

static struct text written_settings(struct arena *arena, const struct named_run *run)
{
    struct text_builder builder = {.arena = arena};
    for (size_t i = 0; i < run->settings.count; i++) {
        text_add(&builder, run->settings.items[i].name);
        text_add_string(&builder, "=");
        text_add(&builder, run->settings.items[i].value);
        text_add_string(&builder, "\x1f");
    }
    return text_built(&builder);
}

/* True when every name of the level holds one configuration and configurations differ: the folders
   only repeat what is stated already. */
static bool explained(struct naming *naming, size_t level)
{
    struct arena *scratch = arena_create();
    struct text_index by_name = {.arena = scratch}, configurations = {.arena = scratch};
    bool one_each = true;
    for (size_t i = 0; i < naming->run_count && one_each; i++) {
        const struct named_run *run = &naming->runs[i];
        if (!takes_part(run))
            continue;
        bool added;
        size_t *configuration =
            text_index_at(&configurations, written_settings(scratch, run), &added);
        if (added)
            *configuration = configurations.count;
        size_t this_one = *configuration;
        size_t *of_name = text_index_at(&by_name, level_name(naming, run, level), &added);
        if (added)
            *of_name = this_one;
        one_each = *of_name == this_one;
    }
    bool varied = configurations.count > 1;
    arena_free(scratch);
    return one_each && varied;
}

static bool varies(struct naming *naming, size_t level)
{
    const struct named_run *first = NULL;
    for (size_t i = 0; i < naming->run_count; i++) {
        if (!takes_part(&naming->runs[i]))
            continue;
        if (first == NULL)
            first = &naming->runs[i];
        else if (!text_equal(level_name(naming, first, level),
                             level_name(naming, &naming->runs[i], level)))
            return true;
    }
    return false;
}

void naming_add_directories(struct naming *naming)
{
    size_t deepest = deepest_level(naming);
    unsigned added = 0;
    for (size_t level = shared_levels(naming); level < deepest; level++) {
        if (!varies(naming, level) || explained(naming, level))
            continue;
        char name[32] = "directory";
        added++;
        if (added > 1)
            (void)snprintf(name, sizeof name, "directory%u", added);
        for (size_t i = 0; i < naming->run_count; i++) {
            struct text level_text = level_name(naming, &naming->runs[i], level);
            if (takes_part(&naming->runs[i]) && level_text.size > 0)
                found_settings_add(&naming->runs[i].settings, text_of(name), level_text);
        }
    }
}
