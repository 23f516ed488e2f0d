/* Every four neighbouring figures are looked up among those of the configurations before, so a
   sweep of any size is read once. */

#include "analyze/copies.h"

#include "analyze/text_set.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_FIGURES = 4 };

/* What must be equal; without padding, as its bytes are compared. */
struct figure {
    size_t workload, direction, metric;
    double value;
};

struct placed {
    const struct cell *cell;
    const struct observation *observation;
    size_t workload;
};

static int by_configuration_and_reading(const void *a, const void *b)
{
    const struct placed *one = a, *other = b;
    int order =
        text_compare(one->cell->configuration->written, other->cell->configuration->written);
    if (order != 0)
        return order;
    return one->observation < other->observation ? -1 : one->observation > other->observation;
}

struct list {
    struct arena *arena;
    const struct placed *placed;
    struct figure *figures; /* of placed[i] */
    size_t count;
    struct copied_block *blocks;
    size_t found, capacity;
};

static bool same_configuration(const struct list *list, size_t i, size_t j)
{
    return list->placed[i].cell->configuration == list->placed[j].cell->configuration;
}

static bool all_alike(const struct figure *figures, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (figures[i].value != figures[0].value)
            return false;
    return true;
}

/* How many figures from i on are those from `earlier` on. */
static size_t equal_from(const struct list *list, size_t earlier, size_t i)
{
    size_t n = 0;
    while (i + n < list->count && same_configuration(list, i, i + n) &&
           same_configuration(list, earlier, earlier + n) &&
           memcmp(&list->figures[earlier + n], &list->figures[i + n], sizeof(struct figure)) == 0)
        n++;
    return n;
}

static void note(struct list *list, size_t earlier, size_t i, size_t figures)
{
    const struct placed *first = &list->placed[earlier], *second = &list->placed[i];
    if (first->observation > second->observation) {
        first = second;
        second = &list->placed[earlier];
    }
    list->blocks =
        arena_grow(list->arena, list->blocks, list->found, &list->capacity, sizeof *list->blocks);
    list->blocks[list->found++] =
        (struct copied_block){first->cell->configuration, second->cell->configuration, figures};
}

static void look_for_blocks(struct list *list, struct arena *scratch)
{
    struct text_set *seen = text_set_create(scratch);
    size_t *place = arena_take_array(scratch, list->count + 1, sizeof *place);
    size_t covered = 0; /* figures before this are in a block already */
    for (size_t i = 0; i + LEAST_FIGURES <= list->count; i++) {
        const struct figure *window = &list->figures[i];
        if (!same_configuration(list, i, i + LEAST_FIGURES - 1) || all_alike(window, LEAST_FIGURES))
            continue;
        struct text bytes = {(const char *)window, LEAST_FIGURES * sizeof *window};
        size_t known = text_set_count(seen), number = text_set_add(seen, bytes);
        if (number == known) {
            place[number] = i;
            continue;
        }
        if (i < covered || same_configuration(list, place[number], i))
            continue;
        size_t figures = equal_from(list, place[number], i);
        note(list, place[number], i, figures);
        covered = i + figures;
    }
}

size_t copies_find(struct arena *arena, const struct cell_table *table,
                   struct copied_block **blocks)
{
    struct arena *scratch = arena_create();
    struct placed *placed = arena_take_array(scratch, table->count, sizeof *placed);
    struct list list = {.arena = arena, .placed = placed};
    for (size_t i = 0; i < table->count; i++)
        if (table->places[i].primary && table->cells[i].n == 1)
            placed[list.count++] = (struct placed){
                &table->cells[i], table->cells[i].observations[0], table->places[i].workload};
    qsort(placed, list.count, sizeof *placed, by_configuration_and_reading);
    list.figures = arena_take_array(scratch, list.count, sizeof *list.figures);
    for (size_t i = 0; i < list.count; i++)
        list.figures[i] =
            (struct figure){placed[i].workload, placed[i].cell->direction,
                            (size_t)placed[i].cell->metric, placed[i].observation->value};
    look_for_blocks(&list, scratch);
    arena_free(scratch);
    *blocks = list.blocks;
    return list.found;
}
