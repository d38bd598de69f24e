// A ledger of the blocks of one arena, from a moment on and through the moment at which two arenas hold the most.
//
// The table lies in pages of its own, so that keeping it takes no block. A block that is released stays in it with what
// became of it: a block that was there at the peak must be known later, also where something else lies there by then.
#define _GNU_SOURCE
#include "CAllocator.h"
#include "arenas.h"
#include "hooks.h"
#include "threads.h"

#include <errno.h>
#include <jemalloc/jemalloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

typedef faultline_ledger_entry entry;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
  bool is_open, has_hooks, has_failed, is_past;
  uint32_t workload, store;
  int64_t workload_level, store_level, target;
  faultline_levels peak;
  uint16_t mark, mark_at_peak;
  void *handle;
} ledger;

// MARK: - The table

static entry *places;
static size_t place_count, used;
enum { first_place_count = 1 << 16 };

static entry *mapped(size_t count) {
  void *made = mmap(NULL, count * sizeof(entry), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return made == MAP_FAILED ? NULL : made;
}

// The place of a block, or the free one where it belongs. Blocks begin at multiples of eight.
static entry *place_of(entry *table, size_t count, uintptr_t block) {
  size_t place = ((block >> 3) * 0x9E3779B97F4A7C15ul) >> 20 & (count - 1);
  while (table[place].block && table[place].block != block) place = (place + 1) & (count - 1);
  return &table[place];
}

static bool grow(void) {
  size_t count = place_count * 2;
  entry *table = mapped(count);
  if (!table) return false;
  for (size_t place = 0; place < place_count; place++)
    if (places[place].block) *place_of(table, count, places[place].block) = places[place];
  munmap(places, place_count * sizeof(entry));
  places = table;
  place_count = count;
  return true;
}

// The entry of a block, made if there is none; nothing where no memory is left, and then the ledger is void.
static entry *entry_of(const void *block) {
  entry *found = place_of(places, place_count, (uintptr_t)block);
  if (found->block) return found;
  if (used * 10 >= place_count * 7) {
    if (!grow()) {
      ledger.has_failed = true;
      return NULL;
    }
    found = place_of(places, place_count, (uintptr_t)block);
  }
  used += 1;
  found->block = (uintptr_t)block;
  return found;
}

// MARK: - What blocks do

static void look_for_peak(void) {
  if (ledger.is_past || ledger.workload_level + ledger.store_level < ledger.target) return;
  ledger.is_past = true;
  ledger.peak = (faultline_levels){.workload = ledger.workload_level, .store = ledger.store_level};
  ledger.mark_at_peak = ledger.mark;
}

static void begins(const void *block) {
  uint32_t arena = arena_of(block);
  if (arena != ledger.workload && arena != ledger.store) return;
  size_t size = sallocx(block, 0);
  pthread_mutex_lock(&lock);
  if (arena == ledger.store) {
    ledger.store_level += (int64_t)size;
  } else {
    ledger.workload_level += (int64_t)size;
    entry *found = entry_of(block);
    if (found && ledger.is_past) {
      found->flags |= faultline_ledger_later;
    } else if (found) {
      found->flags |= faultline_ledger_taken;
      found->size = size;
      found->mark = ledger.mark;
    }
  }
  look_for_peak();
  pthread_mutex_unlock(&lock);
}

// What lies at an address ends: what came after the peak, else what was taken before it, else what was always there.
static void note_end(entry *found) {
  if (found->flags & faultline_ledger_later) {
    found->flags &= (uint16_t)~faultline_ledger_later;
  } else if (found->flags & faultline_ledger_taken && !(found->flags & faultline_ledger_given_back)) {
    if (ledger.is_past)
      found->flags |= faultline_ledger_given_back;
    else
      found->flags &= (uint16_t)~faultline_ledger_taken;
  } else {
    found->flags |= ledger.is_past ? faultline_ledger_old_ended_later : faultline_ledger_old_ended;
  }
}

static void ends(const void *block) {
  uint32_t arena = arena_of(block);
  if (arena != ledger.workload && arena != ledger.store) return;
  int64_t size = (int64_t)sallocx(block, 0);
  pthread_mutex_lock(&lock);
  if (arena == ledger.store) {
    ledger.store_level -= size;
  } else {
    ledger.workload_level -= size;
    entry *found = entry_of(block);
    if (found) note_end(found);
  }
  pthread_mutex_unlock(&lock);
}

// The block that this thread moves at the moment: it ended before its successor began.
static _Thread_local const void *moving;

static void on_alloc(void *extra, int type, void *result, uintptr_t raw, uintptr_t args[3]) {
  if (!result) return;
  const void *old = type >= alloc_by_realloc ? (const void *)args[0] : NULL;
  if (old) {
    ends(old);
    moving = old;
  }
  begins(result);
}

static void on_dalloc(void *extra, int type, void *block, uintptr_t args[4]) {
  if (!block) return;
  if (type >= dalloc_by_realloc && block == moving) {
    moving = NULL;
    return;
  }
  ends(block);
}

static void on_expand(void *extra, int type, void *block, size_t old, size_t new, uintptr_t raw, uintptr_t args[4]) {
  uint32_t arena = arena_of(block);
  if (arena != ledger.workload && arena != ledger.store) return;
  pthread_mutex_lock(&lock);
  int64_t bytes = (int64_t)new - (int64_t)old;
  if (arena == ledger.store) {
    ledger.store_level += bytes;
  } else {
    ledger.workload_level += bytes;
    entry *found = entry_of(block);
    if (found && !ledger.is_past) found->size = new;
  }
  if (bytes > 0) look_for_peak();
  pthread_mutex_unlock(&lock);
}

// MARK: - Keeping it

int faultline_ledger_open(uint32_t workload, uint32_t store) {
  pthread_mutex_lock(&lock);
  int refusal = ledger.is_open ? EBUSY : faultline_arenas_prepare();
  if (!refusal) {
    places = mapped(first_place_count);
    if (!places) refusal = ENOMEM;
  }
  if (!refusal) {
    place_count = first_place_count;
    used = 0;
    memset(&ledger, 0, sizeof ledger);
    ledger.is_open = true;
    ledger.workload = workload;
    ledger.store = store;
  }
  pthread_mutex_unlock(&lock);
  return refusal;
}

bool faultline_ledger_note(const void *block, uint32_t label, bool is_later) {
  pthread_mutex_lock(&lock);
  entry *found = entry_of(block);
  bool is_new = found && !(is_later ? found->later_label : found->label);
  if (is_new) {
    if (is_later) found->later_label = label;
    else found->label = label;
    if (arena_of(block) != ledger.workload) found->flags |= faultline_ledger_elsewhere;
    // Whatever was not taken since was there before, and is of the same size still.
    if (!(found->flags & (faultline_ledger_taken | faultline_ledger_later))) found->size = sallocx(block, 0);
  }
  pthread_mutex_unlock(&lock);
  return is_new;
}

int faultline_ledger_start(faultline_levels now, int64_t target) {
  ledger.workload_level = now.workload;
  ledger.store_level = now.store;
  ledger.target = target;
  hooks all = {on_alloc, on_dalloc, on_expand, NULL};
  size_t size = sizeof ledger.handle;
  faultline_threads_hold();
  int refusal = mallctl("experimental.hooks.install", &ledger.handle, &size, &all, sizeof all);
  faultline_threads_release();
  ledger.has_hooks = refusal == 0;
  return refusal;
}

void faultline_ledger_mark(uint16_t mark) { ledger.mark = mark; }

bool faultline_ledger_is_past_peak(void) { return ledger.is_past; }

bool faultline_ledger_has_failed(void) { return ledger.has_failed; }

faultline_levels faultline_ledger_peak(uint16_t *mark) {
  *mark = ledger.mark_at_peak;
  return ledger.peak;
}

void faultline_ledger_stop(void) {
  if (!ledger.has_hooks) return;
  faultline_threads_hold();
  mallctl("experimental.hooks.remove", NULL, NULL, &ledger.handle, sizeof ledger.handle);
  faultline_threads_release();
  ledger.has_hooks = false;
}

const faultline_ledger_entry *faultline_ledger_places(size_t *count) {
  *count = place_count;
  return places;
}

void faultline_ledger_close(void) {
  faultline_ledger_stop();
  pthread_mutex_lock(&lock);
  munmap(places, place_count * sizeof(entry));
  places = NULL;
  ledger.is_open = false;
  pthread_mutex_unlock(&lock);
}
