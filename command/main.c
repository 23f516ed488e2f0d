#include <stdio.h>

int main(void)
{
    (void)puts("ashiftstat " ASHIFTSTAT_VERSION);
    return 0;
}
