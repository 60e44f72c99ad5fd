// SPDX-License-Identifier: MIT
//
// Processes that solve, and that end with the process that started them: a run that is killed must
// not leave others that solve for hours and then write into the folder of another run.
#define _POSIX_C_SOURCE 200809L
#include "spacetime/work.h"

#include <signal.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

pid_t caperi_process_start(void)
{
    pid_t parent = getpid(), pid = fork();
#if defined(__linux__)
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (!caperi_process_attended(parent)) { // it ended before it could be asked for
            _exit(1);
        }
    }
#else
    (void)parent;
#endif
    return pid;
}

bool caperi_process_attended(pid_t parent)
{
    return getppid() == parent;
}
