#include "ingest/file_name.h"

#include "model/number.h"

#include <string.h>

struct text file_name_base(struct text path)
{
    size_t start = path.size;
    while (start > 0 && path.data[start - 1] != '/')
        start--;
    return text_slice(path, start, path.size);
}

struct text file_name_folder(struct text path)
{
    size_t size = path.size - file_name_base(path).size;
    return text_slice(path, 0, size > 0 ? size - 1 : 0);
}

static bool is_alphanumeric(char c)
{
    return text_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

struct text file_name_stem(struct text base)
{
    for (int extensions = 0; extensions < 2; extensions++) {
        size_t dot = base.size;
        while (dot > 0 && is_alphanumeric(base.data[dot - 1]))
            dot--;
        size_t size = base.size - dot;
        double number;
        bool extension = dot > 1 && base.data[dot - 1] == '.' && size >= 1 && size <= 8 &&
                         !text_is_digit(base.data[dot]) &&
                         !number_read_plain(text_slice(base, dot, base.size), false, &number);
        unsigned iteration;
        if (!extension || file_name_numbers_iteration(text_slice(base, dot, base.size), &iteration))
            break;
        base = text_slice(base, 0, dot - 1);
    }
    return base;
}

static const char *const iteration_words[] = {"iteration", "iter", "run", "pass", "rep"};

static size_t iteration_word_at_end(struct text text)
{
    for (size_t i = 0; i < sizeof iteration_words / sizeof *iteration_words; i++) {
        size_t size = strlen(iteration_words[i]);
        struct text end = text_slice(text, text.size < size ? 0 : text.size - size, text.size);
        bool whole = end.size == text.size ||
                     (text.size > size && !is_alphanumeric(text.data[text.size - size - 1]));
        if (whole && text_is_ignoring_case(end, iteration_words[i]))
            return size;
    }
    return 0;
}

bool file_name_number(struct text stem, struct text *rest, unsigned *number)
{
    size_t start = stem.size;
    int64_t value;
    while (start > 0 && text_is_digit(stem.data[start - 1]))
        start--;
    struct text digits = text_slice(stem, start, stem.size);
    if (digits.size == 0 || digits.size > 6 || !number_read_integer(digits, &value))
        return false;
    bool separated = start > 0 && strchr("-_. ", stem.data[start - 1]) != NULL;
    struct text before = text_slice(stem, 0, start - separated);
    size_t word = iteration_word_at_end(before);
    if (!separated && word == 0)
        return false;
    before = text_slice(before, 0, before.size - word);
    while (before.size > 0 && strchr("-_. ", before.data[before.size - 1]) != NULL)
        before.size--;
    *rest = before;
    *number = (unsigned)value;
    return true;
}

bool file_name_numbers_iteration(struct text component, unsigned *number)
{
    struct text rest;
    size_t letters = 0;
    while (letters < component.size && !text_is_digit(component.data[letters]))
        letters++;
    struct text word = text_slice(component, 0, letters);
    while (word.size > 0 && strchr("-_. =", word.data[word.size - 1]) != NULL)
        word.size--;
    for (size_t i = 0; i < sizeof iteration_words / sizeof *iteration_words; i++)
        if (text_is_ignoring_case(word, iteration_words[i])) {
            int64_t value; /* "run=3" */
            if (letters < component.size && component.size - letters <= 6 &&
                number_read_integer(text_slice(component, letters, component.size), &value)) {
                *number = (unsigned)value;
                return true;
            }
            return file_name_number(component, &rest, number);
        }
    return false;
}

struct text file_name_component(struct text folder, size_t index)
{
    struct text piece;
    for (size_t i = 0; text_next_piece(&folder, '/', &piece); i++)
        if (i == index)
            return piece;
    return (struct text){NULL, 0};
}
