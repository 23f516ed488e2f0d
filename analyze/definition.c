/* Is it the same load on both sides? Compared are the options of fio that shape it; names, paths,
   descriptions, output and log options, seeds and priorities never count. Names and defaults: fio's
   HOWTO, "Job parameters". */

#include "analyze/definition.h"

#include "model/number.h"

#include <string.h>

struct shaping {
    const char *name;          /* ending in '*': every option that starts so */
    const char *default_value; /* NULL: none, or it depends on the machine */
};

/* Exact names come before the patterns that would cover them. */
static const struct shaping shaping[] = {
    {"rw", NULL},
    {"rwmixread", "50"},
    {"rwmixwrite", "50"},
    {"rwmix*", NULL},
    {"bs", "4096"},
    {"bs_unaligned", "0"},
    {"bs*", NULL},
    {"ba", NULL},
    {"size", NULL},
    {"filesize", NULL},
    {"nrfiles", "1"},
    {"io_size", NULL},
    {"numjobs", "1"},
    {"iodepth", "1"},
    {"iodepth_batch", "1"},
    {"iodepth_batch_complete_min", "1"},
    {"iodepth*", NULL},
    {"ioengine", "psync"},
    {"direct", "0"},
    {"buffered", "1"},
    {"sync", "0"},
    {"fsync", "0"},
    {"fdatasync", "0"},
    {"end_fsync", "0"},
    {"fsync_on_close", "0"},
    {"time_based", "0"},
    {"runtime", "0"},
    {"ramp_time", "0"},
    {"rate", "0"},
    {"rate*", NULL},
    {"thinktime", "0"},
    {"thinktime*", NULL},
    {"random_distribution", "random"},
    {"norandommap", "0"},
    {"offset", "0"},
    {"offset_increment", "0"},
    {"offset*", NULL},
    {"buffer_compress_percentage", "0"},
    {"buffer*", NULL},
    {"zero_buffers", "0"},
    {"refill_buffers", "0"},
    {"scramble_buffers", "1"},
    {"dedupe_percentage", "0"},
    {"dedupe*", NULL},
    {"verify", "0"},
    {"verify*", NULL},
    {"thread", "0"},
    {"invalidate", "1"},
    {"fallocate", "native"},
    {"file_service_type", "roundrobin"},
};

/* Other spellings of the same option. */
static const struct {
    const char *spelling, *name;
} spellings[] = {
    {"readwrite", "rw"},
    {"blocksize", "bs"},
    {"blocksize_range", "bsrange"},
    {"blocksize_unaligned", "bs_unaligned"},
    {"blockalign", "ba"},
    {"io_limit", "io_size"},
    {"timeout", "runtime"},
    {"iodepth_batch_submit", "iodepth_batch"},
    {"iodepth_batch_complete", "iodepth_batch_complete_min"},
};

static struct text canonical(struct text name)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (text_is(name, spellings[i].spelling))
            return text_of(spellings[i].name);
    return name;
}

/* The row that covers this option, or NULL when it does not shape the load. */
static const struct shaping *shaping_of(struct text name)
{
    for (size_t i = 0; i < sizeof shaping / sizeof *shaping; i++) {
        if (name.size == 0 || name.data[0] != shaping[i].name[0])
            continue;
        size_t size = strlen(shaping[i].name);
        bool pattern = shaping[i].name[size - 1] == '*';
        struct text start = pattern ? text_slice(name, 0, size - 1) : name;
        if (start.size == size - pattern && memcmp(start.data, shaping[i].name, start.size) == 0)
            return &shaping[i];
    }
    return NULL;
}

/* A flag given without a value is on; a time may end in "s". */
static struct text plain_value(struct text name, struct text value)
{
    if (value.size == 0 || text_is(value, "true") || text_is(value, "yes"))
        return text_of("1");
    if (text_is(value, "false") || text_is(value, "no"))
        return text_of("0");
    if (text_is(value, "none") && (text_is(name, "sync") || text_is(name, "verify")))
        return text_of("0");
    if (text_is(value, "readwrite"))
        return text_of("rw");
    bool is_time = text_is(name, "runtime") || text_is(name, "ramp_time");
    if (is_time && text_ends_with(value, "s"))
        return text_slice(value, 0, value.size - 1);
    return value;
}

static bool same_value(struct text name, struct text a, struct text b)
{
    a = plain_value(name, a);
    b = plain_value(name, b);
    double size_a, size_b;
    if (text_equal_ignoring_case(a, b))
        return true;
    return number_read_size(a, &size_a) && number_read_size(b, &size_b) && size_a == size_b;
}

/* The value of an option under any of its spellings; {NULL, 0} when it is not stated. */
static struct text option_value(const struct settings *options, struct text name)
{
    struct text value = settings_value(options, name);
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings && value.data == NULL; i++)
        if (text_is(name, spellings[i].name))
            value = settings_value(options, text_of(spellings[i].spelling));
    return value;
}

struct findings {
    struct text_builder differing, one_sided;
    const struct cell *cell, *other; /* first side and second */
    struct text factor;
};

/* The compared factor may be an option itself: comparing bs 4k with bs 64k is no mismatch of bs. */
static bool is_the_factor(const struct findings *findings, struct text name, struct text value,
                          struct text other_value)
{
    struct text level = settings_value(findings->cell->configuration, findings->factor);
    struct text other_level = settings_value(findings->other->configuration, findings->factor);
    return text_equal(canonical(findings->factor), name) && same_value(name, value, level) &&
           same_value(name, other_value, other_level);
}

/* True when the list names this option already. */
static bool is_listed(struct text_builder *list, struct text name)
{
    struct text rest = text_built(list), piece;
    while (text_next_piece(&rest, ',', &piece)) {
        piece = text_trim(piece);
        if (text_equal(text_slice(piece, 0, text_find(piece, " ", 0)), name))
            return true;
    }
    return false;
}

static void add_difference(struct findings *findings, struct text name, struct text value,
                           struct text other_value)
{
    if (is_listed(&findings->differing, name))
        return;
    text_add_format(&findings->differing, "%s%.*s %.*s and %.*s",
                    findings->differing.size > 0 ? ", " : "", (int)name.size, name.data,
                    (int)value.size, value.data, (int)other_value.size, other_value.data);
}

static void add_one_sided(struct findings *findings, struct text name, struct text value,
                          const struct cell *side)
{
    if (is_listed(&findings->one_sided, name))
        return;
    struct text level = settings_value(side->configuration, findings->factor);
    text_add_format(&findings->one_sided, "%s%.*s %.*s (%.*s)",
                    findings->one_sided.size > 0 ? ", " : "", (int)name.size, name.data,
                    (int)value.size, value.data, (int)level.size, level.data);
}

/* True when `other` holds the same name and value; `*place` moves on through its sorted items. */
static bool states_the_same(const struct settings *other, const struct setting *item, size_t *place)
{
    while (*place < other->count && text_compare(other->items[*place].name, item->name) < 0)
        (*place)++;
    return *place < other->count && text_equal(other->items[*place].name, item->name) &&
           text_equal(other->items[*place].value, item->value);
}

/* Holds every option of one side against the other; `turned`: `options` are of the second side. */
static void compare_options(struct findings *findings, const struct settings *options,
                            const struct settings *other, bool turned)
{
    size_t place = 0;
    for (size_t i = 0; i < options->count; i++) {
        if (states_the_same(other, &options->items[i], &place))
            continue;
        struct text name = canonical(options->items[i].name), value = options->items[i].value;
        const struct shaping *row = shaping_of(name);
        if (row == NULL)
            continue;
        struct text other_value = option_value(other, name);
        if (other_value.data == NULL) {
            bool usual =
                row->default_value != NULL && same_value(name, value, text_of(row->default_value));
            if (!usual)
                add_one_sided(findings, name, value, turned ? findings->other : findings->cell);
            continue;
        }
        struct text first = turned ? other_value : value, second = turned ? value : other_value;
        if (!same_value(name, first, second) && !is_the_factor(findings, name, first, second))
            add_difference(findings, name, first, second);
    }
}

static void compare_both_ways(struct findings *findings, const struct settings *options,
                              const struct settings *other)
{
    if (options == other)
        return;
    if (options == NULL || other == NULL) {
        const struct cell *side = options == NULL ? findings->other : findings->cell;
        add_one_sided(findings, text_of("all"), text_of("options"), side);
        return;
    }
    compare_options(findings, options, other, false);
    compare_options(findings, other, options, true);
}

struct definition_difference definition_compare(struct arena *arena, const struct cell *cell,
                                                const struct cell *other, struct text factor)
{
    struct findings findings = {.differing.arena = arena,
                                .one_sided.arena = arena,
                                .cell = cell,
                                .other = other,
                                .factor = factor};
    const struct settings *first = cell->observations[0]->run->options;
    const struct settings *second = other->observations[0]->run->options;
    const struct settings *previous = second;
    compare_both_ways(&findings, first, second);
    for (size_t i = 1; i < other->n; i++) {
        const struct settings *options = other->observations[i]->run->options;
        if (options != previous)
            compare_both_ways(&findings, first, options);
        previous = options;
    }
    previous = first;
    for (size_t i = 1; i < cell->n; i++) {
        const struct settings *options = cell->observations[i]->run->options;
        if (options != previous)
            compare_both_ways(&findings, options, second);
        previous = options;
    }
    return (struct definition_difference){text_built(&findings.differing),
                                          text_built(&findings.one_sided)};
}
