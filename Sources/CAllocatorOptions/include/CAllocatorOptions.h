// The allocator's compiled-in options, in a target of their own: the engine's library must not set
// them in the programs of others.
#pragma once

/// The options that jemalloc reads before main.
extern const char *malloc_conf;
