#ifndef TESTS_UNIT_ANALYZE_CSV_ROWS_H
#define TESTS_UNIT_ANALYZE_CSV_ROWS_H

/* Rows of the reference tables: no quotes, no commas inside a field. */

#include "model/number.h"
#include "model/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_COLUMNS = 20 };

struct csv_rows {
    struct text *fields; /* row * columns + column; without the header */
    size_t rows, columns;
};

static struct text read_whole_file(struct arena *arena, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    struct text_builder builder = {.arena = arena};
    char piece[1 << 16];
    for (size_t size; (size = fread(piece, 1, sizeof piece, file)) > 0;)
        text_add(&builder, (struct text){piece, size});
    fclose(file);
    return text_built(&builder);
}

static struct csv_rows read_rows(struct arena *arena, const char *path)
{
    struct text rest = read_whole_file(arena, path), line, field;
    struct csv_rows table = {0};
    size_t capacity = 0, count = 0;
    for (size_t row = 0; text_next_line(&rest, &line); row++) {
        for (size_t column = 0; text_next_piece(&line, ',', &field); column++) {
            if (row == 0) {
                table.columns++;
                continue;
            }
            table.fields = arena_grow(arena, table.fields, count, &capacity, sizeof *table.fields);
            table.fields[count++] = field;
        }
    }
    table.rows = count / table.columns;
    if (count % table.columns != 0) {
        fprintf(stderr, "%s: rows of different lengths\n", path);
        exit(1);
    }
    return table;
}

static inline struct text field_at(const struct csv_rows *table, size_t row, size_t column)
{
    return table->fields[row * table->columns + column];
}

/* NaN for an empty field. */
static inline double number_at(const struct csv_rows *table, size_t row, size_t column)
{
    struct text field = field_at(table, row, column);
    double value = NAN;
    if (field.size > 0 && !number_read_plain(field, true, &value)) {
        fprintf(stderr, "not a number: %.*s\n", (int)field.size, field.data);
        exit(1);
    }
    return value;
}

static inline bool is_close(double found, double expected, double rel)
{
    if (isnan(expected))
        return isnan(found);
    return fabs(found - expected) <= rel * fabs(expected) + 1e-12;
}

#endif
