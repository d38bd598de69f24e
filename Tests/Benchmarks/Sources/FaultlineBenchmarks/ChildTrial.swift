// A trial in a process of its own: it inherits no heap and no cache.

import Foundation

/// Starts this program again.
enum ChildTrial {
  /// What the process has printed.
  static func run(
    _ arguments: [String], _ staff: Staff, hugePages: Bool = false
  ) throws -> String {
    let child = Process()
    let output = Pipe()
    child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments =
      arguments + ["--count", "\(staff.count)", "--departments", "\(staff.departments)"]
    child.standardOutput = output
    if hugePages {
      // The C library asks for them then; nothing happens where the kernel has none.
      let asked = ["GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"]
      child.environment = ProcessInfo.processInfo.environment.merging(asked) { $1 }
    }
    try child.run()
    let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    guard child.terminationStatus == 0 else {
      throw FloorError(description: "\(arguments.prefix(3).joined(separator: " ")) failed.")
    }
    return words
  }
}
