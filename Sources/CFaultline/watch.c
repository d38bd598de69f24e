// Whose work a thread does at the moment: the workload's, or that of instruments. The variables belong to the
// thread, so that what other threads do meanwhile is taken for neither.
#include "CFaultline.h"

#include <stdbool.h>

static _Thread_local struct {
  bool begun;
  uint32_t pauses;
} watch;

void faultline_watch_begin(void) {
  watch.begun = true;
  watch.pauses = 0;
}

void faultline_watch_pause(void) { watch.pauses += 1; }

void faultline_watch_resume(void) {
  if (watch.pauses > 0) watch.pauses -= 1;
}

_Bool faultline_is_watched(void) { return watch.begun && watch.pauses == 0; }

void faultline_watch_end(void) { watch.begun = false; }
