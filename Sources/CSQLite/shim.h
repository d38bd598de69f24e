#pragma once
#include <sqlite3.h>

/// Lets SQLite take its memory by these functions; `sqlite3_config` itself takes variable arguments.
/// Returns SQLITE_MISUSE once SQLite is in use.
static inline int faultline_sqlite_use_allocator(const sqlite3_mem_methods *methods) {
  return sqlite3_config(SQLITE_CONFIG_MALLOC, methods);
}
