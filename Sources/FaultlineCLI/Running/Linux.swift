// What the tool asks Linux for and no other system: all in this file.

import FaultlineSystem

/// Structures of C whose fields have other names elsewhere.
enum Linux {
  /// Whether a signal was ignored when the program began, as `nohup` has it.
  static func isIgnored(signal number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0,
      let handler = action.__sigaction_handler.sa_handler
    else { return false }
    // Here SIG_IGN is an address that no function has.
    return unsafeBitCast(handler, to: Int.self) == 1
  }
}
