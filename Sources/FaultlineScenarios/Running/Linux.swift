// What running scenarios asks Linux for and no other system: all in this file.

import FaultlineSystem

/// Files of the kernel about processes, and fields of files that have other names elsewhere.
enum Linux {
  /// A link to the program that runs; it works also when the file was replaced.
  static let ownExecutable = "/proc/self/exe"
  /// A folder with an entry for each open file of this process.
  static let ownDescriptors = "/proc/self/fd"

  /// The resource that counts open files, as this system's headers type it.
  #if canImport(Glibc)
    static let limitOfFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    static let limitOfFiles = RLIMIT_NOFILE
  #endif

  /// The memory of a process in pages: "size resident shared …".
  static func memory(of process: pid_t) -> String { "/proc/\(process)/statm" }

  /// The bytes that programs can have without anything being swapped out; nil where the kernel does not say.
  static var availableMemory: Int? {
    let line = text(of: "/proc/meminfo").split(separator: "\n").first {
      $0.hasPrefix("MemAvailable:")
    }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0.times(1024) }
  }

  /// The bytes that the control group of this process may take; nil where it has no limit.
  ///
  /// What it has taken so far is mostly files that it has read, which give way.
  static var memoryOfControlGroup: Int? {
    // In a container the group is mounted as the root.
    let name =
      text(of: "/proc/self/cgroup").split(separator: "\n")
      .first { $0.hasPrefix("0::") }?.dropFirst(3) ?? "/"
    return [
      "/sys/fs/cgroup\(name)/memory.max", "/sys/fs/cgroup/memory.max",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    ].lazy.compactMap(number).first { $0 < 1 << 53 }
  }

  private static func number(_ file: String) -> Int? {
    Int(text(of: file).prefix { $0 != "\n" })
  }

  /// A short file of the kernel's; empty where there is none.
  private static func text(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 8 << 10, alignment: 1) { buffer in
      let count = uninterrupted { readSome(file, buffer.baseAddress, buffer.count) }
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
    }
  }

  /// When a file was last written to, in seconds.
  static func changed(_ facts: stat) -> Int { facts.st_mtim.tv_sec }
}
