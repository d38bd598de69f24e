#include "CAllocator.h"

// jemalloc reads this symbol before main: one automatic arena, so that runs do not depend on the
// number of processors; no decay by time, so that they do not depend on the clock; and unused pages
// are taken again whatever is to lie in them. By itself jemalloc keeps a large run of them for large
// blocks: a pass would then ask the system for new pages although those of the pass before lie idle.
const char *malloc_conf =
    "narenas:1,dirty_decay_ms:-1,muzzy_decay_ms:-1,lg_extent_max_active_fit:40,"
    "background_thread:false,abort_conf:true";
