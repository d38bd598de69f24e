#pragma once
#include <sqlite3.h>

/// Gives SQLite its allocator; Swift cannot call a function with variable arguments.
static inline int faultline_sqlite_use_allocator(const sqlite3_mem_methods *methods) {
  return sqlite3_config(SQLITE_CONFIG_MALLOC, methods);
}
