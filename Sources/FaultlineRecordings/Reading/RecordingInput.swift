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

/// What a file is.
package enum SourceKind: String, CaseIterable, Codable, Sendable {
  case log, trace, leaks, metrics

  /// The kind in the words of a report.
  package var title: String {
    switch self {
    case .log: "SQL log"
    case .trace: "xctrace table"
    case .leaks: "leaks"
    case .metrics: "MetricKit"
    }
  }

  /// What a file is by its beginning; a log is what nothing else is, and may still turn out to be none.
  static func guess(_ beginning: [UInt8]) -> Guess {
    if beginning.starts(with: Array("SQLite format 3\0".utf8)) {
      return .other("a SQLite database; name it with --store, beside a log")
    }
    if beginning.starts(with: [0x1F, 0x8B]) { return .other("a compressed file; unpack it first") }
    if beginning.starts(with: Array("bplist".utf8)) { return .other("a binary property list") }
    if beginning.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      return .other("a zip archive; unpack it first")
    }
    let text = String(decoding: beginning, as: UTF8.self)
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if start.first == "<" {
      if text.contains("<trace-query-result") { return .kind(.trace) }
      if text.contains("<trace-toc") {
        return .other(
          "the table of contents of a trace; export a table of it: xcrun xctrace export --input App.trace --xpath "
            + "'/trace-toc/run[1]/data/table[@schema=\"core-data-fetch\"]'")
      }
      if start.hasPrefix("<?xml") || start.hasPrefix("<!") || start.hasPrefix("<plist") {
        return .other("XML without a 'trace-query-result'")
      }
    }
    if start.first == "{" || start.first == "[" {
      let keys = [
        "\"metaData\"", "MetricData\"", "Metrics\"", "\"timeStampBegin\"", "\"timeStampEnd\"",
        "DiagnosticData\"",
      ]
      if keys.contains(where: text.contains) { return .kind(.metrics) }
    }
    if text.contains("leaks Report Version:") || isLeaksSummary(text) { return .kind(.leaks) }
    return .kind(.log)
  }

  private static func isLeaksSummary(_ text: String) -> Bool {
    text.contains(" nodes malloced for ") || text.contains(" total leaked bytes")
      || text.contains("<< TOTAL >>")
  }

  /// A kind, or what a file is instead.
  enum Guess: Equatable {
    case kind(SourceKind)
    case other(String)
  }
}

/// Turns UTF-16 with a mark at its beginning into UTF-8, piece by piece; everything else passes as it is.
struct TextDecoding {
  private enum Form {
    case unknown, plain, little, big
  }

  private var form = Form.unknown
  private var rest: [UInt8] = []
  /// The first half of a character that takes two.
  private var high: UInt16?

  mutating func take(_ bytes: UnsafeRawBufferPointer, send: (UnsafeRawBufferPointer) -> Void) {
    if form == .unknown { recognize(bytes) }
    guard form == .little || form == .big else { return send(bytes) }
    rest.append(contentsOf: bytes)
    var text: [UInt8] = []
    var place = 0
    while place + 1 < rest.count {
      let (first, second) = (UInt16(rest[place]), UInt16(rest[place + 1]))
      append(form == .little ? second << 8 | first : first << 8 | second, to: &text)
      place += 2
    }
    rest.removeFirst(place)
    text.withUnsafeBytes(send)
  }

  private mutating func recognize(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 2 else {
      form = .plain
      return
    }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): form = .little
    case (0xFE, 0xFF): form = .big
    // Without a mark: a letter of ASCII, and beside it nothing.
    case (1..<0x80, 0): form = .little
    case (0, 1..<0x80): form = .big
    default: form = .plain
    }
  }

  private mutating func append(_ unit: UInt16, to text: inout [UInt8]) {
    let scalar: Unicode.Scalar
    if let high {
      self.high = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
        scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
      } else {
        text.append(contentsOf: Array("\u{FFFD}".utf8))
        return append(unit, to: &text)
      }
    } else if UTF16.isLeadSurrogate(unit) {
      high = unit
      return
    } else {
      scalar = Unicode.Scalar(UInt32(unit)) ?? "\u{FFFD}"
    }
    text.append(contentsOf: Array(String(Character(scalar)).utf8))
  }
}
