// Waiting for a word in memory, as the kernel offers it: a call with variable arguments.
#define _GNU_SOURCE
#include "CFaultline.h"

#include <sched.h>

#ifdef __linux__
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

void faultline_wait(const void *word, uint32_t value) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

void faultline_wake_one(const void *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }
#else
// The caller looks again in any case.
void faultline_wait(const void *word, uint32_t value) { sched_yield(); }

void faultline_wake_one(const void *word) {}
#endif
