// A program of tests that plays a trial in place of its tests.
#pragma once

/// The variable that says so.
#define FAULTLINE_TEST_TRIAL "FAULTLINE_TEST_TRIAL"

/// Plays the trial that the command line names, and ends the process; it is in Swift.
void faultline_play_test_trial(void);
