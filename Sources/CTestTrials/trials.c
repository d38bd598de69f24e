// Before the program's own main, a process that was started for a trial plays it and ends.
//
// A program of tests has its main from the test library, which knows tests and nothing else.
#include "CTestTrials.h"

#include <stdlib.h>

__attribute__((constructor)) static void play_trial(void) {
  if (getenv(FAULTLINE_TEST_TRIAL)) faultline_play_test_trial();
}
