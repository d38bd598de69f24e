// Baselines read from files: what is wrong with one, and in which line, is found before anything runs.

package import Foundation

/// A baseline that cannot be used.
package struct BaselineFault: Sendable, Hashable {
  /// The kinds of faults.
  package enum Kind: Sendable, Hashable {
    /// A merge left its marks.
    case conflict
    /// It is not JSON to its end, or lacks something.
    case damaged
    /// It is no baseline, or that of another scenario.
    case foreign
    /// A later Faultline has written it.
    case newer
    /// It has a measurement that cannot be.
    case impossible
  }

  /// The kind.
  package var kind: Kind
  /// What is wrong, as the rest of a sentence.
  package var reason: String
  /// The line, from 1, if one is at fault.
  package var line: Int?

  fileprivate struct Version: Decodable {
    var schemaVersion: Int
  }

  fileprivate struct Name: Decodable {
    var baseline: String
  }

  /// The line of the first mark that a merge has left.
  fileprivate static func conflict(in data: Data) -> Int? {
    let lines = String(decoding: data, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let marks = ["<<<<<<< ", ">>>>>>> ", "||||||| "]
    return lines.firstIndex { line in line == "=======" || marks.contains { line.hasPrefix($0) } }
      .map { $0 + 1 }
  }

  fileprivate static func syntax(of data: Data) -> BaselineFault? {
    guard data.contains(where: { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }) else {
      return BaselineFault(kind: .damaged, reason: "it is empty", line: 1)
    }
    guard (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) == nil else {
      return nil
    }
    return BaselineFault(
      kind: .damaged, reason: "it is not JSON to its end", line: JSONLines(data).lineOfFailure)
  }

  fileprivate static func fault(_ error: any Error, in data: Data) -> BaselineFault {
    func path(_ context: DecodingError.Context, _ more: [any CodingKey] = []) -> [String] {
      (context.codingPath + more).map { $0.intValue.map(String.init) ?? $0.stringValue }
    }
    let lines = JSONLines(data)
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      return BaselineFault(
        kind: .damaged, reason: "'\(key.stringValue)' is missing",
        line: lines.line(of: path(context))
      )
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return BaselineFault(
        kind: .impossible, reason: "a value has the wrong type", line: lines.line(of: path(context))
      )
    case .dataCorrupted(let context):
      return BaselineFault(
        kind: .damaged, reason: context.debugDescription, line: lines.line(of: path(context)))
    default:
      return BaselineFault(kind: .damaged, reason: "it cannot be read", line: nil)
    }
  }

  /// The first measurement that no run can make: below nothing, a part of a thing, or of a metric that there is not.
  fileprivate static func impossible(
    in data: Data, _ metric: ((String) -> Metric?)?
  ) -> BaselineFault? {
    var fault: BaselineFault?
    JSONLines(data).eachReading { name, value, line in
      guard fault == nil else { return }
      func found(_ reason: String) {
        fault = BaselineFault(kind: .impossible, reason: reason, line: line)
      }
      let known = metric?(name)
      if metric != nil, known == nil {
        found("there is no metric '\(name)'")
      } else if value.double < 0 {
        found("\(name) is \(value), and nothing is counted below 0")
      } else if [.count, .bytes].contains(known?.scale ?? .ratio), value.double.isFinite,
        value.double != value.double.rounded()
      {
        found("\(name) is \(value), and it is counted in whole numbers")
      }
    }
    return fault
  }
}

extension BaselineFault: Error {}

/// The lines of a text of JSON.
struct JSONLines {
  private let data: Data

  init(_ data: Data) { self.data = data }

  private func withCursor<Result>(_ body: (inout JSONCursor) -> Result) -> Result {
    data.withUnsafeBytes { bytes in
      var cursor = JSONCursor(bytes)
      return body(&cursor)
    }
  }

  private func line(at offset: Int) -> Int {
    data.prefix(offset).reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
  }

  /// The line in which it stops being JSON; the last where that is not seen before.
  var lineOfFailure: Int {
    let end = data.last == 0x0A ? max(0, data.count - 1) : data.count
    return withCursor { cursor in
      do throws(JSONCursor.Failure) {
        try cursor.skip()
        return line(at: end)
      } catch {
        return line(at: min(error.offset, end))
      }
    }
  }

  /// The line of the value to which these keys and places lead, or of the last of them that is there.
  func line(of path: [String]) -> Int? {
    withCursor { cursor in
      var found: Int?
      try? Self.follow(&cursor, path[...], &found)
      return found.map(line)
    }
  }

  private static func follow(
    _ cursor: inout JSONCursor, _ path: ArraySlice<String>, _ found: inout Int?
  ) throws(JSONCursor.Failure) {
    let first = try cursor.peek()
    found = cursor.offset
    guard let key = path.first else { return }
    if first == UInt8(ascii: "{") {
      try cursor.object { cursor, name throws(JSONCursor.Failure) in
        if name.isText(key) {
          try follow(&cursor, path.dropFirst(), &found)
          throw JSONCursor.Failure(offset: cursor.offset)
        }
        try cursor.skip()
      }
    } else if first == UInt8(ascii: "["), let wanted = Int(key.filter(\.isNumber)) {
      var place = 0
      try cursor.array { cursor throws(JSONCursor.Failure) in
        if place == wanted {
          try follow(&cursor, path.dropFirst(), &found)
          throw JSONCursor.Failure(offset: cursor.offset)
        }
        place += 1
        try cursor.skip()
      }
    }
  }

  /// The keys below which measurements are.
  private static let readings: [StaticString] = ["gates", "informs", "readings"]

  /// Goes through the measurements of a baseline, each with its line.
  func eachReading(_ body: (String, Quantity, Int) -> Void) {
    withCursor { cursor in try? walk(&cursor, body) }
  }

  private func walk(
    _ cursor: inout JSONCursor, _ body: (String, Quantity, Int) -> Void
  ) throws(JSONCursor.Failure) {
    switch try cursor.peek() {
    case UInt8(ascii: "{"):
      try cursor.object { cursor, key throws(JSONCursor.Failure) in
        guard Self.readings.contains(where: { key.isWord($0) }) else {
          return try walk(&cursor, body)
        }
        try cursor.object { cursor, metric throws(JSONCursor.Failure) in
          _ = try cursor.peek()
          let start = cursor.offset
          body(metric.text, try cursor.quantity(), line(at: start))
        }
      }
    case UInt8(ascii: "["):
      try cursor.array { cursor throws(JSONCursor.Failure) in try walk(&cursor, body) }
    default: try cursor.skip()
    }
  }
}

extension Baseline {
  /// Reads the baseline of a scenario from a file, or throws the first fault that it finds.
  ///
  /// Where `metric`, which returns the metric of a name, is given, an unknown name is a fault.
  package static func read(
    from data: Data, of scenario: String, metric: ((String) -> Metric?)? = nil
  ) throws(BaselineFault) -> Baseline {
    if let line = BaselineFault.conflict(in: data) {
      throw BaselineFault(
        kind: .conflict, reason: "it has a merge conflict (<<<<<<<)", line: line)
    }
    if let fault = BaselineFault.syntax(of: data) { throw fault }
    let decoder = JSONDecoder()
    guard let version = try? decoder.decode(BaselineFault.Version.self, from: data).schemaVersion,
      let name = try? decoder.decode(BaselineFault.Name.self, from: data).baseline
    else {
      throw BaselineFault(kind: .foreign, reason: "it is no baseline", line: nil)
    }
    guard (1...Baseline.currentSchemaVersion).contains(version) else {
      throw BaselineFault(
        kind: .newer,
        reason:
          "a newer Faultline has written it (format \(version), and this one, \(Program.version), reads up to "
          + "\(Baseline.currentSchemaVersion))", line: JSONLines(data).line(of: ["schemaVersion"]))
    }
    guard name == scenario else {
      throw BaselineFault(
        kind: .foreign, reason: "it is of the scenario '\(name)'",
        line: JSONLines(data).line(of: ["baseline"]))
    }
    let baseline: Baseline
    do {
      baseline = try decoder.decode(Baseline.self, from: data)
    } catch {
      throw BaselineFault.fault(error, in: data)
    }
    // A former format kept every measurement, also of metrics that are gone since.
    let isFormer = version < Baseline.currentSchemaVersion
    if let fault = BaselineFault.impossible(in: data, isFormer ? nil : metric) { throw fault }
    return baseline
  }
}
