// What Swift cannot say: a function of its own runtime, and calls with variable arguments.
#pragma once

/// Retains a Swift object unless its last reference is already gone; false if it is.
///
/// The standard library offers this only inside `weak`, which costs every such object a side table.
/// The caller must hold a lock that the object's `deinit` takes before its memory goes.
_Bool faultline_try_retain(void *object);

/// Asks the kernel to end this process when its parent does. Returns 0, or -1 with `errno`.
int faultline_die_with_parent(void);
