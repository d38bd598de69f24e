// One workload in a process that callgrind counts.

import Foundation

/// Runs this program once more, under callgrind.
struct Callgrind {
  let staff: Staff
  /// Where files are made.
  let folder: URL

  /// What cannot be counted, and why.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The instructions of one workload on one side, and the sum that shows that the work was done.
  func count(_ workload: CountedWorkload, _ kind: DiskSideKind, at url: URL) throws
    -> (instructions: Int, sum: Double)
  {
    let counts = folder.appendingPathComponent("callgrind.out")
    try? FileManager.default.removeItem(at: counts)
    let child = Process()
    let (output, errors) = (Pipe(), Pipe())
    child.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    child.arguments = [
      "valgrind", "--tool=callgrind", "--toggle-collect=\(CountedWork.symbol)",
      "--callgrind-out-file=\(counts.path)", "--error-exitcode=1",
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path,
      "--counted", workload.short, kind.rawValue, url.path, "--count", "\(staff.count)",
      "--departments", "\(staff.departments)",
    ]
    // Orders that come from hashes would be others in every process.
    child.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    child.standardOutput = output
    child.standardError = errors
    try child.run()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    guard child.terminationStatus == 0,
      let sum = Double(words.trimmingCharacters(in: .whitespacesAndNewlines)),
      let text = try? String(contentsOf: counts, encoding: .utf8),
      let total = text.split(separator: "\n").last(where: { $0.hasPrefix("totals: ") }),
      let instructions = Int(total.dropFirst("totals: ".count)), instructions > 0
    else {
      throw Failure(
        description:
          "\(workload.title) on the \(kind.rawValue)'s side cannot be counted; valgrind says:\n"
          + String(decoding: said.suffix(2_000), as: UTF8.self))
    }
    return (instructions, sum)
  }
}
