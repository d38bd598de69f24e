// What the instruments want of the allocator and Swift cannot say: its options, compiled in, and the hooks that
// it calls at every allocation.
#pragma once

#include <stdbool.h>
#include <stddef.h>
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

// MARK: - The ledger

/// What became of a block of the workload's arena; several at once where one block followed another.
enum {
  /// What lay here before the ledger began was released before the peak.
  faultline_ledger_old_ended = 1,
  /// What lay here before the ledger began was there at the peak, and was released after it.
  faultline_ledger_old_ended_later = 2,
  /// What lay here at the peak was taken since the ledger began.
  faultline_ledger_taken = 4,
  /// What was taken was released after the peak.
  faultline_ledger_given_back = 8,
  /// What lies here now was taken after the peak.
  faultline_ledger_later = 16,
  /// The block is none of the arena's.
  faultline_ledger_elsewhere = 32
};

/// What the ledger knows of an address.
typedef struct {
  /// Where the block begins; 0 in a place that is free.
  uintptr_t block;
  /// Its bytes at the peak, where it was there.
  uint64_t size;
  /// What it was said to be before the peak, and after it; 0 where nothing was said.
  uint32_t label, later_label;
  /// The mark under which it was taken.
  uint16_t mark;
  uint16_t flags;
} faultline_ledger_entry;

/// Opens the one ledger of the process for two arenas; returns 0, or EBUSY, ENOMEM or what the allocator refuses with.
int faultline_ledger_open(uint32_t workload, uint32_t store);

/// Notes what a block is, before the peak or after it; false where that was said already.
bool faultline_ledger_note(const void *block, uint32_t label, bool is_later);

/// Begins to follow blocks, with the levels of now, up to the allocation at which both levels together reach a target
/// for the first time; releases are followed further. Returns 0, or what the allocator refuses with.
int faultline_ledger_start(faultline_levels now, int64_t target);

/// Says what is being done; blocks that are taken from now on bear this mark.
void faultline_ledger_mark(uint16_t mark);

/// Whether the target was reached.
bool faultline_ledger_is_past_peak(void);

/// Whether there was too little memory to go on with it.
bool faultline_ledger_has_failed(void);

/// Returns what the arenas held when the target was reached, and the mark of that moment.
faultline_levels faultline_ledger_peak(uint16_t *mark);

/// Ends following; what is known stays.
void faultline_ledger_stop(void);

/// The table: so many places, some of them free.
const faultline_ledger_entry *faultline_ledger_places(size_t *count);

/// Gives the table's memory back, and lets another ledger begin.
void faultline_ledger_close(void);
