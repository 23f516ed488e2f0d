#include "analyze/check_figures.h"

#include <math.h>
#include <string.h>

/* NaN is a figure that is not stated, the same as another. */
static bool differ(double one, double other)
{
    return memcmp(&one, &other, sizeof one) != 0;
}

unsigned check_figures_differ(const struct run_figures *one, const struct run_figures *other)
{
    bool rate = differ(one->bw, other->bw) || one->bw_row != other->bw_row;
    bool iops = differ(one->iops, other->iops) || one->iops_row != other->iops_row;
    bool bytes = differ(one->io_bytes, other->io_bytes) || differ(one->run_bytes, other->run_bytes);
    bool time = differ(one->runtime, other->runtime) || differ(one->run_time, other->run_time);
    bool latency = differ(one->lat, other->lat);
    bool fault = !text_equal(one->run->fault, other->run->fault);
    return (rate ? FIGURE_RATE : 0U) | (iops ? FIGURE_IOPS : 0U) | (bytes ? FIGURE_BYTES : 0U) |
           (time ? FIGURE_TIME : 0U) | (latency ? FIGURE_LATENCY : 0U) |
           (fault ? FIGURE_FAULT : 0U) | (one->of != other->of ? FIGURE_CIRCUMSTANCES : 0U);
}

struct run_figures check_figures_only(const struct run_figures *figures, unsigned kinds)
{
    struct run_figures only = *figures;
    if ((kinds & FIGURE_RATE) == 0) {
        only.bw = NAN;
        only.bw_row = NULL;
    }
    if ((kinds & FIGURE_IOPS) == 0) {
        only.iops = NAN;
        only.iops_row = NULL;
    }
    if ((kinds & FIGURE_BYTES) == 0)
        only.io_bytes = only.run_bytes = NAN;
    if ((kinds & FIGURE_TIME) == 0)
        only.runtime = only.run_time = NAN;
    if ((kinds & FIGURE_LATENCY) == 0)
        only.lat = NAN;
    return only;
}
