/* Colours: what is read has contrast, and levels stay apart for the three common kinds of colour
   blindness, by colour or by shape. */
#include "testing.h"

#include "render/palette.h"

#include <math.h>
#include <stdbool.h>

/* Linear red, green, blue. */
struct light {
    double r, g, b;
};

static double linear(unsigned channel)
{
    double share = channel / 255.0;
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

static struct light light_of(enum role role, enum theme theme)
{
    unsigned colour = palette_colour(role, theme);
    return (struct light){linear(colour >> 16), linear(colour >> 8 & 255), linear(colour & 255)};
}

static double luminance(struct light light)
{
    return 0.2126 * light.r + 0.7152 * light.g + 0.0722 * light.b;
}

/* WCAG 2.1 */
static double contrast(enum role a, enum role b, enum theme theme)
{
    double x = luminance(light_of(a, theme)), y = luminance(light_of(b, theme));
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

/* Protanopia, deuteranopia, tritanopia: Machado, Oliveira, Fernandes 2009, full severity. */
static const double blindness[3][3][3] = {
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};

static double clip(double share)
{
    return fmin(1, fmax(0, share));
}

static struct light seen(struct light light, const double kind[3][3])
{
    return (struct light){
        clip(kind[0][0] * light.r + kind[0][1] * light.g + kind[0][2] * light.b),
        clip(kind[1][0] * light.r + kind[1][1] * light.g + kind[1][2] * light.b),
        clip(kind[2][0] * light.r + kind[2][1] * light.g + kind[2][2] * light.b),
    };
}

static double root(double share)
{
    return share > 0.008856 ? cbrt(share) : 7.787 * share + 16.0 / 116;
}

/* CIE 1976 colour difference: about 2.3 is just noticed side by side. */
static double difference(struct light a, struct light b)
{
    double lab[2][3];
    const struct light lights[] = {a, b};
    for (size_t i = 0; i < 2; i++) {
        struct light l = lights[i];
        double x = root((0.4124 * l.r + 0.3576 * l.g + 0.1805 * l.b) / 0.95047);
        double y = root(luminance(l));
        double z = root((0.0193 * l.r + 0.1192 * l.g + 0.9505 * l.b) / 1.08883);
        lab[i][0] = 116 * y - 16;
        lab[i][1] = 500 * (x - y);
        lab[i][2] = 200 * (y - z);
    }
    return sqrt(pow(lab[0][0] - lab[1][0], 2) + pow(lab[0][1] - lab[1][1], 2) +
                pow(lab[0][2] - lab[1][2], 2));
}

static double least_difference(enum role a, enum role b, enum theme theme)
{
    double least = INFINITY;
    for (size_t k = 0; k < 3; k++)
        least = fmin(least, difference(seen(light_of(a, theme), blindness[k]),
                                       seen(light_of(b, theme), blindness[k])));
    return least;
}

static void levels_stay_apart_for_the_colour_blind(void **state)
{
    (void)state;
    enum { SHAPES = 4 };
    for (unsigned theme = THEME_LIGHT; theme <= THEME_DARK; theme++) {
        for (unsigned a = 0; a < LEVEL_COLOURS; a++)
            for (unsigned b = 0; b < a; b++) {
                double apart = least_difference(palette_level(a), palette_level(b), theme);
                bool other_shape = a % SHAPES != b % SHAPES;
                if (apart < 10 && (a < SHAPES || !other_shape))
                    fail_msg("levels %u and %u are %.1f apart in theme %u", a, b, apart, theme);
            }
        assert_true(least_difference(ROLE_READ, ROLE_WRITE, theme) > 30);
    }
}

static void text_has_contrast(void **state)
{
    (void)state;
    static const enum role texts[] = {ROLE_INK, ROLE_QUIET, ROLE_READ, ROLE_WRITE};
    for (unsigned theme = THEME_LIGHT; theme <= THEME_DARK; theme++) {
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            assert_true(contrast(texts[i], ROLE_PAPER, theme) >= 4.5);
        for (unsigned level = 0; level < LEVEL_COLOURS; level++)
            if (contrast(palette_level(level), ROLE_PAPER, theme) < 4.5)
                fail_msg("level %u has %.2f in theme %u", level,
                         contrast(palette_level(level), ROLE_PAPER, theme), theme);
        for (unsigned step = 0; step < RAMP_STEPS; step++)
            assert_true(contrast(ROLE_INK, (enum role)(ROLE_RAMP + step), theme) >= 4.5);
        assert_true(contrast(ROLE_INTERVAL, ROLE_PAPER, theme) >= 2);
    }
}

/* Each step of the ramp is further from the paper than the one before. */
static void the_ramp_rises(void **state)
{
    (void)state;
    for (unsigned theme = THEME_LIGHT; theme <= THEME_DARK; theme++)
        for (unsigned step = 1; step < RAMP_STEPS; step++)
            assert_true(contrast((enum role)(ROLE_RAMP + step), ROLE_PAPER, theme) >
                        1.05 * contrast((enum role)(ROLE_RAMP + step - 1), ROLE_PAPER, theme));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_stay_apart_for_the_colour_blind),
        cmocka_unit_test(text_has_contrast),
        cmocka_unit_test(the_ramp_rises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
