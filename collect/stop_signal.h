#ifndef COLLECT_STOP_SIGNAL_H
#define COLLECT_STOP_SIGNAL_H

#include "model/failure.h"

#include <signal.h>

/* SIGINT, SIGTERM and SIGHUP as something to ask for instead of something that happens: while
   caught they are blocked and wait in a descriptor, so that clean-up is never cut short. SIGPIPE is
   ignored meanwhile. */
struct stop_signal {
    int descriptor; /* readable once one has arrived */
    int number;     /* the signal that arrived; 0 = none yet */
    sigset_t mask_before;
    struct sigaction pipe_before;
};

NODISCARD bool stop_signal_catch(struct stop_signal *stop, struct failure *failure);

/* True from the first signal on. Does not wait. */
bool stop_signal_arrived(struct stop_signal *stop);

/* Gives the signals back to who had them. */
void stop_signal_release(struct stop_signal *stop);

#endif
