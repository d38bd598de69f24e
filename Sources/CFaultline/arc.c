// Reference counting as it happens: the runtime calls through these pointers once it is told to.
#define _DEFAULT_SOURCE
#include "CFaultline.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

// Exported by the runtime for instruments; a runtime without them leaves the addresses empty.
extern void *(*_swift_retain)(void *) __attribute__((weak));
extern void (*_swift_release)(void *) __attribute__((weak));
extern void *(*_swift_retain_n)(void *, uint32_t) __attribute__((weak));
extern void (*_swift_release_n)(void *, uint32_t) __attribute__((weak));
extern void *(*_swift_tryRetain)(void *) __attribute__((weak));
extern void *(*_swift_allocObject)(const void *, size_t, size_t) __attribute__((weak));
extern _Atomic(bool) _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly
    __attribute__((weak));

static void *(*plain_retain)(void *);
static void (*plain_release)(void *);
static void *(*plain_retain_n)(void *, uint32_t);
static void (*plain_release_n)(void *, uint32_t);
static void *(*plain_try_retain)(void *);
static void *(*plain_alloc)(const void *, size_t, size_t);

// Plain numbers: only the thread that is watched adds to them.
static faultline_arc_counts counts;

// Pages that are known to be there; what the allocator or the loader has mapped stays mapped.
static _Atomic(uintptr_t) known_pages[1 << 14];

static bool is_mapped(uintptr_t address) {
  uintptr_t page = address >> 12;
  _Atomic(uintptr_t) *known = &known_pages[page & ((1 << 14) - 1)];
  if (atomic_load_explicit(known, memory_order_relaxed) == page) return true;
  unsigned char resident;
  if (mincore((void *)(page << 12), 1, &resident) != 0) return false;
  atomic_store_explicit(known, page, memory_order_relaxed);
  return true;
}

// Watched, the runtime of Swift 6.3 also hands on what is no object: short texts, of which it takes the
// last letters for an address. Unwatched it would leave them alone, and so do we. It may lose such a text
// over it all the same, so what was counted is worth something only where the work came to the same.
static bool is_object(const void *object) {
  intptr_t address = (intptr_t)object;
  return address > 0xFFFF && !(address & 7) && is_mapped((uintptr_t)address);
}

// What lives for ever is not counted by the runtime either: the word behind the class begins with 10 then.
static bool is_counted(const void *object) {
  return faultline_peak_is_watching() && ((const uint64_t *)object)[1] >> 62 != 2;
}

static void *counting_retain(void *object) {
  if (!is_object(object)) return object;
  if (is_counted(object)) counts.retains += 1;
  return plain_retain(object);
}

static void counting_release(void *object) {
  if (!is_object(object)) return;
  if (is_counted(object)) counts.releases += 1;
  plain_release(object);
}

static void *counting_retain_n(void *object, uint32_t times) {
  if (!is_object(object)) return object;
  if (is_counted(object)) counts.retains += times;
  return plain_retain_n(object, times);
}

static void counting_release_n(void *object, uint32_t times) {
  if (!is_object(object)) return;
  if (is_counted(object)) counts.releases += times;
  plain_release_n(object, times);
}

static void *counting_try_retain(void *object) {
  if (!is_object(object)) return plain_try_retain(object);
  bool counted = is_counted(object);
  void *retained = plain_try_retain(object);
  if (retained && counted) counts.retains += 1;
  return retained;
}

static void *counting_alloc(const void *metadata, size_t size, size_t alignment) {
  if (faultline_peak_is_watching()) counts.allocations += 1;
  return plain_alloc(metadata, size, alignment);
}

_Bool faultline_arc_start(void) {
  if (!&_swift_retain || !&_swift_release || !&_swift_retain_n || !&_swift_release_n ||
      !&_swift_tryRetain || !&_swift_allocObject)
    return false;
  counts = (faultline_arc_counts){0};
  plain_retain = _swift_retain;
  plain_release = _swift_release;
  plain_retain_n = _swift_retain_n;
  plain_release_n = _swift_release_n;
  plain_try_retain = _swift_tryRetain;
  plain_alloc = _swift_allocObject;
  _swift_retain = counting_retain;
  _swift_release = counting_release;
  _swift_retain_n = counting_retain_n;
  _swift_release_n = counting_release_n;
  _swift_tryRetain = counting_try_retain;
  _swift_allocObject = counting_alloc;
  if (&_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly)
    atomic_store(&_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly, true);
  return true;
}

void faultline_arc_stop(void) {
  if (!plain_retain) return;
  if (&_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly)
    atomic_store(&_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly, false);
  _swift_retain = plain_retain;
  _swift_release = plain_release;
  _swift_retain_n = plain_retain_n;
  _swift_release_n = plain_release_n;
  _swift_tryRetain = plain_try_retain;
  _swift_allocObject = plain_alloc;
}

faultline_arc_counts faultline_arc_read(void) { return counts; }
