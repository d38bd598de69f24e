// The end of a thread, made safe beside the hooks.
//
// When jemalloc 5.3 installs or removes hooks, it marks every thread, and each unmarks itself at its next call. It does
// not clean up after a thread that ends with the mark: its cache stays in the lists of the allocator after its stack has
// gone, and the next reader of statistics follows them there. Threads of a pool end like that, after a while of idleness.
// So every thread calls the allocator once more at its end, and no hooks come or go from then on until it has been
// cleaned up after.
#define _GNU_SOURCE
#include "threads.h"

#include <dlfcn.h>
#include <errno.h>
#include <jemalloc/jemalloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_have_ended = PTHREAD_COND_INITIALIZER;
static int ending;

// The last thing of a thread that is known of it: keys are cleaned up in the order in which they were made, and the
// allocator's is the first of all.
static pthread_key_t end_key;
static bool has_end_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static void has_ended(void *unused) {
  pthread_mutex_lock(&lock);
  ending -= 1;
  if (ending == 0) pthread_cond_broadcast(&all_have_ended);
  pthread_mutex_unlock(&lock);
}

static void prepare(void) {
  *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
  has_end_key = pthread_key_create(&end_key, has_ended) == 0;
}

static void ends(void *unused) {
  pthread_mutex_lock(&lock);
  ending += 1;
  pthread_mutex_unlock(&lock);
  // Any question takes the mark away; this one takes no memory.
  bool has_cache;
  size_t size = sizeof has_cache;
  mallctl("thread.tcache.enabled", &has_cache, &size, NULL, 0);
  if (pthread_setspecific(end_key, &end_key) != 0) has_ended(NULL);
}

// What a thread is to do; on a page of its own, since a block would be counted.
typedef struct {
  void *(*body)(void *);
  void *argument;
} work;

static void *run(void *page) {
  work own = *(work *)page;
  munmap(page, sizeof own);
  void *result;
  // A thread may also leave by pthread_exit.
  pthread_cleanup_push(ends, NULL);
  result = own.body(own.argument);
  pthread_cleanup_pop(true);
  return result;
}

// Takes the place of the system's function, in this program and in the libraries that it uses.
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  pthread_once(&once, prepare);
  if (!has_end_key) return create(thread, attributes, body, argument);
  work *page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return EAGAIN;
  *page = (work){body, argument};
  int refusal = create(thread, attributes, run, page);
  if (refusal) munmap(page, sizeof *page);
  return refusal;
}

void faultline_threads_hold(void) {
  pthread_mutex_lock(&lock);
  while (ending > 0) pthread_cond_wait(&all_have_ended, &lock);
}

void faultline_threads_release(void) { pthread_mutex_unlock(&lock); }
