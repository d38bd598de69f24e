// Stands before SQLite's library and counts what a program has it do, apart from the program's own counters.
//
// It is preloaded, takes no memory from the heap, and writes a line for each store that is opened ("open") and for
// each look at the size of a write-ahead log ("look"): statements, rows, committed transactions so far. A checkpoint
// of a scenario looks there, so its readings can be laid beside the lines.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long statements, rows, commits;

// Above zero while the library runs: what it calls of itself is no work of the program's.
static __thread int depth;

// A statement that has begun: whether its rows are those of objects.
enum { slotCount = 1 << 14 };
static struct { sqlite3_stmt *statement; int isRunning, handsUpRows; } slots[slotCount];

// Connections that may only read: what the others select, a save compares.
enum { readerCount = 256 };
static sqlite3 *readers[readerCount];

static int slotOf(sqlite3_stmt *statement) {
  unsigned long place = ((unsigned long)statement >> 4) * 2654435761u % slotCount;
  while (slots[place].statement && slots[place].statement != statement) place = (place + 1) % slotCount;
  return (int)place;
}

static int isReader(sqlite3 *connection) {
  for (int place = 0; place < readerCount; place++)
    if (readers[place] == connection) return 1;
  return 0;
}

static void record(const char *what) {
  static int file = -1;
  if (file < 0) {
    const char *path = getenv("FAULTLINE_SQLITE_SHIM");
    if (!path) return;
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }
  char line[128];
  int length = snprintf(line, sizeof line, "%s %ld %ld %ld\n", what, statements, rows, commits);
  if (write(file, line, (size_t)length) != length) abort();
}

// Rows of objects and of pairs of them: no count, nothing of the store's own books.
static int isAboutObjects(const char *text) {
  return text && !strncmp(text, "SELECT ", 7) && strncmp(text, "SELECT COUNT(*)", 15)
      && !strstr(text, "sqlite_schema") && !strstr(text, "Z_METADATA") && !strstr(text, "Z_PRIMARYKEY")
      && !strstr(text, "Z_MODELCACHE") && !strstr(text, "pragma_");
}

// A batch keeps the keys of its rows in temporary tables of the connection that writes: to list them is to hand up rows,
// and to drop them is no transaction of the store's.
static int isListOfBatch(const char *text) {
  return text && !strncmp(text, "SELECT k.key", 12) && strstr(text, "temp.faultline_");
}

static int isEndOfBatch(const char *text) { return !strncmp(text, "DROP TABLE IF EXISTS temp.faultline_", 36); }

static __thread int isAside;

int sqlite3_step(sqlite3_stmt *statement) {
  depth++;
  int code = NEXT(sqlite3_step)(statement);
  if (--depth) return code;
  pthread_mutex_lock(&lock);
  int place = slotOf(statement);
  if (!slots[place].isRunning) {
    slots[place].statement = statement;
    slots[place].isRunning = 1;
    slots[place].handsUpRows =
        isReader(sqlite3_db_handle(statement)) ? isAboutObjects(sqlite3_sql(statement))
                                               : isListOfBatch(sqlite3_sql(statement));
  }
  if (code == SQLITE_ROW) {
    rows += slots[place].handsUpRows;
  } else {
    slots[place].isRunning = 0;
    statements++;
  }
  pthread_mutex_unlock(&lock);
  return code;
}

// Whoever compiles the first statement has the library read the schema, by a statement of its own.
int sqlite3_prepare_v3(
    sqlite3 *connection, const char *text, int length, unsigned flags, sqlite3_stmt **statement,
    const char **rest) {
  depth++;
  int code = NEXT(sqlite3_prepare_v3)(connection, text, length, flags, statement, rest);
  depth--;
  return code;
}

static void end(sqlite3_stmt *statement) {
  if (depth) return;
  pthread_mutex_lock(&lock);
  int place = slotOf(statement);
  if (slots[place].isRunning) statements++;
  slots[place].isRunning = 0;
  pthread_mutex_unlock(&lock);
}

int sqlite3_reset(sqlite3_stmt *statement) {
  end(statement);
  return NEXT(sqlite3_reset)(statement);
}

int sqlite3_finalize(sqlite3_stmt *statement) {
  if (statement) end(statement);
  return NEXT(sqlite3_finalize)(statement);
}

int sqlite3_exec(
    sqlite3 *connection, const char *text, int (*callback)(void *, int, char **, char **), void *context,
    char **message) {
  if (depth) return NEXT(sqlite3_exec)(connection, text, callback, context, message);
  pthread_mutex_lock(&lock);
  statements++;
  if (strstr(text, "query_only") && !isReader(connection))
    for (int place = 0; place < readerCount; place++)
      if (!readers[place]) { readers[place] = connection; break; }
  pthread_mutex_unlock(&lock);
  depth++;
  isAside = isEndOfBatch(text);
  int code = NEXT(sqlite3_exec)(connection, text, callback, context, message);
  isAside = 0;
  depth--;
  return code;
}

// What the program wants to hear of commits itself, by connection.
static struct { sqlite3 *connection; int (*callback)(void *); void *context; } hooks[readerCount];

static int committed(void *place) {
  if (!isAside) __atomic_add_fetch(&commits, 1, __ATOMIC_SEQ_CST);
  long known = (long)place;
  return hooks[known].callback ? hooks[known].callback(hooks[known].context) : 0;
}

static long hookOf(sqlite3 *connection) {
  long free = -1;
  for (long place = readerCount - 1; place >= 0; place--) {
    if (hooks[place].connection == connection) return place;
    if (!hooks[place].connection) free = place;
  }
  if (free < 0) abort();
  hooks[free].connection = connection;
  return free;
}

void *sqlite3_commit_hook(sqlite3 *connection, int (*callback)(void *), void *context) {
  pthread_mutex_lock(&lock);
  long place = hookOf(connection);
  hooks[place].callback = callback;
  hooks[place].context = context;
  pthread_mutex_unlock(&lock);
  NEXT(sqlite3_commit_hook)(connection, committed, (void *)place);
  return NULL;
}

int sqlite3_open_v2(const char *path, sqlite3 **connection, int flags, const char *system) {
  pthread_mutex_lock(&lock);
  record("open");
  pthread_mutex_unlock(&lock);
  int code = NEXT(sqlite3_open_v2)(path, connection, flags, system);
  if (code == SQLITE_OK) sqlite3_commit_hook(*connection, NULL, NULL);
  return code;
}

int sqlite3_close_v2(sqlite3 *connection) {
  pthread_mutex_lock(&lock);
  for (int place = 0; place < readerCount; place++) {
    if (readers[place] == connection) readers[place] = NULL;
    if (connection && hooks[place].connection == connection) memset(&hooks[place], 0, sizeof hooks[place]);
  }
  pthread_mutex_unlock(&lock);
  return NEXT(sqlite3_close_v2)(connection);
}

int stat(const char *path, struct stat *facts) {
  size_t length = strlen(path);
  if (length > 4 && !strcmp(path + length - 4, "-wal")) {
    pthread_mutex_lock(&lock);
    record("look");
    pthread_mutex_unlock(&lock);
  }
  return NEXT(stat)(path, facts);
}
