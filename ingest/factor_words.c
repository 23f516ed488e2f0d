#include "ingest/factor_words.h"

#include "model/configuration.h"

#include <string.h>

void found_settings_add(struct found_settings *found, struct text name, struct text value)
{
    for (size_t i = 0; i < found->count; i++)
        if (text_equal(found->items[i].name, name))
            return;
    found->items = arena_grow(found->arena, found->items, found->count, &found->capacity,
                              sizeof *found->items);
    found->items[found->count++] =
        (struct setting){text_copy(found->arena, name), text_copy(found->arena, value)};
}

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (unsigned char)c >= 0x80;
}

/* A stretch of a text that states a factor. */
struct stretch {
    size_t start, end;
    struct text name, value;
};

/* Ends behind the level at `i`: digits with a size suffix ("12", "16k", "128KiB", "1.5m"). */
static size_t sized_level_end(struct text text, size_t i)
{
    size_t end = i;
    while (end < text.size &&
           (text_is_digit(text.data[end]) || (text.data[end] == '.' && end + 1 < text.size &&
                                              end > i && text_is_digit(text.data[end + 1]))))
        end++;
    size_t letters = end;
    while (letters < text.size && is_word_byte(text.data[letters]) &&
           !text_is_digit(text.data[letters]))
        letters++;
    static const char *const suffixes[] = {"k", "kb", "kib", "m", "mb", "mib", "g", "b"};
    struct text suffix = text_slice(text, end, letters);
    for (size_t s = 0; s < sizeof suffixes / sizeof *suffixes; s++)
        if (text_is_ignoring_case(suffix, suffixes[s]))
            return letters;
    return letters == end ? end : i; /* "12abc" is no level */
}

/* A word, with the number of "gzip-9". */
static size_t word_level_end(struct text text, size_t i)
{
    size_t end = i;
    while (end < text.size && is_word_byte(text.data[end]))
        end++;
    if (end + 1 < text.size && text.data[end] == '-' && text_is_digit(text.data[end + 1]) &&
        (end + 2 == text.size || !is_word_byte(text.data[end + 2])))
        end += 2;
    return end;
}

/* Passes the mark between a name and its level at `*i`: "=", ":" with blanks about them, or one of
   "_", "-" and a blank. '\0' when there is none. */
static char mark_behind(struct text text, size_t *i)
{
    size_t at = *i;
    while (at < text.size && text.data[at] == ' ')
        at++;
    if (at < text.size && (text.data[at] == '=' || text.data[at] == ':')) {
        char mark = text.data[at++];
        while (at < text.size && text.data[at] == ' ')
            at++;
        *i = at;
        return mark;
    }
    return *i < text.size && strchr("_- ", text.data[*i]) != NULL ? text.data[(*i)++] : '\0';
}

/* A word that levels of known factors are: "sync: always" states one, "sync: it was slow" does not.
 */
static bool is_level_word(struct text text, size_t i)
{
    static const char *const words[] = {
        "all",       "always",       "disabled",   "gzip",      "latency",     "lz4",
        "lzjb",      "metadata",     "none",       "off",       "on",          "sha256",
        "standard",  "zle",          "zstd",       "writeback", "unsafe",      "mirror",
        "stripe",    "raidz",        "throughput", "bfq",       "mq-deadline", "kyber",
        "fletcher4", "writethrough", "directsync"};
    struct text word = text_slice(text, i, word_level_end(text, i));
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (text_is_ignoring_case(word, words[k]))
            return true;
    return false;
}

/* Factors whose levels are numbers: "recordsize 16k" states one, "sync 4k write" does not. */
static bool has_numbers(const char *name)
{
    static const char *const names[] = {"ashift",      "lba_format", "recordsize",
                                        "sector_size", "sector",     "volblocksize"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* The known factor `name` with its level at or after `from`; false when there is none. */
static bool find_known(struct text text, const char *name, size_t from, struct stretch *found)
{
    size_t size = strlen(name);
    for (size_t at = from; (at = text_find_ignoring_case(text, name, at)) < text.size; at += size) {
        if (at > 0 && is_word_byte(text.data[at - 1]))
            continue;
        size_t i = at + size;
        char mark = mark_behind(text, &i);
        if (i >= text.size)
            continue;
        size_t end = i;
        if (text_is_digit(text.data[i]) && (mark == '=' || has_numbers(name)))
            end = sized_level_end(text, i);
        else if (mark == '=' || (mark == ':' && is_level_word(text, i)))
            end = word_level_end(text, i);
        if (end == i)
            continue;
        *found = (struct stretch){at, end, text_of(name), text_slice(text, i, end)};
        return true;
    }
    return false;
}

static struct text without(struct arena *arena, struct text text, size_t start, size_t end)
{
    return text_format(arena, "%.*s %.*s", (int)start, text.data, (int)(text.size - end),
                       text.data + end);
}

static bool stated_twice(struct text text, const char *name, const struct stretch *first)
{
    struct stretch other;
    for (size_t from = first->end; find_known(text, name, from, &other); from = other.end)
        if (!text_equal(other.value, first->value))
            return true;
    return false;
}

/* Settings that people write as words, without "=": the setting and the levels it can have. */
static const struct {
    const char *name;
    const char *const levels[8];
} spoken[] = {
    {"qemu cache",
     {"none", "nocache", "no cache", "writeback", "writethrough", "directsync", "unsafe", NULL}}};

static bool ends_word(struct text text, size_t at)
{
    return at >= text.size || !is_word_byte(text.data[at]);
}

/* "qemu cache writeback" */
static struct text take_spoken(struct found_settings *found, struct text text)
{
    for (size_t k = 0; k < sizeof spoken / sizeof *spoken; k++) {
        size_t start = text_find_ignoring_case(text, spoken[k].name, 0);
        size_t level = start + strlen(spoken[k].name) + 1;
        if (level >= text.size || text.data[level - 1] != ' ' ||
            (start > 0 && is_word_byte(text.data[start - 1])))
            continue;
        struct text rest = text_slice(text, level, text.size);
        for (size_t i = 0; spoken[k].levels[i] != NULL; i++) {
            size_t size = strlen(spoken[k].levels[i]);
            if (!text_starts_with_ignoring_case(rest, spoken[k].levels[i]) ||
                !ends_word(rest, size))
                continue;
            found_settings_add(found, text_of(spoken[k].name), text_slice(rest, 0, size));
            return without(found->arena, text, start, level + size);
        }
    }
    return text;
}

/* "Before changing to ashift=12", "vor der Umstellung auf ashift=12": what is not set yet. */
static bool states_what_comes(struct text text)
{
    static const char *const before[] = {"before ", "prior to ", "vor ", "bevor "};
    static const char *const change[] = {"chang",   "switch",  "mov",      "set to",  "setting",
                                         "migrat",  "convert", "upgrad",   "recreat", "umstell",
                                         "wechsel", "umzug",   "going to", "enabl"};
    bool early = false, changes = false;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        size_t at = text_find_ignoring_case(text, before[i], 0);
        early = early || (at < text.size && (at == 0 || !is_word_byte(text.data[at - 1])));
    }
    for (size_t i = 0; i < sizeof change / sizeof *change && early; i++)
        changes = changes || text_find_ignoring_case(text, change[i], 0) < text.size;
    return changes;
}

struct text factor_words_take(struct found_settings *found, struct text text)
{
    if (states_what_comes(text))
        return text;
    text = take_spoken(found, text);
    for (size_t k = 0; known_factors[k] != NULL; k++) {
        struct stretch stretch;
        if (!find_known(text, known_factors[k], 0, &stretch) ||
            stated_twice(text, known_factors[k], &stretch))
            continue;
        found_settings_add(found, stretch.name, stretch.value);
        text = without(found->arena, text, stretch.start, stretch.end);
        while (find_known(text, known_factors[k], 0, &stretch))
            text = without(found->arena, text, stretch.start, stretch.end);
    }
    return text;
}

/* What fio prints of a run: "issued rwts: total=0,25600,0,0 short=0,0,0,0", "min=12, max=340". */
static bool is_fio_figure(struct text name)
{
    static const char *const figures[] = {
        "total",     "short",     "dropped",      "min",     "max",      "avg",  "stdev",
        "samples",   "per",       "aggrb",        "minb",    "maxb",     "mint", "maxt",
        "runt",      "run",       "usr",          "sys",     "ctx",      "majf", "minf",
        "err",       "pid",       "groupid",      "BW",      "bw",       "IOPS", "iops",
        "ios",       "merge",     "sectors",      "ticks",   "in_queue", "util", "aggrios",
        "aggrmerge", "aggrticks", "aggrin_queue", "aggrutil"};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (text_is(name, figures[i]))
            return true;
    return false;
}

static bool is_fio_option(struct text name)
{
    static const char *const options[] = {
        "rw",        "bs",        "size",  "ioengine",   "iodepth",   "numjobs",
        "runtime",   "direct",    "name",  "filename",   "filesize",  "blocksize",
        "readwrite", "end_fsync", "fsync", "time_based", "directory", "rwmixread"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (text_is(name, options[i]))
            return true;
    return false;
}

/* The next name=value at or after `from`. */
static bool find_pair(struct text text, size_t from, struct stretch *found)
{
    for (size_t at = from; (at = text_find(text, "=", at)) < text.size;) {
        size_t start = at, end = at + 1;
        while (start > 0 && (is_word_byte(text.data[start - 1]) || text.data[start - 1] == '_'))
            start--;
        while (end < text.size && strchr(" ,;|)(\t\"'", text.data[end]) == NULL)
            end++;
        struct text name = text_slice(text, start, at), value = text_slice(text, at + 1, end);
        bool option = start > 0 && text.data[start - 1] == '-';
        if (name.size > 0 && value.size > 0 && !option && !is_fio_option(name) &&
            !is_fio_figure(name) && !text_is_digit(name.data[0])) {
            *found = (struct stretch){start, end, name, value};
            return true;
        }
        at = end > at + 1 ? end : at + 1;
    }
    return false;
}

static bool has_other_value(struct text text, const struct stretch *first)
{
    struct stretch other;
    for (size_t from = 0; find_pair(text, from, &other); from = other.end)
        if (text_equal(other.name, first->name) && !text_equal(other.value, first->value))
            return true;
    return false;
}

struct text factor_pairs_take(struct found_settings *found, struct text text)
{
    struct stretch pair;
    if (states_what_comes(text))
        return text;
    for (size_t from = 0; find_pair(text, from, &pair);) {
        from = pair.end;
        if (has_other_value(text, &pair))
            continue;
        found_settings_add(found, pair.name, pair.value);
        text = without(found->arena, text, pair.start, pair.end);
        from = pair.start;
    }
    return text;
}

bool factor_words_state(struct text text)
{
    for (size_t k = 0; known_factors[k] != NULL; k++) {
        struct stretch stretch;
        struct text name = text_of(known_factors[k]);
        if (is_fio_option(name) || !find_known(text, known_factors[k], 0, &stretch) ||
            stated_twice(text, known_factors[k], &stretch))
            continue;
        if (!text_is(name, "sync") || !text_is_digit(stretch.value.data[0]))
            return true; /* sync=1 is an option of fio */
    }
    return false;
}

bool factor_words_share(struct text a, struct text b)
{
    struct stretch ignored;
    for (size_t k = 0; known_factors[k] != NULL; k++)
        if (find_known(a, known_factors[k], 0, &ignored) &&
            find_known(b, known_factors[k], 0, &ignored))
            return true;
    return false;
}

struct text factor_words_remove(struct arena *arena, struct text text,
                                const struct found_settings *named)
{
    struct stretch stretch;
    for (size_t k = 0; known_factors[k] != NULL; k++)
        for (size_t i = 0; i < named->count; i++)
            while (text_is(named->items[i].name, known_factors[k]) &&
                   find_known(text, known_factors[k], 0, &stretch))
                text = without(arena, text, stretch.start, stretch.end);
    for (size_t from = 0; find_pair(text, from, &stretch);) {
        from = stretch.end;
        for (size_t i = 0; i < named->count; i++) {
            if (!text_equal(named->items[i].name, stretch.name))
                continue;
            text = without(arena, text, stretch.start, stretch.end);
            from = stretch.start;
            break;
        }
    }
    return text;
}

struct text factor_words_tidy(struct arena *arena, struct text text)
{
    struct text_builder builder = {.arena = arena};
    static const char separators[] = " \t-_.,;:|()[]";
    bool pending = false;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        bool next_separates = i + 1 == text.size || strchr(separators, text.data[i + 1]) != NULL;
        if (strchr(" \t|", c) != NULL ||
            (strchr(separators, c) != NULL && (builder.size == 0 || pending || next_separates))) {
            pending = pending || builder.size > 0;
            continue;
        }
        if (pending)
            text_add_string(&builder, " ");
        pending = false;
        text_add(&builder, text_slice(text, i, i + 1));
    }
    return text_built(&builder);
}
