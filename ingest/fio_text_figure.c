#include "ingest/fio_text_figure.h"

#include "model/number.h"

#include <math.h>
#include <string.h>

/* What a prefix and unit are worth, in bytes or counts; 0 when they are neither. */
static double worth_of(struct text letters, double thousand, bool *prefixed)
{
    static const char prefixes[] = "kMGTP";
    static const struct {
        const char *unit;
        double worth;
    } units[] = {{"", 1}, {"B/s", 1}, {"bit/s", 0.125}, {"B", 1}, {"bit", 0.125}};
    char first = letters.size == 0 ? '\0' : letters.data[0];
    const char *prefix = memchr(prefixes, first == 'K' ? 'k' : first, sizeof prefixes - 1);
    double worth = 1;
    if (prefix != NULL) {
        bool binary = letters.size > 1 && letters.data[1] == 'i';
        worth = pow(binary ? 1024 : thousand, (double)(prefix - prefixes + 1));
        letters = text_slice(letters, binary ? 2 : 1, letters.size);
    }
    *prefixed = prefix != NULL;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (text_is(letters, units[i].unit))
            return worth * units[i].worth;
    return 0;
}

static void set_range(struct fio_figure *figure, enum fio_rounding rounding, double number,
                      size_t decimals, double worth)
{
    double digit = pow(10, -(double)decimals);
    double cut = 1.0 / 1000; /* what dividing whole numbers by a thousand cut off before */
    figure->value = number * worth;
    figure->low = (number - digit / 2) * worth;
    figure->high = (number + digit / 2 + cut) * worth;
    if (rounding == FIO_CUTS) {
        figure->low = (decimals > 0 ? floor(number) : number - 0.5) * worth;
        figure->high = (floor(number) + 1) * worth;
    } else if (rounding == FIO_LOSES_A_WHOLE && decimals > 0 && number == floor(number)) {
        figure->high = (number + 1) * worth;
    }
}

bool fio_figure_read(struct text token, enum fio_rounding rounding, double thousand,
                     struct fio_figure *figure)
{
    size_t digits = 0, point = token.size;
    while (digits < token.size &&
           (text_is_digit(token.data[digits]) || token.data[digits] == '.')) {
        if (token.data[digits] == '.')
            point = digits;
        digits++;
    }
    bool prefixed;
    double number;
    double worth = worth_of(text_slice(token, digits, token.size), thousand, &prefixed);
    if (digits == 0 || !text_is_digit(token.data[0]) || !text_is_digit(token.data[digits - 1]) ||
        worth == 0 || !number_read_plain(text_slice(token, 0, digits), false, &number))
        return false;
    size_t decimals = point < digits ? digits - point - 1 : 0;
    if (prefixed) {
        set_range(figure, rounding, number, decimals, worth);
    } else {
        figure->value = figure->low = number * worth;
        figure->high = (number + 1) * worth; /* fio divides whole numbers */
    }
    return true;
}

enum fio_rounding fio_rounding_of(struct text version)
{
    double parts[2] = {0, 0};
    struct text piece;
    if (version.size == 0)
        return FIO_LOSES_A_WHOLE;
    for (size_t i = 0; i < 2 && text_next_piece(&version, '.', &piece); i++) {
        size_t digits = 0;
        while (digits < piece.size && text_is_digit(piece.data[digits]))
            digits++;
        if (!number_read_plain(text_slice(piece, 0, digits), false, &parts[i]))
            return FIO_LOSES_A_WHOLE;
    }
    if (parts[0] < 2 || (parts[0] == 2 && parts[1] < 20))
        return FIO_CUTS;
    return parts[0] > 3 || (parts[0] == 3 && parts[1] >= 26) ? FIO_ROUNDS : FIO_LOSES_A_WHOLE;
}

struct fio_figure fio_figure_of_count(double count, double step, struct text written, unsigned line)
{
    return (struct fio_figure){count * step, count * step, (count + 1) * step, written, line};
}

bool fio_figure_narrow(struct fio_figure *figure, const struct fio_figure *other)
{
    double low = fmax(figure->low, other->low), high = fmin(figure->high, other->high);
    if (low > high)
        return false;
    figure->low = low;
    figure->high = high;
    figure->value = fmin(fmax(figure->value, low), high);
    return true;
}

struct fio_figure fio_figure_per_second(const struct fio_figure *figure, double seconds)
{
    struct fio_figure rate = *figure;
    rate.value /= seconds;
    rate.low /= seconds;
    rate.high /= seconds;
    return rate;
}
