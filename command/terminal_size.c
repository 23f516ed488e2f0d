#include "command/terminal_size.h"

#include "model/text.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* The locale is never set in this program, so its variables are read as setlocale would
 * (POSIX 8.2). */
static bool locale_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct text value = text_of(getenv(names[i]));
        if (value.size == 0)
            continue;
        return text_find_ignoring_case(value, "utf-8", 0) < value.size ||
               text_find_ignoring_case(value, "utf8", 0) < value.size;
    }
    return false;
}

struct terminal_options terminal_options_here(void)
{
    struct winsize size = {.ws_col = 0};
    bool terminal = isatty(STDOUT_FILENO) == 1;
    const char *no_colour = getenv("NO_COLOR");
    if (terminal)
        (void)ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    return (struct terminal_options){.utf8 = locale_is_utf8(),
                                     .colour =
                                         terminal && (no_colour == NULL || no_colour[0] == '\0'),
                                     .columns = size.ws_col};
}
