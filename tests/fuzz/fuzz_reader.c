/* Feeds bytes to one reader, chosen by the first byte: no crash, no leak, no undefined behaviour,
 * whatever they are. */
#include "ingest/input.h"
#include "ingest/json_document.h"
#include "ingest/plain_text.h"
#include "ingest/reader.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    struct arena *arena = arena_create();
    struct failure failure = {.kind = FAILURE_NONE};
    const struct reader *reader = readers[data[0] % reader_count];
    struct text bytes = text_copy(arena, (struct text){(const char *)data + 1, size - 1}), text;
    json_prepare();
    if (input_decode(arena, bytes, &text, &failure)) {
        struct reading reading = {.arena = arena, .path = text_of("fuzz"), .shapes = true};
        struct text page = plain_text(arena, text);
        struct input input = {.path = reading.path, .text = page, .page = page};
        if (reader->bid(input_head(page)) > 0)
            (void)reader->read(&input, &reading, &failure);
    }
    arena_free(arena);
    return 0;
}
