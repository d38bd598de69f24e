// Which file a function of a library was loaded from.
#define _GNU_SOURCE
#include "CFaultline.h"

#include <dlfcn.h>

const char *faultline_library_having(const char *symbol) {
  void *address = dlsym(RTLD_DEFAULT, symbol);
  Dl_info info;
  if (!address || !dladdr(address, &info)) return 0;
  return info.dli_fname;
}

const char *faultline_commit(void) {
#ifdef FAULTLINE_COMMIT
  return FAULTLINE_COMMIT;
#else
  return 0;
#endif
}
