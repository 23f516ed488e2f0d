#include "ingest/posted_figure.h"

#include "model/number.h"

#include <string.h>

static const struct {
    char letter;
    double factor;
} letters[] = {{'k', 1e3}, {'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}};

static bool is_unit_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/' || c == '%' ||
           (unsigned char)c >= 0x80;
}

static size_t skip_blanks(struct text text, size_t i)
{
    while (i < text.size && (text.data[i] == ' ' || text.data[i] == '\t'))
        i++;
    return i;
}

static size_t unit_end(struct text text, size_t i)
{
    while (i < text.size && is_unit_byte(text.data[i]))
        i++;
    return i;
}

/* The letter at the start of a word that is no unit: of "k", or of "k" before " IOPS". */
static double take_letter(struct text word, char *letter)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (word.size == 1 && word.data[0] == letters[i].letter) {
            *letter = letters[i].letter == 'K' ? 'k' : letters[i].letter;
            return letters[i].factor;
        }
    return 1;
}

bool posted_figure_read(struct text text, size_t at, struct posted_figure *figure)
{
    struct number number;
    struct text rest = text_slice(text, at, text.size);
    *figure = (struct posted_figure){.value = 0};
    if (rest.size == 0 || number_read(rest, &number) != NUMBER_FOUND)
        return false;
    size_t end = (size_t)(number.digits.data + number.digits.size - text.data);
    size_t start = skip_blanks(text, end), stop = unit_end(text, start);
    double factor = 1;
    struct text word = text_slice(text, start, stop);
    figure->unit = unit_find(word);
    if (figure->unit == NULL)
        factor = take_letter(word, &figure->letter);
    if (figure->letter != 0) {
        size_t next = skip_blanks(text, stop), after = unit_end(text, next);
        const struct unit *unit = unit_find(text_slice(text, next, after));
        if (unit != NULL && unit->dimension == DIMENSION_RATE) {
            figure->unit = unit;
            figure->letter = 0;
            stop = after;
        }
    }
    if (figure->unit == NULL && figure->letter == 0)
        stop = end;
    figure->value = number_scaled(number.value, factor);
    figure->last_digit = number.last_digit * factor;
    figure->end = stop;
    figure->written = text_trim(text_slice(text, at, stop));
    return true;
}

static const double megabytes[] = {1e6, 1024e3, 0x1p20};
enum { MEGABYTES = 3 };

/* A printed figure can be rounded or cut off: one unit of its last digit either way. */
void megabyte_proof_add(struct megabyte_proof *proof, double bandwidth, double bandwidth_digit,
                        double iops, double iops_digit, double block_bytes)
{
    double low = (iops - iops_digit) * block_bytes, high = (iops + iops_digit) * block_bytes;
    if (iops <= 0 || bandwidth <= 0 || block_bytes <= 0)
        return;
    proof->rows++;
    for (size_t i = 0; i < MEGABYTES; i++)
        proof->agree[i] += (bandwidth - bandwidth_digit) * megabytes[i] <= high &&
                           (bandwidth + bandwidth_digit) * megabytes[i] >= low;
}

double megabyte_proof_decide(const struct megabyte_proof *proof, enum megabyte_verdict *verdict)
{
    size_t agreeing = 0, other = MEGABYTES;
    bool printed_agrees = false;
    for (size_t i = 0; i < MEGABYTES && proof->rows > 0; i++) {
        if (proof->agree[i] < proof->rows)
            continue;
        agreeing++;
        if (megabytes[i] == proof->printed)
            printed_agrees = true;
        else
            other = i;
    }
    *verdict = proof->rows == 0 || (printed_agrees && agreeing > 1) ? MEGABYTE_UNPROVED
               : printed_agrees                                     ? MEGABYTE_PROVED
               : agreeing == 1                                      ? MEGABYTE_CORRECTED
                                                                    : MEGABYTE_UNCLEAR;
    return *verdict == MEGABYTE_CORRECTED ? megabytes[other] : proof->printed;
}
