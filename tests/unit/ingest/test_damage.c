/* Damaged inputs of all readers: cut after each line and, when small, after each byte, and with
   each byte replaced. Nothing may crash or hang, and what is read of a cut input must be there in
   the whole one: a figure the whole input gives too, or one printed in full on its line.

   usage: test_damage [READER] [all]. With "all" every input is cut after every line and every small
   one is damaged (minutes to hours); without it a part of them. */
#include "ingest/json_document.h"
#include "ingest/plain_text.h"
#include "ingest/reader.h"
#include "testing.h"

#include <dirent.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SMALL = 3000, LARGEST = 1 << 17 };

/* How many cuts an input gets at most, and how many small inputs of a reader are damaged. */
static size_t most_cuts = 40, most_small = 3;

/* Readers take turns at the text, as ingest.c has them. */
static struct reading *read_all(struct arena *arena, struct text path, struct text text)
{
    struct reading *reading = arena_take(arena, sizeof *reading);
    bool tried[64] = {false};
    struct text page = plain_text(arena, text), left = page;
    const struct reader *reader;
    *reading = (struct reading){.arena = arena, .path = path, .shapes = true};
    while (text_trim(left).size > 0 && (reader = reader_choose(left, tried)) != NULL) {
        struct input input = {.path = path, .text = left, .page = page};
        struct failure failure = {.kind = FAILURE_NONE};
        size_t claims = reading->claim_count, before = reading->observation_count;
        (void)reader->read(&input, reading, &failure);
        if (reading->observation_count > before && reading->claim_count == claims)
            break;
        left = plain_text_without(arena, left, reading->claims, claims, reading->claim_count);
    }
    return reading;
}

static bool same_figure(const struct found_observation *a, const struct found_observation *b)
{
    return a->direction == b->direction && text_equal(a->metric, b->metric) &&
           (fabs(a->value - b->value) <= 1e-9 * fabs(b->value) ||
            (isnan(a->value) && isnan(b->value)));
}

/* The line of the whole input has what the figure says was written, and it ends there. */
static bool is_printed(struct text page, const struct found_observation *row)
{
    struct text line = {NULL, 0};
    for (unsigned number = 0; number < row->source.line; number++)
        if (!text_next_line(&page, &line))
            return false;
    if (row->written.size == 0)
        return false;
    for (size_t at = 0; at + row->written.size <= line.size; at++) {
        if (memcmp(line.data + at, row->written.data, row->written.size) != 0)
            continue;
        size_t end = at + row->written.size;
        if (end == line.size || strchr("0123456789.", line.data[end]) == NULL)
            return true;
    }
    return false;
}

static void check_cut(const char *name, size_t size, struct text page, const struct reading *whole,
                      const struct reading *cut)
{
    for (size_t i = 0; i < cut->observation_count; i++) {
        const struct found_observation *row = &cut->observations[i];
        bool found = false;
        for (size_t k = 0; k < whole->observation_count && !found; k++)
            found = same_figure(row, &whole->observations[k]);
        if (!found && !is_printed(page, row))
            fail_msg("%s cut to %zu bytes: line %u: %.*s = %.17g (\"%.*s\") is not in the whole",
                     name, size, row->source.line, (int)row->metric.size, row->metric.data,
                     row->value, (int)row->written.size, row->written.data);
    }
}

/* fio's formats show where a figure ends. A table's last cell does not when its line end is
   missing, as it is in many a posted table. */
static bool shows_ends(const char *name)
{
    return strstr(name, "/fio_") != NULL;
}

/* A log that is cut is a shorter log, of which all that was computed is another number. */
static bool is_log(const char *name)
{
    return strstr(name, "/fio_log/") != NULL;
}

static void check_cuts(struct arena *arena, const char *name, struct text text, bool each_byte)
{
    struct reading *whole = read_all(arena, text_of(name), text);
    struct text page = plain_text(arena, text);
    size_t lines = 0, step = 1;
    for (size_t i = 0; i < text.size; i++)
        lines += text.data[i] == '\n';
    if (!each_byte)
        step = lines == 0 ? 1 : (lines - 1) / most_cuts + 1;
    size_t passed = 0;
    for (size_t size = 1; size < text.size; size++) {
        bool line_end = text.data[size] == '\n';
        passed += line_end;
        if (!each_byte && (!line_end || passed % step != 0))
            continue;
        struct arena *scratch = arena_create();
        /* a copy of exactly this size, so that reading behind its end is seen */
        char *copy = malloc(size);
        memcpy(copy, text.data, size);
        struct reading *cut = read_all(scratch, text_of(name), (struct text){copy, size});
        if (!is_log(name))
            check_cut(name, size, page, whole, cut);
        free(copy);
        arena_free(scratch);
    }
}

static void check_replacements(const char *name, struct text text)
{
    static const char replacements[] = {' ', '9', '\n', '{', '(', '|', ';', '%', '\xff', '-'};
    char *copy = malloc(text.size);
    for (size_t i = 0; i < text.size; i++) {
        struct arena *scratch = arena_create();
        memcpy(copy, text.data, text.size);
        copy[i] = replacements[i % sizeof replacements];
        (void)read_all(scratch, text_of(name), (struct text){copy, text.size});
        arena_free(scratch);
    }
    free(copy);
}

static bool load(struct arena *arena, const char *path, struct text *text)
{
    struct stat status;
    struct failure failure = {.kind = FAILURE_NONE};
    size_t size = strlen(path);
    if (size > 13 && strcmp(path + size - 13, ".expected.csv") == 0)
        return false;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > LARGEST)
        return false;
    struct text bytes;
    return input_bytes(arena, NULL, path, &bytes, &failure) &&
           input_decode(arena, bytes, text, &failure);
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void check_folder(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, compare_names);
    size_t replaced = 0, inputs = 0;
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        struct arena *arena = arena_create();
        struct text text;
        const char *path = text_format(arena, "%s/%s", folder, entries[i]->d_name).data;
        if (strcmp(entries[i]->d_name, "ORIGIN.md") != 0 && load(arena, path, &text)) {
            bool small = text.size <= SMALL && replaced < most_small;
            inputs++;
            replaced += small;
            check_cuts(arena, path, text, small && shows_ends(path));
            if (small)
                check_replacements(path, text);
        }
        free(entries[i]);
        arena_free(arena);
    }
    free(entries);
    assert_true(inputs > 0);
}

static void test_inputs_of_reader(void **state)
{
    check_folder(*state);
}

int main(int argc, char **argv)
{
    static char folders[64][256];
    struct CMUnitTest tests[64];
    size_t count = 0;
    json_prepare();
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "all") == 0)
            most_cuts = most_small = SIZE_MAX;
    for (size_t i = 0; i < reader_count; i++) {
        if (argc > 1 && strcmp(argv[1], "all") != 0 && strcmp(argv[1], readers[i]->name) != 0)
            continue;
        (void)snprintf(folders[count], sizeof folders[count], "%s/%s", FIXTURES, readers[i]->name);
        tests[count] = (struct CMUnitTest){readers[i]->name, test_inputs_of_reader, NULL, NULL,
                                           folders[count]};
        count++;
    }
    if (count == 0) {
        (void)fprintf(stderr, "no reader %s\n", argv[1]);
        return 1;
    }
    return _cmocka_run_group_tests("damage", tests, count, NULL, NULL);
}
