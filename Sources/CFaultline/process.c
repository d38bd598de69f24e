// What only the kernel of Linux does for a process: all of this target that is not the same elsewhere.
#include "CFaultline.h"

#ifdef __linux__

#include <signal.h>
#include <sys/prctl.h>

int faultline_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

#else

#include <errno.h>

int faultline_die_with_parent(void) {
  errno = ENOTSUP;
  return -1;
}

#endif
