#include "model/unit.h"

#include <math.h>

static const struct unit units[] = {
    {"B/s", DIMENSION_BYTE_RATE, 1},
    {"kB/s", DIMENSION_BYTE_RATE, 1e3},
    {"KB/s", DIMENSION_BYTE_RATE, 1e3},
    {"MB/s", DIMENSION_BYTE_RATE, 1e6},
    {"GB/s", DIMENSION_BYTE_RATE, 1e9},
    {"TB/s", DIMENSION_BYTE_RATE, 1e12},
    {"KiB/s", DIMENSION_BYTE_RATE, 0x1p10},
    {"MiB/s", DIMENSION_BYTE_RATE, 0x1p20},
    {"GiB/s", DIMENSION_BYTE_RATE, 0x1p30},
    {"TiB/s", DIMENSION_BYTE_RATE, 0x1p40},
    {"kBps", DIMENSION_BYTE_RATE, 1e3},
    {"KBps", DIMENSION_BYTE_RATE, 1e3},
    {"MBps", DIMENSION_BYTE_RATE, 1e6},
    {"GBps", DIMENSION_BYTE_RATE, 1e9},
    {"KiBps", DIMENSION_BYTE_RATE, 0x1p10},
    {"MiBps", DIMENSION_BYTE_RATE, 0x1p20},
    {"GiBps", DIMENSION_BYTE_RATE, 0x1p30},
    {"kB/sec", DIMENSION_BYTE_RATE, 1e3},
    {"KB/sec", DIMENSION_BYTE_RATE, 1e3},
    {"MB/sec", DIMENSION_BYTE_RATE, 1e6},
    {"GB/sec", DIMENSION_BYTE_RATE, 1e9},
    {"KiB/sec", DIMENSION_BYTE_RATE, 0x1p10},
    {"MiB/sec", DIMENSION_BYTE_RATE, 0x1p20},
    {"GiB/sec", DIMENSION_BYTE_RATE, 0x1p30},
    {"kByte/s", DIMENSION_BYTE_RATE, 1e3},
    {"KByte/s", DIMENSION_BYTE_RATE, 1e3},
    {"MByte/s", DIMENSION_BYTE_RATE, 1e6},
    {"GByte/s", DIMENSION_BYTE_RATE, 1e9},
    {"MBytes/s", DIMENSION_BYTE_RATE, 1e6},
    {"MB/Sek", DIMENSION_BYTE_RATE, 1e6},
    {"ko/s", DIMENSION_BYTE_RATE, 1e3}, /* octets, in French */
    {"Mo/s", DIMENSION_BYTE_RATE, 1e6},
    {"Go/s", DIMENSION_BYTE_RATE, 1e9},
    {"bit/s", DIMENSION_BYTE_RATE, 0.125},
    {"kbit/s", DIMENSION_BYTE_RATE, 125},
    {"Mbit/s", DIMENSION_BYTE_RATE, 125e3},
    {"Gbit/s", DIMENSION_BYTE_RATE, 125e6},
    {"Mbit/sec", DIMENSION_BYTE_RATE, 125e3},
    {"Gbit/sec", DIMENSION_BYTE_RATE, 125e6},
    {"Mbits/sec", DIMENSION_BYTE_RATE, 125e3},
    {"Gbits/sec", DIMENSION_BYTE_RATE, 125e6},
    {"Mbps", DIMENSION_BYTE_RATE, 125e3},
    {"Gbps", DIMENSION_BYTE_RATE, 125e6},
    {"1/s", DIMENSION_RATE, 1},
    {"/s", DIMENSION_RATE, 1},
    {"IOPS", DIMENSION_RATE, 1},
    {"iops", DIMENSION_RATE, 1},
    {"IOps", DIMENSION_RATE, 1},
    {"IO/s", DIMENSION_RATE, 1},
    {"kIOPS", DIMENSION_RATE, 1e3},
    {"MIOPS", DIMENSION_RATE, 1e6},
    {"ns", DIMENSION_TIME, 1},
    {"nsec", DIMENSION_TIME, 1},
    {"us", DIMENSION_TIME, 1e3},
    {"usec", DIMENSION_TIME, 1e3},
    {"\xc2\xb5s", DIMENSION_TIME, 1e3}, /* micro sign */
    {"\xce\xbcs", DIMENSION_TIME, 1e3}, /* Greek mu */
    {"ms", DIMENSION_TIME, 1e6},
    {"msec", DIMENSION_TIME, 1e6},
    {"s", DIMENSION_TIME, 1e9},
    {"sec", DIMENSION_TIME, 1e9},
    {"seconds", DIMENSION_TIME, 1e9},
    {"B", DIMENSION_BYTES, 1},
    {"bytes", DIMENSION_BYTES, 1},
    {"kB", DIMENSION_BYTES, 1e3},
    {"KB", DIMENSION_BYTES, 1e3},
    {"MB", DIMENSION_BYTES, 1e6},
    {"GB", DIMENSION_BYTES, 1e9},
    {"TB", DIMENSION_BYTES, 1e12},
    {"KiB", DIMENSION_BYTES, 0x1p10},
    {"MiB", DIMENSION_BYTES, 0x1p20},
    {"GiB", DIMENSION_BYTES, 0x1p30},
    {"TiB", DIMENSION_BYTES, 0x1p40},
    {"1", DIMENSION_COUNT, 1},
    {"%", DIMENSION_PERCENT, 1},
};

const struct unit *unit_find(struct text spelling)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (text_is(spelling, units[i].spelling))
            return &units[i];
    return NULL;
}

const char *unit_base(enum dimension dimension)
{
    static const char *const base[] = {"B/s", "1/s", "ns", "B", "1", "%", ""};
    return base[dimension];
}

struct step {
    double from;
    const char *label;
};

static struct display_unit choose(const struct step *steps, size_t count, double largest)
{
    size_t chosen = 0;
    for (size_t i = 1; i < count; i++)
        if (largest >= steps[i].from)
            chosen = i;
    return (struct display_unit){steps[chosen].label, steps[chosen].from};
}

struct display_unit unit_for_display(enum dimension dimension, double largest)
{
    static const struct step byte_rates[] = {
        {1, "B/s"}, {1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}, {1e12, "TB/s"}};
    static const struct step rates[] = {{1, "1/s"}, {1e3, "k/s"}, {1e6, "M/s"}, {1e9, "G/s"}};
    static const struct step times[] = {{1, "ns"}, {1e3, "\xc2\xb5s"}, {1e6, "ms"}, {1e9, "s"}};
    static const struct step sizes[] = {
        {1, "B"}, {0x1p10, "KiB"}, {0x1p20, "MiB"}, {0x1p30, "GiB"}, {0x1p40, "TiB"}};
    largest = fabs(largest);
    switch (dimension) {
    case DIMENSION_BYTE_RATE:
        return choose(byte_rates, sizeof byte_rates / sizeof *byte_rates, largest);
    case DIMENSION_RATE:
        return choose(rates, sizeof rates / sizeof *rates, largest);
    case DIMENSION_TIME:
        return choose(times, sizeof times / sizeof *times, largest);
    case DIMENSION_BYTES:
        return choose(sizes, sizeof sizes / sizeof *sizes, largest);
    case DIMENSION_PERCENT:
        return (struct display_unit){"%", 1};
    case DIMENSION_COUNT:
    case DIMENSION_UNKNOWN:
        break;
    }
    return (struct display_unit){"", 1};
}
