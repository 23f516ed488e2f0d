#include "model/failure.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void record(struct failure *failure, enum failure_kind kind, const char *format,
                   va_list arguments)
{
    failure->kind = kind;
    (void)vsnprintf(failure->message, sizeof failure->message, format, arguments);
    for (char *c = failure->message; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
}

bool failure_set(struct failure *failure, enum failure_kind kind, const char *format, ...)
{
    if (failure == NULL || failure->kind != FAILURE_NONE)
        return false;
    va_list arguments;
    va_start(arguments, format);
    record(failure, kind, format, arguments);
    va_end(arguments);
    return false;
}

bool failure_set_errno(struct failure *failure, const char *format, ...)
{
    int reason = errno;
    if (failure == NULL || failure->kind != FAILURE_NONE)
        return false;
    va_list arguments;
    va_start(arguments, format);
    record(failure, FAILURE_SYSTEM, format, arguments);
    va_end(arguments);
    size_t used = strlen(failure->message);
    (void)snprintf(failure->message + used, sizeof failure->message - used, ": %s",
                   strerror(reason));
    return false;
}
