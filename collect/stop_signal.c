#include "collect/stop_signal.h"

#include <sys/signalfd.h>
#include <unistd.h>

bool stop_signal_catch(struct stop_signal *stop, struct failure *failure)
{
    *stop = (struct stop_signal){.descriptor = -1};
    sigset_t wanted;
    (void)sigemptyset(&wanted);
    (void)sigaddset(&wanted, SIGINT);
    (void)sigaddset(&wanted, SIGTERM);
    struct sigaction hangup;
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN) {
        (void)sigaddset(&wanted, SIGHUP); /* unless started by nohup */
    }
    struct sigaction ignored = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGPIPE, &ignored, &stop->pipe_before);
    if (sigprocmask(SIG_BLOCK, &wanted, &stop->mask_before) != 0) {
        return failure_set_errno(failure, "cannot block signals");
    }
    stop->descriptor = signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
    if (stop->descriptor < 0) {
        (void)failure_set_errno(failure, "cannot watch for signals");
        stop_signal_release(stop);
        return false;
    }
    return true;
}

bool stop_signal_arrived(struct stop_signal *stop)
{
    struct signalfd_siginfo arrived;
    while (read(stop->descriptor, &arrived, sizeof arrived) == (ssize_t)sizeof arrived) {
        stop->number = (int)arrived.ssi_signo;
    }
    return stop->number != 0;
}

void stop_signal_release(struct stop_signal *stop)
{
    if (stop->descriptor >= 0) {
        (void)stop_signal_arrived(stop); /* one that was seen must not strike afterwards */
        (void)close(stop->descriptor);
        stop->descriptor = -1;
    }
    (void)sigprocmask(SIG_SETMASK, &stop->mask_before, NULL);
    (void)sigaction(SIGPIPE, &stop->pipe_before, NULL);
}
