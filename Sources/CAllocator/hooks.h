// The hooks, as jemalloc 5.3 declares them in a header that it does not install.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct {
  void (*alloc)(void *extra, int type, void *result, uintptr_t raw, uintptr_t args[3]);
  void (*dalloc)(void *extra, int type, void *block, uintptr_t args[4]);
  void (*expand)(void *extra, int type, void *block, size_t old, size_t new, uintptr_t raw, uintptr_t args[4]);
  void *extra;
} hooks;

// What `alloc` and `dalloc` are called for. A block that moves is two calls, the new one first.
enum { alloc_by_realloc = 7, alloc_by_rallocx = 8 };
enum { dalloc_by_realloc = 3, dalloc_by_rallocx = 4 };
