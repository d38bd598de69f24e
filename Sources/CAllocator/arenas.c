// The table of pages, and the question to the allocator behind it.
#define _GNU_SOURCE
#include "arenas.h"

#include <jemalloc/jemalloc.h>
#include <sys/mman.h>

_Atomic(owner *) faultline_regions[1 << (address_bits - region_bits)];
static const size_t region_size = sizeof(owner) << (region_bits - page_bits);

static size_t lookup[8], lookup_depth = 8;

int faultline_arenas_prepare(void) {
  lookup_depth = sizeof lookup / sizeof *lookup;
  return mallctlnametomib("arenas.lookup", lookup, &lookup_depth);
}

static owner *region_of(uintptr_t address) {
  _Atomic(owner *) *place = &faultline_regions[address >> region_bits];
  owner *region = atomic_load_explicit(place, memory_order_acquire);
  if (region) return region;
  owner *made = mmap(NULL, region_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) return NULL;
  if (atomic_compare_exchange_strong(place, &region, made)) return made;
  munmap(made, region_size);
  return region;
}

uint32_t faultline_arena_asked(const void *block) {
  unsigned arena = UINT32_MAX;
  size_t size = sizeof arena;
  mallctlbymib(lookup, lookup_depth, &arena, &size, &block, sizeof block);
  uintptr_t address = (uintptr_t)block;
  owner *region = address >> address_bits ? NULL : region_of(address);
  if (!region || arena >= UINT16_MAX) return arena;
  owner *page = &region[(address & ((1ul << region_bits) - 1)) >> page_bits];
  atomic_store_explicit(page, (uint16_t)(arena + 1), memory_order_relaxed);
  return arena;
}
