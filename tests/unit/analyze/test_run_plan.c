/* Required runs before there are any runs. */

#include "testing.h"

#include "analyze/run_plan.h"

#include <math.h>

/* The sizes of two-sided t tests at 5 % and 80 % power that tables print (Cohen 1988, table 2.4.1):
   d = 0.5: 64, d = 0.8: 26, d = 1.0: 17; 90 %: 86 (85 by rounding of d), 34, 23 (22). The change is
   d standard deviations of ln(value). */
static void sizes_of_tables(void **state)
{
    (void)state;
    static const struct {
        double d, detect, equivalent;
    } cases[] = {{0.5, 64, 86}, {0.8, 26, 34}, {1.0, 17, 23}};
    for (size_t i = 0; i < 3; i++) {
        double deviation = 0.08, cv = sqrt(expm1(deviation * deviation));
        struct run_plan plan = run_plan_from_cv(cv, expm1(cases[i].d * deviation), 0.05);
        assert_true(plan.detect == cases[i].detect);
        assert_true(plan.equivalent == cases[i].equivalent);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_of_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
