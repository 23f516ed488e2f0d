#include "ingest/text_index.h"

static struct text_index_entry *place_of(const struct text_index *index, struct text key)
{
    size_t place = (size_t)text_hash(key) & (index->capacity - 1);
    while (index->entries[place].key.data != NULL && !text_equal(index->entries[place].key, key))
        place = (place + 1) & (index->capacity - 1);
    return &index->entries[place];
}

static void enlarge(struct text_index *index)
{
    struct text_index old = *index;
    index->capacity = old.capacity == 0 ? 64 : old.capacity * 2;
    index->entries = arena_take_array(index->arena, index->capacity, sizeof *index->entries);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.entries[i].key.data != NULL)
            *place_of(index, old.entries[i].key) = old.entries[i];
}

size_t *text_index_at(struct text_index *index, struct text key, bool *added)
{
    if (index->count * 2 >= index->capacity)
        enlarge(index);
    struct text_index_entry *entry = place_of(index, key);
    bool is_new = entry->key.data == NULL;
    if (is_new) {
        entry->key = text_copy(index->arena, key);
        index->count++;
    }
    if (added != NULL)
        *added = is_new;
    return &entry->value;
}
