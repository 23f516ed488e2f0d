#ifndef INGEST_TABLE_COMMAS_H
#define INGEST_TABLE_COMMAS_H

#include "ingest/table.h"

/* What the cells of a column prove of a comma before three digits ("1,234"). */
struct comma_proof {
    bool decimal;        /* "12,8": a decimal comma */
    bool point;          /* "12.8": a decimal point */
    bool groups;         /* "12,345,678", "1,234.5": the comma groups thousands */
    bool whole_hundreds; /* "850": numbers here have no three decimals */
};

struct comma_proof comma_proof_of(const struct table *table, size_t column);

enum comma_meaning { COMMA_NONE, COMMA_DECIMAL, COMMA_GROUPS, COMMA_DOUBTFUL };

/* What the comma of the cell "1,234" means; COMMA_NONE for a cell that is not of this kind. `all`
   joins what the columns prove together; `counts`: the column holds whole numbers (IOPS). */
enum comma_meaning comma_meaning_of(struct text cell, const struct comma_proof *column,
                                    const struct comma_proof *all, bool counts);

#endif
