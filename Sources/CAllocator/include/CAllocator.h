// What the instruments want of the allocator and Swift cannot say: its options, compiled in, and the hooks that
// it calls at every allocation.
#pragma once

#include <stdint.h>

/// The options that jemalloc reads before `main`.
extern const char *malloc_conf;

/// What two arenas hold: at some moment, in bytes above the level at the start.
typedef struct {
  int64_t workload, store;
} faultline_levels;

/// How many pairs of arenas can be followed at the same time.
enum { faultline_most_watches = 16 };

/// Begins to follow two arenas at every allocation of every thread, with their levels of now as zero.
///
/// Returns 0 and the number of the watch, or the number with which the allocator refuses; EBUSY where there are
/// `faultline_most_watches` already.
int faultline_levels_watch(uint32_t workload, uint32_t store, int *watch);

/// Returns what the arenas hold now; what lies in the caches of threads is not held.
faultline_levels faultline_levels_now(int watch);

/// Returns what the arenas held when they held the most together.
faultline_levels faultline_levels_at_peak(int watch);

/// Ends a watch; its number may be given to another one.
void faultline_levels_end(int watch);
