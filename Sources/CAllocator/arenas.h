// To which arena a block belongs, found by its page.
#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

// An arena keeps its pages for ever, so the allocator is asked once for each page in which a block begins.
// The table has two floors: regions of a gigabyte, and in each a number for every page, which is that of the arena
// and one more; 0 is a page that was not asked for yet.
enum { page_bits = 12, region_bits = 30, address_bits = 47 };
typedef _Atomic(uint16_t) owner;
extern _Atomic(owner *) faultline_regions[1 << (address_bits - region_bits)];

/// Finds out how the allocator is asked; returns 0, or the number with which it refuses.
int faultline_arenas_prepare(void);

/// Asks the allocator, and notes the answer for the whole page where there is room for it.
uint32_t faultline_arena_asked(const void *block);

static inline uint32_t arena_of(const void *block) {
  uintptr_t address = (uintptr_t)block;
  if (address >> address_bits) return faultline_arena_asked(block);
  owner *region = atomic_load_explicit(&faultline_regions[address >> region_bits], memory_order_acquire);
  if (!region) return faultline_arena_asked(block);
  owner *page = &region[(address & ((1ul << region_bits) - 1)) >> page_bits];
  uint16_t known = atomic_load_explicit(page, memory_order_relaxed);
  return known ? known - 1u : faultline_arena_asked(block);
}
