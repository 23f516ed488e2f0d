#include "render/quantity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct display_unit quantity_unit(enum dimension dimension, double smallest, double largest)
{
    struct display_unit unit = unit_for_display(dimension, largest);
    while (smallest > 0 && smallest < unit.divisor) {
        /* the next smaller unit is that of a value just below this one */
        struct display_unit smaller = unit_for_display(dimension, unit.divisor * 0.999);
        if (!(smaller.divisor < unit.divisor) || largest / smaller.divisor >= 1e5)
            break;
        unit = smaller;
    }
    return unit;
}

int quantity_decimals(double value)
{
    value = fabs(value);
    if (!(value > 0) || value >= 1000 || !isfinite(value))
        return 0;
    int decimals = 3 - (int)floor(log10(value));
    return decimals > 9 ? 9 : decimals;
}

/* "1.50e+09" -> "1.5e9" */
static struct text with_exponent(struct arena *arena, double value)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.3e", value);
    char *exponent = strchr(digits, 'e');
    if (exponent == NULL)
        return text_copy(arena, text_of(digits));
    long power = 0;
    (void)sscanf(exponent + 1, "%ld", &power);
    while (exponent[-1] == '0')
        exponent--;
    if (exponent[-1] == '.')
        exponent--;
    return text_format(arena, "%.*se%ld", (int)(exponent - digits), digits, power);
}

struct text quantity_figure(struct arena *arena, double value, int decimals)
{
    char digits[64];
    const char *sign = value < 0 ? "\xe2\x88\x92" : "";
    value = fabs(value);
    if (!isfinite(value))
        return text_format(arena, "%s%s", sign, isnan(value) ? "unknown" : "infinite");
    if (value == 0)
        return text_of("0");
    if (value >= 1e7 || (value > 0 && value < 1e-6)) {
        struct text power = with_exponent(arena, value);
        return text_format(arena, "%s%.*s", sign, (int)power.size, power.data);
    }
    snprintf(digits, sizeof digits, "%.*f", decimals, value);
    size_t whole = strcspn(digits, ".");
    struct text_builder out = {.arena = arena};
    text_add_string(&out, sign);
    for (size_t i = 0; digits[i] != '\0'; i++) {
        if (whole >= 5 && i > 0 && i < whole && (whole - i) % 3 == 0)
            text_add_string(&out, "\xe2\x80\xaf");
        text_add_format(&out, "%c", digits[i]);
    }
    return text_built(&out);
}

struct text quantity_in_column(struct arena *arena, double value, int decimals, int significant)
{
    double size = fabs(value);
    if (size > 0 && isfinite(size) && size < 10 * pow(10, -decimals)) {
        int needed = significant - 1 - (int)floor(log10(size));
        decimals = needed > decimals ? needed : decimals;
    }
    return quantity_figure(arena, value, decimals);
}

struct text quantity_short(struct arena *arena, double value, int significant)
{
    char digits[64];
    double size = fabs(value);
    if (!isfinite(value) || size >= 1e7 || (size > 0 && size < 1e-6))
        return quantity_figure(arena, value, 0);
    int decimals = size > 0 ? significant - 1 - (int)floor(log10(size)) : 0;
    snprintf(digits, sizeof digits, "%.*f", decimals > 0 ? decimals : 0, size);
    size_t point = strcspn(digits, "."), end = strlen(digits);
    while (end > point && (digits[end - 1] == '0' || digits[end - 1] == '.'))
        end--;
    int kept = end > point ? (int)(end - point - 1) : 0;
    return quantity_figure(arena, value, kept);
}
