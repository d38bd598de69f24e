// What only the kernel of Linux does: all of this target that is not the same elsewhere.
#define _GNU_SOURCE
#include "CFaultline.h"

#ifdef __linux__

#include <linux/futex.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int faultline_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

void faultline_wait(const void *word, uint32_t value) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

void faultline_wake_one(const void *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }

#else

#include <errno.h>
#include <sched.h>

int faultline_die_with_parent(void) {
  errno = ENOTSUP;
  return -1;
}

// The caller looks again in any case.
void faultline_wait(const void *word, uint32_t value) { sched_yield(); }

void faultline_wake_one(const void *word) {}

#endif
