#ifndef TESTS_FUZZ_SUBJECTS_H
#define TESTS_FUZZ_SUBJECTS_H

#include <stddef.h>
#include <stdint.h>

/* What is fuzzed beside the readers. `feed` ends the program when bytes break a promise. */
struct subject {
    const char *name;
    void (*feed)(const uint8_t *data, size_t size);
};

extern const struct subject subjects[];
extern const size_t subject_count;

/* Numbers: what is read lies in the text and can be written and read again. */
void feed_number(const uint8_t *data, size_t size);
/* Markdown, HTML and SVG with these bytes as names have the same elements as with a plain name. */
void feed_writers(const uint8_t *data, size_t size);
/* Bytes as an archive or compressed file. */
void feed_packed(const uint8_t *data, size_t size);
/* An archive of `collect` whose files are these bytes, parted at NUL. */
void feed_archive(const uint8_t *data, size_t size);

#endif
