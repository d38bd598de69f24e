// A ledger of every block, kept beside jemalloc by a library that is loaded before it.
//
// It knows nothing of the program but the order in which it makes its arenas: the workload's first, SQLite's second.
// Whenever the program refreshes the allocator's statistics, what the ledger knows of the two is written to the file
// that FAULTLINE_LEDGER names, one line each time:
//   workload: live allocations bytes frees; store: the same; the most that both held since the last line
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// MARK: - The allocator behind

static void *(*next_malloc)(size_t);
static void (*next_free)(void *);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static int (*next_posix_memalign)(void **, size_t, size_t);
static void *(*next_aligned_alloc)(size_t, size_t);
static void *(*next_memalign)(size_t, size_t);
static void *(*next_mallocx)(size_t, int);
static void *(*next_rallocx)(void *, size_t, int);
static size_t (*next_xallocx)(void *, size_t, size_t, int);
static void (*next_dallocx)(void *, int);
static void (*next_sdallocx)(void *, size_t, int);
static size_t (*next_sallocx)(const void *, int);
static int (*next_mallctl)(const char *, void *, size_t *, void *, size_t);
static int (*next_mallctlbymib)(const size_t *, size_t, void *, size_t *, void *, size_t);
static int (*next_mallctlnametomib)(const char *, size_t *, size_t *);

// What the search for the functions needs itself.
static char early[1 << 16];
static size_t early_used;
static bool is_early(const void *block) { return (char *)block >= early && (char *)block < early + sizeof early; }

static void *take_early(size_t bytes) {
  void *block = early + early_used;
  early_used += (bytes + 15) & ~15ul;
  return early_used <= sizeof early ? block : NULL;
}

static bool is_searching;

static void find_all(void) {
  if (next_malloc || is_searching) return;
  is_searching = true;
#define FIND(name) next_##name = dlsym(RTLD_NEXT, #name)
  FIND(free), FIND(calloc), FIND(realloc), FIND(posix_memalign), FIND(aligned_alloc), FIND(memalign);
  FIND(mallocx), FIND(rallocx), FIND(xallocx), FIND(dallocx), FIND(sdallocx), FIND(sallocx);
  FIND(mallctl), FIND(mallctlbymib), FIND(mallctlnametomib), FIND(malloc);
  is_searching = false;
}

// MARK: - The ledger

typedef struct {
  uintptr_t block;
  uint64_t size : 48, arena : 16;
} entry;

enum { capacity = 1 << 24 };
static entry *ledger;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

typedef struct {
  int64_t live, allocations, bytes, frees;
} account;

enum { no_arena = 0xFFFF };
static unsigned arenas[2] = {no_arena, no_arena};  // The workload's, and SQLite's.
static account accounts[2];
static int64_t highest;

static size_t place_of(uintptr_t block) { return (block >> 3) * 0x9E3779B97F4A7C15ull >> 40; }

static account *account_of(unsigned arena) {
  return arena == arenas[0] ? &accounts[0] : arena == arenas[1] ? &accounts[1] : NULL;
}

static void note(void *block, size_t size, unsigned arena) {
  account *account = account_of(arena);
  if (!account) return;
  size_t place = place_of((uintptr_t)block);
  while (ledger[place].block) place = (place + 1) % capacity;
  ledger[place] = (entry){.block = (uintptr_t)block, .size = size, .arena = arena};
  account->live += size;
  account->allocations += 1;
  account->bytes += size;
  int64_t level = accounts[0].live + accounts[1].live;
  if (level > highest) highest = level;
}

static void strike(void *block) {
  if (!ledger) return;
  size_t place = place_of((uintptr_t)block);
  while (ledger[place].block && ledger[place].block != (uintptr_t)block) place = (place + 1) % capacity;
  if (!ledger[place].block) return;
  account *account = account_of(ledger[place].arena);
  account->live -= ledger[place].size;
  account->frees += 1;
  // Those behind it that were pushed on come nearer to their place.
  size_t hole = place;
  for (size_t next = (hole + 1) % capacity; ledger[next].block; next = (next + 1) % capacity) {
    size_t wanted = place_of(ledger[next].block);
    if ((next - wanted) % capacity < (next - hole) % capacity) continue;
    ledger[hole] = ledger[next];
    hole = next;
  }
  ledger[hole].block = 0;
}

static _Thread_local unsigned bound;

static unsigned arena_in(int flags) {
  unsigned asked = (unsigned)flags >> 20;
  return asked ? asked - 1 : bound;
}

static void *noted(void *block, unsigned arena) {
  if (!block || arenas[0] == no_arena) return block;
  pthread_mutex_lock(&lock);
  note(block, next_sallocx(block, 0), arena);
  pthread_mutex_unlock(&lock);
  return block;
}

static void struck(void *block) {
  pthread_mutex_lock(&lock);
  strike(block);
  pthread_mutex_unlock(&lock);
}

// A block that changes its size, where it is or elsewhere, is an allocation and a release; one that keeps it is neither.
static void *moved(void *old, size_t former, void *block, unsigned arena) {
  if (!block) return NULL;
  size_t size = next_sallocx(block, 0);
  if (block == old && size == former) return block;
  pthread_mutex_lock(&lock);
  strike(old);
  if (arenas[0] != no_arena) note(block, size, arena);
  pthread_mutex_unlock(&lock);
  return block;
}

// MARK: - What the program calls

void *malloc(size_t bytes) {
  find_all();
  return next_malloc ? noted(next_malloc(bytes), bound) : take_early(bytes);
}

void free(void *block) {
  if (!block || is_early(block)) return;
  struck(block);
  next_free(block);
}

void *calloc(size_t count, size_t bytes) {
  find_all();
  return next_malloc ? noted(next_calloc(count, bytes), bound) : take_early(count * bytes);
}

void *realloc(void *old, size_t bytes) {
  if (!old) return malloc(bytes);
  if (is_early(old)) return memcpy(malloc(bytes), old, bytes);
  if (bytes == 0) struck(old);
  size_t former = next_sallocx(old, 0);
  void *block = next_realloc(old, bytes);
  return bytes == 0 ? noted(block, bound) : moved(old, former, block, bound);
}

int posix_memalign(void **block, size_t alignment, size_t bytes) {
  find_all();
  int refusal = next_posix_memalign(block, alignment, bytes);
  if (!refusal) noted(*block, bound);
  return refusal;
}

void *aligned_alloc(size_t alignment, size_t bytes) { return noted(next_aligned_alloc(alignment, bytes), bound); }

void *memalign(size_t alignment, size_t bytes) { return noted(next_memalign(alignment, bytes), bound); }

void *mallocx(size_t bytes, int flags) { return noted(next_mallocx(bytes, flags), arena_in(flags)); }

void *rallocx(void *old, size_t bytes, int flags) {
  size_t former = next_sallocx(old, 0);
  return moved(old, former, next_rallocx(old, bytes, flags), arena_in(flags));
}

size_t xallocx(void *block, size_t bytes, size_t more, int flags) {
  size_t former = next_sallocx(block, 0), size = next_xallocx(block, bytes, more, flags);
  moved(block, former, block, arena_in(flags));
  return size;
}

void dallocx(void *block, int flags) {
  struck(block);
  next_dallocx(block, flags);
}

void sdallocx(void *block, size_t bytes, int flags) {
  struck(block);
  next_sdallocx(block, bytes, flags);
}

// MARK: - What the program asks

enum { deepest = 8 };
static size_t epoch[deepest], thread_arena[deepest], epoch_depth, thread_arena_depth;

static void write_line(void) {
  static int file = -1;
  if (file < 0) {
    const char *path = getenv("FAULTLINE_LEDGER");
    if (!path) return;
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }
  char line[256];
  pthread_mutex_lock(&lock);
  int length = snprintf(
      line, sizeof line, "%ld %ld %ld %ld %ld %ld %ld %ld %ld\n", accounts[0].live, accounts[0].allocations,
      accounts[0].bytes, accounts[0].frees, accounts[1].live, accounts[1].allocations, accounts[1].bytes,
      accounts[1].frees, highest);
  highest = accounts[0].live + accounts[1].live;
  pthread_mutex_unlock(&lock);
  if (write(file, line, length) != length) abort();
}

int mallctlnametomib(const char *name, size_t *mib, size_t *depth) {
  find_all();
  int refusal = next_mallctlnametomib(name, mib, depth);
  if (!refusal && !strcmp(name, "epoch")) memcpy(epoch, mib, (epoch_depth = *depth) * sizeof *mib);
  if (!refusal && !strcmp(name, "thread.arena"))
    memcpy(thread_arena, mib, (thread_arena_depth = *depth) * sizeof *mib);
  return refusal;
}

static bool is(const size_t *mib, size_t depth, const size_t *other, size_t other_depth) {
  return depth == other_depth && depth > 0 && !memcmp(mib, other, depth * sizeof *mib);
}

int mallctlbymib(const size_t *mib, size_t depth, void *old, size_t *old_size, void *new, size_t new_size) {
  int refusal = next_mallctlbymib(mib, depth, old, old_size, new, new_size);
  if (refusal || !new) return refusal;
  if (is(mib, depth, thread_arena, thread_arena_depth)) bound = *(unsigned *)new;
  if (is(mib, depth, epoch, epoch_depth) && arenas[1] != no_arena) write_line();
  return refusal;
}

int mallctl(const char *name, void *old, size_t *old_size, void *new, size_t new_size) {
  find_all();
  int refusal = next_mallctl(name, old, old_size, new, new_size);
  if (refusal || strcmp(name, "arenas.create") || arenas[1] != no_arena) return refusal;
  if (!ledger) {
    ledger = mmap(
        NULL, capacity * sizeof(entry), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (ledger == MAP_FAILED) abort();
  }
  arenas[arenas[0] == no_arena ? 0 : 1] = *(unsigned *)old;
  return refusal;
}
