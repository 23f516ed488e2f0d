/* The only threads of the program. */
#include "ingest/ordered_workers.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MOST_THREADS = 64 };

struct task {
    size_t count;
    atomic_size_t next;
    void (*work)(void *context, size_t index);
    void *context;
};

static void *work_off(void *argument)
{
    struct task *task = argument;
    size_t index;
    while ((index = atomic_fetch_add(&task->next, 1)) < task->count)
        task->work(task->context, index);
    return NULL;
}

void ordered_workers_run(size_t count, unsigned jobs, void (*work)(void *context, size_t index),
                         void *context)
{
    struct task task = {.count = count, .work = work, .context = context};
    pthread_t threads[MOST_THREADS];
    size_t wanted = jobs < 1 ? 0 : jobs - 1, started = 0;
    if (wanted >= count)
        wanted = count == 0 ? 0 : count - 1;
    while (started < wanted && started < MOST_THREADS &&
           pthread_create(&threads[started], NULL, work_off, &task) == 0)
        started++;
    (void)work_off(&task);
    for (size_t i = 0; i < started; i++)
        (void)pthread_join(threads[i], NULL);
}
