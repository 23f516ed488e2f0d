#include "ingest/file_name.h"
#include "ingest/naming_run.h"
#include "ingest/text_index.h"

/* What is left of row and column label. */
static struct text own_label(struct arena *arena, const struct named_run *run)
{
    return text_trim(text_format(arena, "%.*s %.*s", (int)run->row_label.size, run->row_label.data,
                                 (int)run->column_label.size, run->column_label.data));
}

static bool has_word(struct text text, struct text word)
{
    struct text piece;
    while (text_next_piece(&text, ' ', &piece))
        if (text_equal(piece, word))
            return true;
    return false;
}

/* The words of a run's headings that not all headings have. */
static void add_telling_words(struct text_builder *label, const struct text_index *headings,
                              struct text heading)
{
    struct text word;
    while (text_next_piece(&heading, ' ', &word)) {
        bool everywhere = true;
        for (size_t k = 0; k < headings->capacity && everywhere; k++)
            everywhere =
                headings->entries[k].key.data == NULL || has_word(headings->entries[k].key, word);
        if (everywhere || word.size == 0)
            continue;
        if (label->size > 0)
            text_add_string(label, " ");
        text_add(label, word);
    }
}

/* "raidz2 run 2" -> "raidz2": a heading that numbers runs tells no settings apart. */
static struct text without_run_number(struct arena *arena, struct text heading)
{
    struct text_builder kept = {.arena = arena};
    struct text word, next;
    heading = factor_words_tidy(arena, heading);
    while (text_next_piece(&heading, ' ', &word)) {
        unsigned number;
        struct text after = heading;
        if (text_next_piece(&after, ' ', &next) &&
            file_name_numbers_iteration(text_format(arena, "%.*s %.*s", (int)word.size, word.data,
                                                    (int)next.size, next.data),
                                        &number)) {
            heading = after;
            continue;
        }
        if (file_name_numbers_iteration(word, &number))
            continue;
        text_add_string(&kept, kept.size > 0 ? " " : "");
        text_add(&kept, word);
    }
    return text_built(&kept);
}

/* All that tells a run from others of its file but its headings. */
static struct text identity(struct arena *arena, const struct named_run *run)
{
    struct text_builder key = {.arena = arena};
    for (size_t i = 0; i < run->settings.count; i++) {
        text_add(&key, run->settings.items[i].name);
        text_add_string(&key, "=");
        text_add(&key, run->settings.items[i].value);
        text_add_string(&key, "\x1f");
    }
    text_add(&key, run->workload);
    for (size_t i = 0; i < run->found->option_count; i++) {
        text_add_string(&key, "\x1f");
        text_add(&key, run->found->options[i].value);
    }
    return text_built(&key);
}

/* Labels the runs from `first` to `end` (exclusive), which are those of one file, by the headings
   of its page, when without them runs of two headings were the same. */
static void label_by_page(struct naming *naming, size_t first, size_t end)
{
    struct arena *scratch = arena_create();
    struct text_index headings = {.arena = scratch}, runs = {.arena = scratch};
    struct text *own = arena_take_array(scratch, end - first, sizeof *own);
    bool needed = false;
    for (size_t i = first; i < end; i++) {
        const struct named_run *run = &naming->runs[i];
        if (!run->found->headings_of_page)
            continue;
        own[i - first] = without_run_number(scratch, run->headings);
        struct text key = own[i - first].size > 0 ? own[i - first] : text_of(" ");
        bool added;
        size_t *number = text_index_at(&headings, key, &added);
        if (added)
            *number = headings.count;
        size_t this_one = *number, *of_run = text_index_at(&runs, identity(scratch, run), &added);
        if (added)
            *of_run = this_one;
        needed = needed || *of_run != this_one;
    }
    for (size_t i = first; i < end && needed; i++) {
        struct text_builder label = {.arena = scratch};
        if (naming->runs[i].found->headings_of_page)
            add_telling_words(&label, &headings, own[i - first]);
        if (label.size > 0)
            found_settings_add(&naming->runs[i].settings, text_of("label"), text_built(&label));
    }
    arena_free(scratch);
}

static void label_by_pages(struct naming *naming)
{
    for (size_t first = 0, end; first < naming->run_count; first = end) {
        bool any = false;
        for (end = first;
             end < naming->run_count && naming->runs[end].file == naming->runs[first].file; end++)
            any = any || naming->runs[end].found->headings_of_page;
        if (any)
            label_by_page(naming, first, end);
    }
}

/* Adds words to the run's label. */
static void label_further(struct named_run *run, struct text words)
{
    for (size_t i = 0; i < run->settings.count; i++)
        if (text_is(run->settings.items[i].name, "label")) {
            run->settings.items[i].value = text_format(
                run->settings.arena, "%.*s %.*s", (int)run->settings.items[i].value.size,
                run->settings.items[i].value.data, (int)words.size, words.data);
            return;
        }
    found_settings_add(&run->settings, text_of("label"), words);
}

/* What tells runs apart that are the same in all else. */
struct telling {
    struct text (*words)(struct arena *arena, const struct named_run *run);
    bool by_file; /* runs of two files are never apart by it */
};

/* "seq write MB/s" in one table, "rand write MB/s" in the next. */
static struct text words_of_column(struct arena *arena, const struct named_run *run)
{
    (void)arena;
    return run->found->tool.size == 0 ? run->found->column_words : (struct text){NULL, 0};
}

/* "--directory=/mnt/ssd" */
static struct text words_of_command(struct arena *arena, const struct named_run *run)
{
    (void)arena;
    return run->found->tool.size > 0 ? run->found->column_words : (struct text){NULL, 0};
}

/* "sync=standard, with SLOG" above one table, "sync=standard" above the other. */
static struct text words_of_headings(struct arena *arena, const struct named_run *run)
{
    (void)arena;
    return run->found->headings_of_page ? (struct text){NULL, 0} : run->headings;
}

/* "With the SLOG:" above one table, "Without the SLOG:" above the next. */
static struct text words_of_passage(struct arena *arena, const struct named_run *run)
{
    return run->found->passage.size > 0 ? without_run_number(arena, run->found->passage)
                                        : run->found->passage;
}

/* The runs that nothing else tells apart. */
static struct text group_of(struct arena *arena, const struct named_run *run, bool by_file)
{
    struct text key = identity(arena, run), path = run->file->from->reading->path;
    return by_file ? text_format(arena, "%.*s\x1f%.*s", (int)path.size, path.data, (int)key.size,
                                 key.data)
                   : key;
}

/* The number that is stated of the run: two that are numbered otherwise are two runs of a test. */
static unsigned stated_number(const struct named_run *run)
{
    return run->iteration > 0 ? run->iteration : run->found->iteration;
}

/* Labels runs that are the same but for these words, with those of the words that not all have. */
static void label_apart(struct naming *naming, const struct telling *telling)
{
    struct arena *scratch = arena_create();
    struct text_index groups = {.arena = scratch}, seen = {.arena = scratch},
                      all = {.arena = scratch};
    struct text *words = arena_take_array(scratch, naming->run_count + 1, sizeof *words);
    size_t *group = arena_take_array(scratch, naming->run_count + 1, sizeof *group);
    bool *differ = arena_take_array(scratch, naming->run_count + 1, sizeof *differ), any = false;
    for (size_t i = 0; i < naming->run_count; i++) {
        words[i] = telling->words(scratch, &naming->runs[i]);
        any = any || words[i].size > 0;
        if (words[i].size > 0)
            (void)text_index_at(&all, words[i], NULL);
    }
    for (size_t i = 0; i < naming->run_count && any; i++) {
        const struct named_run *run = &naming->runs[i];
        bool added;
        struct text key = group_of(scratch, run, telling->by_file);
        size_t *place = text_index_at(&groups, key, &added);
        if (added)
            *place = i;
        group[i] = *place;
        key = text_format(scratch, "%.*s\x1f%u", (int)key.size, key.data, stated_number(run));
        place = run->has_values ? text_index_at(&seen, key, &added) : NULL;
        if (place != NULL && added)
            *place = i;
        else if (place != NULL && !text_equal(words[*place], words[i]))
            differ[group[i]] = true;
    }
    for (size_t i = 0; i < naming->run_count && any; i++) {
        struct text_builder label = {.arena = scratch};
        if (words[i].size == 0 || !differ[group[i]])
            continue;
        add_telling_words(&label, &all, words[i]);
        label_further(&naming->runs[i], label.size > 0 ? text_built(&label) : words[i]);
    }
    arena_free(scratch);
}

void naming_add_labels(struct naming *naming)
{
    struct arena *scratch = arena_create();
    struct text_index headings = {.arena = scratch}, labels = {.arena = scratch};
    for (size_t i = 0; i < naming->run_count; i++) {
        const struct named_run *run = &naming->runs[i];
        if (run->found->workload_is_final)
            continue;
        struct text own = own_label(scratch, run);
        if (run->headings.size > 0 && !run->found->headings_of_page)
            (void)text_index_at(&headings, run->headings, NULL);
        (void)text_index_at(&labels, own.size > 0 ? own : text_of(" "), NULL);
    }
    for (size_t i = 0; i < naming->run_count; i++) {
        struct named_run *run = &naming->runs[i];
        struct text_builder label = {.arena = scratch};
        if (run->found->workload_is_final)
            continue;
        if (headings.count > 1 && !run->found->headings_of_page)
            add_telling_words(&label, &headings, run->headings);
        struct text own = own_label(scratch, run);
        if (labels.count > 1 && own.size > 0)
            text_add_format(&label, "%s%.*s", label.size > 0 ? " " : "", (int)own.size, own.data);
        if (label.size > 0)
            found_settings_add(&run->settings, text_of("label"), text_built(&label));
    }
    arena_free(scratch);
    label_by_pages(naming);
    static const struct telling telling[] = {{words_of_column, false},
                                             {words_of_command, false},
                                             {words_of_headings, true},
                                             {words_of_passage, true}};
    for (size_t i = 0; i < sizeof telling / sizeof *telling; i++)
        label_apart(naming, &telling[i]);
}
