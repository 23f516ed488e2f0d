/* Levels: blue, vermillion, green and purple of Okabe and Ito's set ("Color Universal Design",
   2008), a little darker for white paper and lighter for dark paper, so that text and figures in
   them or on them have a contrast of at least 4.5 to 1; the four stay apart for the common kinds of
   colour blindness. Four more follow for many levels. Reading and writing
   have indigo and brown. The ramp of grids is neutral, one step of lightness after the other, and
   ink can be read on all of it. Colour never stands alone: marks have shapes and labels. */
#include "render/palette.h"

static const struct {
    const char *name;
    unsigned light, dark;
} colours[ROLE_COUNT] = {
    [ROLE_NONE] = {"none", 0xffffff, 0x1b1f24},
    [ROLE_PAPER] = {"paper", 0xffffff, 0x1b1f24},
    [ROLE_INK] = {"ink", 0x1b1f24, 0xe8ecf0},
    [ROLE_QUIET] = {"quiet", 0x56606b, 0xa7b0ba},
    [ROLE_GRID] = {"grid", 0xd9dee3, 0x3a424b},
    [ROLE_BAND] = {"band", 0xe9edf1, 0x2b323a},
    [ROLE_INTERVAL] = {"interval", 0xa3abb3, 0x6e7883},
    [ROLE_READ] = {"read", 0x4a4aa8, 0xa3a0f5},
    [ROLE_WRITE] = {"write", 0x8a5300, 0xdca23e},
    [ROLE_RAMP] = {"r0", 0xf4f6f8, 0x21262c},
    [ROLE_RAMP + 1] = {"r1", 0xe4e9ed, 0x2a3138},
    [ROLE_RAMP + 2] = {"r2", 0xd2dae1, 0x343d46},
    [ROLE_RAMP + 3] = {"r3", 0xbfcad3, 0x3e4a55},
    [ROLE_RAMP + 4] = {"r4", 0xabb9c4, 0x495765},
    [ROLE_RAMP + 5] = {"r5", 0x97a8b6, 0x556576},
    [ROLE_LEVEL] = {"l0", 0x0072b2, 0x4ba3dd},
    [ROLE_LEVEL + 1] = {"l1", 0xc04d00, 0xee7d33},
    [ROLE_LEVEL + 2] = {"l2", 0x00805c, 0x1fb58a},
    [ROLE_LEVEL + 3] = {"l3", 0xb3568a, 0xd98fb8},
    [ROLE_LEVEL + 4] = {"l4", 0x806218, 0xc29d45},
    [ROLE_LEVEL + 5] = {"l5", 0x6a5fc4, 0x9d94ea},
    [ROLE_LEVEL + 6] = {"l6", 0x66707b, 0x9aa5b1},
    [ROLE_LEVEL + 7] = {"l7", 0xb8324e, 0xee7489},
};

unsigned palette_colour(enum role role, enum theme theme)
{
    return theme == THEME_DARK ? colours[role].dark : colours[role].light;
}

const char *palette_name(enum role role)
{
    return colours[role].name;
}

enum role palette_level(unsigned level)
{
    return (enum role)(ROLE_LEVEL + level % LEVEL_COLOURS);
}
