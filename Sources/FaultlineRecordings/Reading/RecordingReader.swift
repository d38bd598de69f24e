// Files in, a recording out.

import FaultlineMeasures

/// Reads the files of one recording, one after the other, in memory that does not grow with them.
package struct RecordingReader {
  /// What takes the bytes of a file, by its kind.
  private enum Part {
    case log(LogReader, LineSplitter)
    case trace(TraceReader)
    case leaks(LeaksReader, LineSplitter)
    case metrics(MetricReader)
  }

  let builder: RecordingBuilder
  private let keepsValues: Bool
  /// Whether saves keep what they wrote, row by row.
  private let keepsWrites: Bool
  private var fileCount = 0

  /// What is read before the kind of a file is settled.
  private static let beginning = 64 << 10
  /// Longer lines are cut, and counted as such.
  private static let longestLine = 1 << 20

  /// Reads without values unless they are wanted.
  ///
  /// What is to be replayed is read in more detail, in the memory of that many steps.
  package init(keepsValues: Bool = false, forReplay: Bool = false) {
    self.keepsValues = keepsValues
    keepsWrites = keepsValues && forReplay
    builder = RecordingBuilder(
      mostSteps: forReplay ? Course.mostReplayed : Course.most, keepsSizes: forReplay)
  }

  /// Requests so far, for a progress line.
  package var requestCount: Int { builder.requestCount }

  /// Reads one file to its end.
  package mutating func read(
    _ input: RecordingInput, onProgress: (_ read: Int, _ total: Int?) -> Void = { _, _ in }
  ) throws(RecordingRefusal) {
    let file = fileCount
    var source = RecordedFile()
    source.name = input.name
    builder.begin(source)
    fileCount += 1
    var decoding = TextDecoding()
    var beginning: [UInt8] = []
    var part: Part?
    var bytesRead = 0
    let detail = LogDetail(values: keepsValues, writes: keepsWrites)
    let builder = builder
    try input.read { bytes, total throws(RecordingRefusal) in
      bytesRead += bytes.count
      var refusal: RecordingRefusal?
      decoding.take(bytes) { text in
        if part == nil {
          beginning.append(contentsOf: text)
          if beginning.count < Self.beginning { return }
          do throws(RecordingRefusal) {
            part = try Self.part(beginning, file, input.name, detail, builder)
          } catch {
            refusal = error
            return
          }
          beginning.withUnsafeBytes { Self.take($0, &part, builder) }
          beginning = []
        } else {
          Self.take(text, &part, builder)
        }
      }
      if let refusal { throw refusal }
      onProgress(bytesRead, total)
    }
    if part == nil {
      guard !beginning.isEmpty else {
        throw RecordingRefusal(file: input.name, reason: "it is empty; \(Self.expected)")
      }
      part = try Self.part(beginning, file, input.name, detail, builder)
      beginning.withUnsafeBytes { Self.take($0, &part, builder) }
    }
    try finish(part, beginning, file, input.name)
  }

  /// What the files come to.
  package func recording(
    names: NameBook = NameBook(), privacy: Privacy = Privacy()
  ) -> Recording {
    builder.settle()
    return RecordingSummary(builder, names: names, privacy: privacy).recording
  }

  /// What happened in order, and the entities of tables, for a scenario; once the recording is made.
  package var course: Course { builder.course }

  /// The entities that requests and saves are of, by name or table, each once and in order; once the recording is made.
  package var entities: [EntityName] {
    let named = Set(builder.requests.keys.map(\.entity)).union(builder.saves.entities.keys)
    return named.filter { $0.name != nil || $0.table?.hasPrefix("Z") == true }
      .sorted { one, other in
        (one.title, one.table ?? "") < (other.title, other.table ?? "")
      }
  }

  // MARK: - Parts

  private static let expected =
    "expected are lines of Core Data's SQL log ('CoreData: sql: …'), a table of 'xctrace export', the text of "
    + "'leaks', or a payload of MetricKit"

  private static func part(
    _ beginning: [UInt8], _ file: Int, _ name: String, _ detail: LogDetail,
    _ builder: RecordingBuilder
  ) throws(RecordingRefusal) -> Part {
    switch SourceKind.guess(beginning) {
    case .other(let what):
      throw RecordingRefusal(file: name, reason: "\(expected); this is \(what)")
    case .kind(.log):
      return .log(LogReader(file: file, detail: detail), LineSplitter(limit: longestLine))
    case .kind(.trace):
      builder.setKind(.trace, unit: "rows", of: file)
      return .trace(TraceReader(file: file))
    case .kind(.leaks):
      builder.setKind(.leaks, unit: "lines", of: file)
      return .leaks(LeaksReader(file: file), LineSplitter(limit: longestLine))
    case .kind(.metrics):
      builder.setKind(.metrics, unit: "payloads", of: file)
      return .metrics(MetricReader(file: file))
    }
  }

  private static func take(
    _ bytes: UnsafeRawBufferPointer, _ part: inout Part?, _ builder: RecordingBuilder
  ) {
    guard let taken = part else { return }
    // Taken out of its place, so that its buffers have one owner and are not copied.
    part = nil
    switch consume taken {
    case .log(var reader, var splitter):
      splitter.take(bytes) { reader.take($0, into: builder) }
      part = .log(reader, splitter)
    case .trace(var reader):
      reader.take(bytes, into: builder)
      part = .trace(reader)
    case .leaks(var reader, var splitter):
      splitter.take(bytes) { reader.take($0, into: builder) }
      part = .leaks(reader, splitter)
    case .metrics(var reader):
      reader.take(bytes)
      part = .metrics(reader)
    }
  }

  private func finish(
    _ part: Part?, _ beginning: [UInt8], _ file: Int, _ name: String
  ) throws(RecordingRefusal) {
    switch part {
    case .log(var reader, var splitter):
      splitter.finish { reader.take($0, into: builder) }
      reader.finish(into: builder)
      if !reader.hasSeenOne { throw stranger(beginning, reader.lineCount, name) }
    case .trace(var reader): reader.finish(into: builder)
    case .leaks(var reader, var splitter):
      splitter.finish { reader.take($0, into: builder) }
      reader.finish(into: builder)
    case .metrics(let reader):
      if reader.isTooLong {
        throw RecordingRefusal(
          file: name, reason: "\(Self.expected); this is more than 64 MiB of JSON")
      }
      reader.finish(into: builder)
      if builder.understood(of: file) == 0 {
        throw RecordingRefusal(
          file: name, reason: "\(Self.expected); this is JSON that says nothing of memory")
      }
    case nil: break
    }
  }

  private func stranger(_ beginning: [UInt8], _ lines: Int, _ name: String) -> RecordingRefusal {
    let first = String(decoding: beginning.prefix(4_096), as: UTF8.self)
      .split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
    let shown = first.map { ["it begins: \(Privacy.withoutValues(String($0.prefix(120))))"] } ?? []
    return RecordingRefusal(
      file: name, reason: "\(Self.expected); of its \(counted(lines, "line")) not one is of these",
      notes: shown)
  }
}

extension RecordingBuilder {
  fileprivate func understood(of file: Int) -> Int { sources[file].understood }
}
