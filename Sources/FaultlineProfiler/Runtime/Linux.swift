// What the instruments ask Linux for and no other system: all in this file.

/// Files of the kernel about this process.
enum Linux {
  /// A link to the program that runs; it works also when the file was replaced.
  static let ownExecutable = "/proc/self/exe"
  /// The process's memory in pages: "size resident shared …".
  static let ownMemory = "/proc/self/statm"
}
