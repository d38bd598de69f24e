#include "CFaultline.h"

#include <stddef.h>

// Part of the runtime's stable ABI.
extern void *swift_tryRetain(void *object);

_Bool faultline_try_retain(void *object) { return swift_tryRetain(object) != NULL; }
