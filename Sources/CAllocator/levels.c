// The highest level of two arenas, at any allocation of any thread.
//
// jemalloc calls its hooks at every allocation and every release. A block belongs to the arena that its page belongs
// to, whichever thread releases it, so blocks are counted by page and not by thread. Nothing in here allocates.
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

// MARK: - The levels

static struct {
  _Atomic(bool) is_on;
  uint32_t workload, store;
  _Atomic(int64_t) store_level, level, peak, store_at_peak;
} watches[faultline_most_watches];

// Watches from here on are not in use; there is seldom more than one.
static _Atomic(int) watch_end;

static void raise_peak(int number, int64_t level) {
  int64_t peak = atomic_load_explicit(&watches[number].peak, memory_order_relaxed);
  while (level > peak) {
    if (!atomic_compare_exchange_weak_explicit(
            &watches[number].peak, &peak, level, memory_order_relaxed, memory_order_relaxed))
      continue;
    int64_t store = atomic_load_explicit(&watches[number].store_level, memory_order_relaxed);
    atomic_store_explicit(&watches[number].store_at_peak, store, memory_order_relaxed);
    return;
  }
}

static void change(uint32_t arena, int64_t bytes) {
  int end = atomic_load_explicit(&watch_end, memory_order_acquire);
  for (int number = 0; number < end; number++) {
    if (!atomic_load_explicit(&watches[number].is_on, memory_order_acquire)) continue;
    bool is_store = arena == watches[number].store;
    if (!is_store && arena != watches[number].workload) continue;
    if (is_store) atomic_fetch_add_explicit(&watches[number].store_level, bytes, memory_order_relaxed);
    int64_t level = atomic_fetch_add_explicit(&watches[number].level, bytes, memory_order_relaxed) + bytes;
    if (bytes > 0) raise_peak(number, level);
  }
}

static void begins(const void *block) { change(arena_of(block), (int64_t)sallocx(block, 0)); }

static void ends(const void *block) { change(arena_of(block), -(int64_t)sallocx(block, 0)); }

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
  change(arena_of(block), (int64_t)new - (int64_t)old);
}

// MARK: - Watching

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *handle;
static int watch_count;

static int install(void) {
  int refusal = faultline_arenas_prepare();
  if (refusal) return refusal;
  hooks all = {on_alloc, on_dalloc, on_expand, NULL};
  size_t size = sizeof handle;
  faultline_threads_hold();
  refusal = mallctl("experimental.hooks.install", &handle, &size, &all, sizeof all);
  faultline_threads_release();
  return refusal;
}

static void uninstall(void) {
  faultline_threads_hold();
  mallctl("experimental.hooks.remove", NULL, NULL, &handle, sizeof handle);
  faultline_threads_release();
}

int faultline_levels_watch(uint32_t workload, uint32_t store, int *watch) {
  pthread_mutex_lock(&lock);
  int number = 0, refusal = 0;
  while (number < faultline_most_watches && atomic_load(&watches[number].is_on)) number += 1;
  if (number == faultline_most_watches) refusal = EBUSY;
  if (!refusal && watch_count == 0) refusal = install();
  if (!refusal) {
    watches[number].workload = workload;
    watches[number].store = store;
    atomic_store(&watches[number].store_level, 0);
    atomic_store(&watches[number].level, 0);
    atomic_store(&watches[number].peak, 0);
    atomic_store(&watches[number].store_at_peak, 0);
    atomic_store(&watches[number].is_on, true);
    if (atomic_load(&watch_end) <= number) atomic_store(&watch_end, number + 1);
    watch_count += 1;
    *watch = number;
  }
  pthread_mutex_unlock(&lock);
  return refusal;
}

static faultline_levels levels(int64_t whole, int64_t store) {
  return (faultline_levels){.workload = whole - store, .store = store};
}

faultline_levels faultline_levels_now(int watch) {
  return levels(atomic_load(&watches[watch].level), atomic_load(&watches[watch].store_level));
}

faultline_levels faultline_levels_at_peak(int watch) {
  return levels(atomic_load(&watches[watch].peak), atomic_load(&watches[watch].store_at_peak));
}

void faultline_levels_end(int watch) {
  pthread_mutex_lock(&lock);
  atomic_store(&watches[watch].is_on, false);
  int end = atomic_load(&watch_end);
  while (end > 0 && !atomic_load(&watches[end - 1].is_on)) end -= 1;
  atomic_store(&watch_end, end);
  watch_count -= 1;
  if (watch_count == 0) uninstall();
  pthread_mutex_unlock(&lock);
}
