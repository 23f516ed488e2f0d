#include "read_bytes.h"

#include "ingest/input.h"
#include "ingest/json_document.h"
#include "ingest/plain_text.h"

void read_bytes(const struct reader *reader, const uint8_t *data, size_t size)
{
    if (size == 0)
        return;
    struct arena *arena = arena_create();
    struct failure failure = {.kind = FAILURE_NONE};
    struct text bytes = text_copy(arena, (struct text){(const char *)data, size}), text;
    json_prepare();
    if (input_decode(arena, bytes, &text, &failure)) {
        struct reading reading = {.arena = arena, .path = text_of("fuzz"), .shapes = true};
        struct text page = plain_text(arena, text);
        struct input input = {.path = reading.path, .text = page, .page = page};
        if (reader->bid(input_head(page)) > 0)
            (void)reader->read(&input, &reading, &failure);
    }
    arena_free(arena);
}
