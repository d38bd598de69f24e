// What loggers put before a line: the time, the process, the thread, a level. Every logger has its own order.

/// The words before a line of Core Data, if a logger wrote them and not the app's author.
struct LogPrefix: Equatable {
  /// The process and the thread, where the logger names them.
  var thread: String?
  /// The time in nanoseconds from an arbitrary day, where there is one.
  var time: Int?

  /// Longer texts before a line are no prefix.
  private static let longest = 300
  /// A host, a process of several words, numbers and a level.
  private static let mostWords = 14

  init?(_ text: Substring) {
    guard text.utf8.count <= Self.longest else { return nil }
    let words = Self.words(text)
    guard !words.isEmpty, words.count <= Self.mostWords else { return nil }
    var place = 0
    while place < words.count, Self.isTime(words[place]) { place += 1 }
    let isTimed = place > 0
    // Between the time and the process stand a host, numbers and levels; behind the process groups alone.
    if isTimed, let process = words[place...].firstIndex(where: Self.isProcess) {
      guard process - place <= 8 else { return nil }
      thread = Self.thread(words[process])
      if thread == nil, words.indices.contains(place), words[place].hasPrefix("0x") {
        thread = String(words[place])
      }
      place = process + 1
    }
    guard words[place...].allSatisfy(Self.isGroup) else { return nil }
    if isTimed { time = Self.time(words) }
  }

  /// Words, of which a group in brackets is one.
  private static func words(_ text: Substring) -> [Substring] {
    var words: [Substring] = []
    var rest = text[...]
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard let first = rest.first else { return words }
      let closing: Character? = first == "[" ? "]" : first == "(" ? ")" : first == "<" ? ">" : nil
      var end = rest.endIndex
      if let closing, let close = rest.firstIndex(of: closing) {
        end = rest[close...].firstIndex { $0 == " " || $0 == "\t" } ?? rest.endIndex
      } else {
        end = rest.firstIndex { $0 == " " || $0 == "\t" } ?? rest.endIndex
      }
      words.append(rest[..<end])
      rest = rest[end...]
    }
  }

  private static let calendar: Set<Substring> = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Mon",
    "Tue",
    "Wed", "Thu", "Fri", "Sat", "Sun",
  ]

  /// `2014-07-30`, `11:45:15.647`, `[12:30:01]`, `Nov`, `23`.
  private static func isTime(_ word: Substring) -> Bool {
    if calendar.contains(word.prefix(3)), word.count <= 4 { return true }
    let inner = word.trimmingBrackets
    guard let first = inner.first, first.isASCII, first.isNumber else { return false }
    return inner.allSatisfy { $0.isASCII && ($0.isNumber || ":-./+,TZ".contains($0)) }
  }

  /// `App[123:456]`, `App(CoreData)[123]:`, `kernel:`.
  private static func isProcess(_ word: Substring) -> Bool {
    if word.hasPrefix("[") || word.hasPrefix("(") || word.hasPrefix("<") { return false }
    guard let open = word.lastIndex(of: "[") else { return word.hasSuffix(":") && word.count > 1 }
    let inner = word[word.index(after: open)...]
    return inner.first?.isHexDigit == true && inner.contains("]")
  }

  private static func thread(_ word: Substring) -> String? {
    guard let open = word.lastIndex(of: "["), let close = word[open...].firstIndex(of: "]") else {
      return nil
    }
    let inner = word[word.index(after: open)..<close]
    return inner.contains(":") ? String(inner) : nil
  }

  private static let levels: Set<Substring> = [
    "|", "-", "Default", "Info", "Debug", "Error", "Fault", "Notice", "D", "I", "E", "F", "Df",
    "Db", "A",
  ]

  private static func isGroup(_ word: Substring) -> Bool {
    let closings: [Character] = ["]", ")", ">"]
    if let first = word.first, "[(<".contains(first) {
      return closings.contains { word.hasSuffix(String($0)) || word.hasSuffix("\($0):") }
    }
    if levels.contains(word) { return true }
    return word.first?.isNumber == true && word.allSatisfy { $0.isHexDigit || $0 == "x" }
  }

  /// The time of day and the date, in nanoseconds.
  private static func time(_ words: [Substring]) -> Int? {
    let parts = words.prefix(4).flatMap { $0.trimmingBrackets.split(separator: "T") }
    let time = parts.lazy.compactMap(clock).first
    let days = parts.lazy.compactMap(days).first
    guard time != nil || days != nil else { return nil }
    return (time ?? 0) + (days ?? 0) * 86_400_000_000_000
  }

  private static func clock(_ text: Substring) -> Int? {
    let parts = text.prefix { $0 != "+" && $0 != "-" && $0 != "Z" }.split(separator: ":")
    guard parts.count == 3, let hour = Int(parts[0]), let minute = Int(parts[1]),
      (0..<25).contains(hour), (0..<61).contains(minute)
    else { return nil }
    let seconds = parts[2].split(whereSeparator: { $0 == "." || $0 == "," })
    guard let whole = seconds.first.flatMap({ Int($0) }), (0..<62).contains(whole) else {
      return nil
    }
    var fraction = 0
    if seconds.count > 1 {
      let digits = seconds[1].prefix(9).filter(\.isNumber)
      fraction = Int(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
    }
    return ((hour * 60 + minute) * 60 + whole) * 1_000_000_000 + fraction
  }

  private static func days(_ text: Substring) -> Int? {
    let parts = text.split(whereSeparator: { $0 == "-" || $0 == "/" })
    guard parts.count == 3, let first = Int(parts[0]), let second = Int(parts[1]),
      let third = Int(parts[2]), (1...31).contains(third), (1...12).contains(second),
      (1970...2100).contains(first)
    else { return nil }
    return (first - 1970) * 372 + second * 31 + third
  }
}

extension Substring {
  fileprivate var trimmingBrackets: Substring {
    var text = self
    if text.first == "[" || text.first == "(" { text = text.dropFirst() }
    while let last = text.last, "]):,".contains(last) { text = text.dropLast() }
    return text
  }
}
