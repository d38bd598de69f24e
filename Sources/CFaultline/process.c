#include "CFaultline.h"

#include <signal.h>
#include <sys/prctl.h>

int faultline_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }
