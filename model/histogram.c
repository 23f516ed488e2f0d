#include "model/histogram.h"

double histogram_percentile(const struct histogram *histogram, double percent)
{
    double wanted = percent / 100 * histogram->total, sum = 0;
    for (size_t i = 0; i < histogram->bin_count; i++) {
        sum += histogram->bins[i].count;
        if (sum >= wanted)
            return histogram->bins[i].ns;
    }
    return histogram->bin_count > 0 ? histogram->bins[histogram->bin_count - 1].ns : 0;
}
