// What running scenarios asks Linux for and no other system: all in this file.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files of the kernel about processes, and fields of files that have other names elsewhere.
enum Linux {
  /// A link to the program that runs; it works also when the file was replaced.
  static let ownExecutable = "/proc/self/exe"
  /// A folder with an entry for each open file of this process.
  static let ownDescriptors = "/proc/self/fd"

  /// The memory of a process in pages: "size resident shared …".
  static func memory(of process: pid_t) -> String { "/proc/\(process)/statm" }

  /// When a file was last written to, in seconds.
  static func changed(_ facts: stat) -> Int { facts.st_mtim.tv_sec }
}
