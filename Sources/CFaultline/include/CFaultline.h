// What Swift cannot say: a function of its own runtime, calls with variable arguments, and variables
// that each thread has for itself.
#pragma once

#include <stdint.h>

/// Retains a Swift object unless its last reference is already gone; false if it is.
///
/// The standard library offers this only inside `weak`, which costs every such object a side table.
/// The caller must hold a lock that the object's `deinit` takes before its memory goes.
_Bool faultline_try_retain(void *object);

/// Asks the processor to fetch what lies at an address, which will be written to soon; any address will do.
static inline void faultline_prefetch(const void *address) { __builtin_prefetch(address, 1); }

/// Waits until `faultline_wake_one` is called for a word, unless the word has another value; it may return at any time.
void faultline_wait(const void *word, uint32_t value);

/// Ends the wait of one thread, if any waits for the word.
void faultline_wake_one(const void *word);

/// Returns how many strong references there are to a Swift object.
uint64_t faultline_retain_count(void *object);

/// Returns the file of the library that a function was loaded from, by the function's name; NULL where it is in the
/// program itself and not known by name.
const char *faultline_library_having(const char *symbol);

/// Returns the commit that the program was built from, as it was passed to the build; NULL where it was not.
const char *faultline_commit(void);

/// Asks the kernel to end this process when its parent does. Returns 0, or -1 with `errno`.
int faultline_die_with_parent(void);

/// Begins the part of this thread's work that is watched.
void faultline_watch_begin(void);

/// Leaves out what this thread does until the matching `faultline_watch_resume`; the two may be nested.
void faultline_watch_pause(void);

/// Ends the pause that `faultline_watch_pause` began.
void faultline_watch_resume(void);

/// Whether what this thread does now is watched: it has begun, and is not within a pause.
_Bool faultline_is_watched(void);

/// Ends the part of this thread's work that is watched.
void faultline_watch_end(void);

/// How often the watched thread counted references up and down, and made objects.
typedef struct {
  uint64_t retains, releases, allocations;
} faultline_arc_counts;

/// Begins to count on threads while they are watched; false where the runtime has no place for it.
///
/// To be called while no other thread runs Swift code. The runtime of 6.3 without Objective-C spoils what it hands
/// on in a step of its own; the address of its variable `_swift_retain_adapter` lets that be avoided, and zero says
/// that it is not known.
_Bool faultline_arc_start(uintptr_t adapter);

/// Returns the file that the runtime was loaded from, and where it lies in memory; NULL if that is not known.
const char *faultline_runtime_file(uintptr_t *base);

/// Stops counting.
void faultline_arc_stop(void);

/// Returns what was counted since the start.
faultline_arc_counts faultline_arc_read(void);

/// Returns a name of Swift's as people write it, to be freed by the caller; NULL for what is none.
char *faultline_demangle(const char *mangled);

/// Returns what this thread works for at the moment: whatever was set last, or NULL.
void *faultline_current_work(void);

/// Says what this thread works for from now on.
void faultline_set_current_work(void *work);
