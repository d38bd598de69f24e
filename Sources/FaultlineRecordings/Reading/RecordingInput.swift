// Where the bytes of a recording come from: a file, standard input, or a test.

import FaultlineSystem

/// A file that cannot be a part of a recording, with the reason in a sentence.
package struct RecordingRefusal: Error, Sendable {
  package let file: String
  package let reason: String
  /// What was seen of it, where that helps.
  package var notes: [String] = []
}

/// One input of a recording.
package struct RecordingInput: Sendable {
  enum From: Sendable {
    case file(String)
    case standardInput
    case bytes([UInt8])
  }

  /// What the report calls it.
  package let name: String
  let from: From

  /// A file as a command line names it; `-` is standard input.
  package init(_ path: String) {
    name = path == "-" ? "standard input" : path
    from = path == "-" ? .standardInput : .file(path)
  }

  /// What a test has made.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    from = .bytes(bytes)
  }

  private static let piece = 256 << 10
  /// How many bytes are read of a device.
  private static let mostOfDevice = 1 << 20

  /// Hands the bytes on in pieces, with how many there are in all where that is known.
  func read(
    _ take: (UnsafeRawBufferPointer, _ total: Int?) throws(RecordingRefusal) -> Void
  ) throws(RecordingRefusal) {
    switch from {
    case .bytes(let bytes):
      // In pieces of an odd size, so that what is cut between two is met in every test.
      for start in stride(from: 0, to: bytes.count, by: 4_093) {
        let piece = Array(bytes[start..<min(bytes.count, start + 4_093)])
        var refusal: RecordingRefusal?
        piece.withUnsafeBytes { all in
          do throws(RecordingRefusal) { try take(all, bytes.count) } catch { refusal = error }
        }
        if let refusal { throw refusal }
      }
    case .standardInput: try read(0, total: nil, take)
    case .file(let path):
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw refusal() }
      defer { close(file) }
      var facts = stat()
      guard fstat(file, &facts) == 0 else { throw refusal() }
      if facts.st_mode & S_IFMT == S_IFDIR {
        let hint =
          path.hasSuffix(".trace") || path.hasSuffix(".trace/")
          ? "it is a trace; export its tables first: xcrun xctrace export --input \(path) --xpath "
            + "'/trace-toc/run[1]/data/table[@schema=\"core-data-fetch\"]' --output fetch.xml"
          : "it is a folder"
        throw RecordingRefusal(file: name, reason: hint)
      }
      // A terminal and a pipe end when somebody ends them; other devices may have no end.
      let isDevice = facts.st_mode & S_IFMT == S_IFCHR && isatty(file) == 0
      try read(
        file, total: facts.st_mode & S_IFMT == S_IFREG ? Int(facts.st_size) : nil,
        most: isDevice ? Self.mostOfDevice : .max, take)
    }
  }

  private func read(
    _ file: Int32, total: Int?, most: Int = .max,
    _ take: (UnsafeRawBufferPointer, _ total: Int?) throws(RecordingRefusal) -> Void
  ) throws(RecordingRefusal) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
    defer { buffer.deallocate() }
    var all = 0
    while true {
      let count = readSome(file, buffer)
      guard count >= 0 else { throw refusal() }
      guard count > 0 else { return }
      all += count
      guard all <= most else {
        throw RecordingRefusal(file: name, reason: "it is a device that does not end")
      }
      try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), total)
    }
  }

  private func readSome(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = readBytes(file, buffer)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Reads `errno`, so it is called directly after what failed.
  private func refusal() -> RecordingRefusal {
    RecordingRefusal(file: name, reason: "it cannot be read: \(String(cString: strerror(errno)))")
  }
}

/// Outside of the type, whose methods have the name of the function.
private func readBytes(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(file, buffer.baseAddress, buffer.count)
}
