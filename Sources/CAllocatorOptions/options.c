#include "CAllocatorOptions.h"

// jemalloc reads this symbol before main: one automatic arena, so that runs do not depend on the
// number of processors, and no decay by time, so that they do not depend on the clock.
const char *malloc_conf =
    "narenas:1,dirty_decay_ms:-1,muzzy_decay_ms:-1,background_thread:false,abort_conf:true";
