// Reference counting as it happens: the runtime calls through these pointers once that is switched on.
#define _GNU_SOURCE
#include "CFaultline.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

// Exported by the runtime for instruments; a runtime without them leaves the addresses empty.
extern void *(*_swift_retain)(void *) __attribute__((weak));
extern void (*_swift_release)(void *) __attribute__((weak));
extern void *(*_swift_retain_n)(void *, uint32_t) __attribute__((weak));
extern void (*_swift_release_n)(void *, uint32_t) __attribute__((weak));
extern void *(*_swift_tryRetain)(void *) __attribute__((weak));
extern void *(*_swift_allocObject)(const void *, size_t, size_t) __attribute__((weak));
extern _Atomic(bool) _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly
    __attribute__((weak));

// Part of the runtime's stable ABI.
extern void *swift_retain(void *object);

static void *(*plain_retain)(void *);
static void (*plain_release)(void *);
static void *(*plain_retain_n)(void *, uint32_t);
static void (*plain_release_n)(void *, uint32_t);
static void *(*plain_try_retain)(void *);
static void *(*plain_alloc)(const void *, size_t, size_t);

// The runtime's own step before `_swift_retain`, where it lets one be put in its place.
static void *(**adapter)(void *);
static void *(*plain_adapter)(void *);

// Plain numbers: only the thread that is watched adds to them.
static faultline_arc_counts counts;

// What has its first bit set is no object, nor is nil: a short text, or one that stands in the program.
static bool is_object(const void *object) { return (intptr_t)object > 0; }

// The bits of a reference in which Swift keeps other things; the runtime leaves them out as well.
#if defined(__aarch64__)
static const uintptr_t spare_bits = 0xF000000000000007;
#else
static const uintptr_t spare_bits = 0xFF00000000000007;
#endif

// What lives for ever is not counted by the runtime either: the word behind the class begins with 10 then.
static bool is_counted(const void *object) {
  if (!faultline_is_watched()) return false;
  const uint64_t *words = (const uint64_t *)((uintptr_t)object & ~spare_bits);
  return words[1] >> 62 != 2;
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
  if (faultline_is_watched()) counts.allocations += 1;
  return plain_alloc(metadata, size, alignment);
}

static void set_watched(bool watched) {
  if (&_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly)
    atomic_store(&_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly, watched);
}

// MARK: - Whether the runtime bears it

static void *arrived;

static void *note_arrival(void *object) {
  arrived = object;
  return object;
}

// A runtime without Objective-C, from 6.3 on until it was mended, takes the bits away that say "no object" before
// it calls `_swift_retain`: a text in the program's read-only pages would be counted up there, and the process die.
// So a text that is none is retained once, to see as what it arrives.
static bool hands_on_objects_only(void) {
  arrived = NULL;
  _swift_retain = note_arrival;
  set_watched(true);
  swift_retain((void *)0xE000000000001000);
  set_watched(false);
  _swift_retain = plain_retain;
  return !is_object(arrived);
}

const char *faultline_runtime_file(uintptr_t *base) {
  Dl_info info;
  if (!dladdr((const void *)swift_retain, &info) || !info.dli_fname) return NULL;
  *base = (uintptr_t)info.dli_fbase;
  return info.dli_fname;
}

// MARK: - Watching

_Bool faultline_arc_start(uintptr_t adapter_address) {
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
  if (!hands_on_objects_only()) {
    if (!adapter_address) return false;
    adapter = (void *(**)(void *))adapter_address;
    plain_adapter = *adapter;
    // It gets what the caller had, whole.
    *adapter = counting_retain;
  }
  _swift_retain = counting_retain;
  _swift_release = counting_release;
  _swift_retain_n = counting_retain_n;
  _swift_release_n = counting_release_n;
  _swift_tryRetain = counting_try_retain;
  _swift_allocObject = counting_alloc;
  set_watched(true);
  return true;
}

void faultline_arc_stop(void) {
  if (!plain_retain) return;
  set_watched(false);
  _swift_retain = plain_retain;
  _swift_release = plain_release;
  _swift_retain_n = plain_retain_n;
  _swift_release_n = plain_release_n;
  _swift_tryRetain = plain_try_retain;
  _swift_allocObject = plain_alloc;
  if (adapter) *adapter = plain_adapter;
  adapter = NULL;
}

faultline_arc_counts faultline_arc_read(void) { return counts; }
