#ifndef TESTS_UNIT_TESTING_H
#define TESTS_UNIT_TESTING_H

/* cmocka wants these before its own header. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
