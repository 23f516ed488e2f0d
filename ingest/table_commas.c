#include "ingest/table_commas.h"

#include "model/number.h"

#include <math.h>

struct comma_proof comma_proof_of(const struct table *table, size_t column)
{
    struct comma_proof proof = {.decimal = table->comma_is_decimal};
    for (size_t r = 0; r < table->row_count; r++) {
        struct number number;
        if (column >= table->rows[r].count)
            continue;
        struct text cell = text_trim(table->rows[r].cells[column].text);
        while (text_starts_with(cell, "*") || text_starts_with(cell, "_"))
            cell = text_slice(cell, 1, cell.size);
        if (number_read(cell, &number) != NUMBER_FOUND)
            continue;
        size_t size = number.digits.size, comma = text_find(number.digits, ",", 0);
        size_t point = text_find(number.digits, ".", 0);
        bool second = comma < size && text_find(number.digits, ",", comma + 1) < size;
        proof.decimal = proof.decimal || (comma < size && point == size && number.last_digit < 1);
        proof.groups = proof.groups || second || (comma < point && point < size);
        proof.point = proof.point || (comma == size && point < size &&
                                      (size - point != 4 || number.digits.data[0] == '0'));
        proof.whole_hundreds =
            proof.whole_hundreds || (comma == size && point == size && fabs(number.value) >= 100);
    }
    return proof;
}

enum comma_meaning comma_meaning_of(struct text cell, const struct comma_proof *column,
                                    const struct comma_proof *all, bool counts)
{
    struct number number;
    if (number_read(cell, &number) != NUMBER_FOUND || number.last_digit < 1)
        return COMMA_NONE;
    size_t size = number.digits.size, comma = text_find(number.digits, ",", 0);
    if (comma == size || text_find(number.digits, ",", comma + 1) < size)
        return COMMA_NONE;
    if (column->decimal)
        return counts ? COMMA_DOUBTFUL : COMMA_DECIMAL;
    if (column->groups || counts)
        return COMMA_GROUPS;
    if (all->decimal)
        return column->whole_hundreds ? COMMA_DOUBTFUL : COMMA_DECIMAL;
    return column->whole_hundreds || all->point || all->groups ? COMMA_GROUPS : COMMA_DOUBTFUL;
}
