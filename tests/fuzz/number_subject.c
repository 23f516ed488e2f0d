#include "model/number.h"
#include "subjects.h"

#include <math.h>
#include <stdlib.h>

static void hold(bool promise)
{
    if (!promise)
        abort();
}

static bool lies_in(struct text part, struct text whole)
{
    return part.size == 0 ||
           (part.data >= whole.data && part.data + part.size <= whole.data + whole.size);
}

static void read_again(double value)
{
    char written[32];
    double again;
    number_write(value, written);
    hold(number_read_plain(text_of(written), true, &again) && again == value);
}

void feed_number(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    struct number number;
    double value;
    int64_t whole;
    enum number_kind kind = number_read(text, &number);
    if (kind == NUMBER_FOUND) {
        hold(!isnan(number.value) && number.last_digit > 0);
        hold(number.digits.size > 0 && lies_in(number.digits, text) && lies_in(number.rest, text));
        read_again(number.value);
        hold(!isnan(number_scaled(number.value, 1024)) && !isnan(number_scaled(number.value, 1e6)));
    }
    if (number_read_plain(text, false, &value)) {
        hold(isfinite(value));
        read_again(value);
    }
    if (number_read_size(text, &value))
        hold(value >= 0 && !isnan(value));
    if (number_read_integer(text, &whole)) {
        char written[32];
        int64_t again;
        number_write_integer(whole, written);
        hold(number_read_integer(text_of(written), &again) && again == whole);
    }
}
