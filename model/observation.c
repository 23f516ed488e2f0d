#include "model/observation.h"

static const char *const directions[] = {"", "read", "write", "trim", "mixed"};
static const char *const statistics[] = {"run",    "mean", "sd",    "min",  "max",
                                         "median", "best", "total", "claim"};

const char *direction_name(enum direction direction)
{
    return directions[direction];
}

bool direction_find(struct text name, enum direction *direction)
{
    for (size_t i = 0; i < sizeof directions / sizeof *directions; i++) {
        if (!text_is_ignoring_case(name, directions[i]))
            continue;
        *direction = (enum direction)i;
        return true;
    }
    return false;
}

const char *statistic_name(enum statistic statistic)
{
    return statistics[statistic];
}

bool statistic_find(struct text name, enum statistic *statistic)
{
    *statistic = STATISTIC_RUN;
    if (name.size == 0)
        return true;
    for (size_t i = 0; i < sizeof statistics / sizeof *statistics; i++) {
        if (!text_is_ignoring_case(name, statistics[i]))
            continue;
        *statistic = (enum statistic)i;
        return true;
    }
    return false;
}
