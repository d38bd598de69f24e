// A file read to its end, whatever it is: a pipe may take its time, and a device may have no end.

import FaultlineSystem

/// Reads files, pipes and devices, and waits for none of them for ever.
package struct InterruptibleReader: Sendable {
  /// How long the other end of a pipe may be missing.
  var opening = Duration.seconds(10)
  /// How long the other end may say nothing.
  var silence = Duration.seconds(600)

  /// What stands for standard input on a command line.
  package static let standardInput = "-"
  /// What it is called as the file of a scenario.
  package static let standardInputName = "standard input"

  package init() {}

  init(opening: Duration, silence: Duration) {
    self.opening = opening
    self.silence = silence
  }

  /// The text of a scenario, and what the file is called in messages; `-` is standard input.
  ///
  /// No more is read than a scenario may have, or what else is looked for.
  package func read(
    _ path: String, as subject: String = "a scenario", atMost most: Int = YAMLReader.largest
  ) throws(Diagnostic) -> (text: String, name: String) {
    let isInput = path == Self.standardInput
    let name = isInput ? Self.standardInputName : path
    // Standard input is shared with other processes, which may not expect it to change.
    let file = isInput ? dup(0) : open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw Self.unreadable(name) }
    defer { close(file) }
    let bytes = try bytes(of: file, atMost: most + 1, name, waits: !isInput)
    guard bytes.count <= most else {
      throw Diagnostic("\(subject) has at most \(most) bytes, and this file has more", file: name)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      // The reader knows where the text ends to be one.
      _ = try YAMLReader.read(bytes: bytes, file: name)
      return ("", name)
    }
    return (text, name)
  }

  private func bytes(
    of file: Int32, atMost most: Int, _ name: String, waits: Bool
  ) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    let deadline = ContinuousClock.now.advanced(by: opening)
    while bytes.count < most {
      let count = readSome(file, &piece, min(piece.count, most - bytes.count))
      if count > 0 {
        bytes += piece[..<count]
      } else if count == 0 {
        // A pipe with a name that nothing has opened yet ends at once, before it has begun.
        guard bytes.isEmpty, waits, Self.isPipe(file), ContinuousClock.now < deadline else { break }
        usleep(10_000)
      } else if errno == EAGAIN {
        try wait(for: file, name)
      } else if errno != EINTR {
        throw Self.unreadable(name)
      }
    }
    if bytes.isEmpty, waits, Self.isPipe(file), ContinuousClock.now >= deadline {
      throw Diagnostic(
        "this pipe is empty: nothing has written to it for \(opening.components.seconds) seconds",
        file: name)
    }
    return bytes
  }

  /// Waits until there is something to read.
  private func wait(for file: Int32, _ name: String) throws(Diagnostic) {
    var wanted = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(clamping: Int64(silence / .milliseconds(1)))
    let count = uninterrupted { poll(&wanted, 1, milliseconds) }
    guard count != 0 else {
      throw Diagnostic(
        "nothing has come from here for \(silence.components.seconds) seconds", file: name,
        notes: ["a scenario is a file, or a pipe that is written to and closed"])
    }
  }

  private static func isPipe(_ file: Int32) -> Bool {
    var facts = stat()
    return fstat(file, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO
  }

  /// Reads `errno`, so it is called directly after what failed.
  private static func unreadable(_ name: String) -> Diagnostic {
    Diagnostic("the file cannot be read: \(String(cString: strerror(errno)))", file: name)
  }
}
