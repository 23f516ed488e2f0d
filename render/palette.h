#ifndef RENDER_PALETTE_H
#define RENDER_PALETTE_H

/* What a mark means decides its colour. */
enum role {
    ROLE_NONE, /* not painted */
    ROLE_PAPER,
    ROLE_INK,   /* what is read first */
    ROLE_QUIET, /* what explains */
    ROLE_GRID,
    ROLE_BAND,     /* differences too small to matter */
    ROLE_INTERVAL, /* an interval that decides nothing */
    ROLE_READ,     /* reading and writing, where the levels stand along an axis */
    ROLE_WRITE,
    ROLE_RAMP,                  /* ROLE_RAMP + i: from the worst to the best cell of a grid */
    ROLE_LEVEL = ROLE_RAMP + 6, /* ROLE_LEVEL + i: level i of the factor */
    ROLE_COUNT = ROLE_LEVEL + 8,
};

enum {
    LEVEL_COLOURS = ROLE_COUNT - ROLE_LEVEL,
    RAMP_STEPS = ROLE_LEVEL - ROLE_RAMP,
};

enum theme {
    THEME_AUTO, /* as the reader's system asks; where nothing can ask, light */
    THEME_LIGHT,
    THEME_DARK,
};

/* 0xRRGGBB. */
unsigned palette_colour(enum role role, enum theme theme);

/* A short name for style classes: "paper", "ink", "l0" ... */
const char *palette_name(enum role role);

/* The role of a level by its place in the order of levels; from the ninth on colours return. */
enum role palette_level(unsigned level);

#endif
