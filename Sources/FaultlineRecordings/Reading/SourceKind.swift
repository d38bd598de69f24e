// The four kinds of files that can be read, distinguished by how they begin.

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
