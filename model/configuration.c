#include "model/configuration.h"

#include "model/number.h"

const char *const known_factors[] = {
    "ashift",      "atime",      "cache",     "checksum",     "compression",  "direct",
    "fs",          "lba_format", "logbias",   "primarycache", "raid",         "recordsize",
    "sector_size", "sector",     "scheduler", "sync",         "volblocksize", NULL};

int level_compare(struct text a, struct text b)
{
    double size_a, size_b;
    bool sized_a = number_read_size(a, &size_a), sized_b = number_read_size(b, &size_b);
    if (sized_a != sized_b)
        return sized_a ? -1 : 1;
    if (sized_a && size_a != size_b)
        return size_a < size_b ? -1 : 1;
    return text_compare_naturally(a, b);
}

bool factor_is_known(struct text name, struct text *canonical)
{
    for (size_t i = 0; known_factors[i] != NULL; i++) {
        if (!text_is_ignoring_case(name, known_factors[i]))
            continue;
        if (canonical != NULL)
            *canonical = text_of(known_factors[i]);
        return true;
    }
    return false;
}
