// Threads that end: none between these two calls.
#pragma once

/// Waits until no thread is about to end, and lets none begin to.
void faultline_threads_hold(void);

/// Lets threads end again.
void faultline_threads_release(void);
