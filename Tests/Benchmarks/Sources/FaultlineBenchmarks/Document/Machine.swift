// What a run was measured on, for those who read its figures elsewhere.

import Foundation

/// The machine, as its own files describe it.
struct Machine {
  let processor: String
  let cores: Int
  let gigabytes: Double
  let kernel: String

  init() {
    func read(_ path: String) -> String {
      (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
    let model = read("/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }
    processor =
      model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
      ?? "a processor without a name"
    cores = ProcessInfo.processInfo.activeProcessorCount
    gigabytes = Double(ProcessInfo.processInfo.physicalMemory) / Double(1 << 30)
    kernel = read("/proc/sys/kernel/osrelease").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  var words: String {
    "\(processor), \(cores) cores, \(Figure.text(gigabytes, 0)) GiB, Linux \(kernel)"
  }
}
