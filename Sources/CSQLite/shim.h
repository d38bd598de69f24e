#pragma once
#include <sqlite3.h>

/// Gives SQLite its allocator; Swift cannot call a function with variable arguments.
static inline int faultline_sqlite_use_allocator(const sqlite3_mem_methods *methods) {
  return sqlite3_config(SQLITE_CONFIG_MALLOC, methods);
}

/// Lets SQLite keep no statistics of its memory: each block would cost it a lock. Once it was used, nothing happens.
static inline void faultline_sqlite_skip_statistics(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Lets a file do nothing by itself but what triggers and harmless functions do, and nothing that would damage it.
static inline void faultline_sqlite_defend(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}

/// Lets the triggers of a file use its virtual tables.
static inline void faultline_sqlite_trust_schema(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, (int *)0);
}
