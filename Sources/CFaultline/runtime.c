#include "CFaultline.h"

#include <stddef.h>

// Part of the runtime's stable ABI.
extern void *swift_tryRetain(void *object);
extern size_t swift_retainCount(void *object);

_Bool faultline_try_retain(void *object) { return swift_tryRetain(object) != NULL; }

uint64_t faultline_retain_count(void *object) { return swift_retainCount(object); }

static _Thread_local void *current_work;

void *faultline_current_work(void) { return current_work; }

void faultline_set_current_work(void *work) { current_work = work; }

extern char *swift_demangle(const char *mangled, size_t length, char *output, size_t *size,
                            uint32_t flags);

char *faultline_demangle(const char *mangled) {
  return swift_demangle(mangled, __builtin_strlen(mangled), NULL, NULL, 0);
}
