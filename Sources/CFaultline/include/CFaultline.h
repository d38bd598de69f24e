// What Swift cannot say: the allocator's compiled-in options and calls with variable arguments.
#pragma once

/// Asks the kernel to end this process when its parent does. Returns 0, or -1 with `errno`.
int faultline_die_with_parent(void);
