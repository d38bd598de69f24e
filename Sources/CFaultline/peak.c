// The peak of what a thread holds. It lies here because the variables belong to the thread: a hook
// that fires on another thread finds nothing to watch there, and spoils nothing.
#include "CFaultline.h"

#include <stdbool.h>

static _Thread_local struct {
  bool watching;  // Not while paused: sampling then costs one look at this flag.
  bool started;
  uint32_t pauses;
  const uint64_t *allocated, *deallocated;
  int64_t base;  // The level at the start, moved by what happened in the pauses.
  int64_t peak;
  int64_t level_at_pause;
} gauge;

// Wraps around by design: the difference is right even after the counters did.
static int64_t level(void) { return (int64_t)(*gauge.allocated - *gauge.deallocated); }

void faultline_peak_start(const uint64_t *allocated, const uint64_t *deallocated) {
  gauge.allocated = allocated;
  gauge.deallocated = deallocated;
  gauge.base = level();
  gauge.peak = 0;
  gauge.pauses = 0;
  gauge.started = gauge.watching = true;
}

_Bool faultline_peak_is_watching(void) { return gauge.watching; }

void faultline_peak_sample(void) {
  if (!gauge.watching) return;
  int64_t excess = level() - gauge.base;
  if (excess > gauge.peak) gauge.peak = excess;
}

void faultline_peak_pause(void) {
  if (!gauge.started || gauge.pauses++ > 0) return;
  faultline_peak_sample();
  gauge.level_at_pause = level();
  gauge.watching = false;
}

void faultline_peak_resume(void) {
  if (!gauge.started || gauge.pauses == 0 || --gauge.pauses > 0) return;
  gauge.base += level() - gauge.level_at_pause;
  gauge.watching = true;
}

int64_t faultline_peak_read(void) { return gauge.peak; }

void faultline_peak_stop(void) { gauge.started = gauge.watching = false; }
