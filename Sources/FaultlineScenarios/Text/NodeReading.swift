// Typed readers: each knows what belongs at a place and says so when something else stands there.

import FaultlineMeasures

extension Node {
  /// Text of any kind, as long as something was written.
  package func text() throws(Diagnostic) -> String {
    guard let scalar, !isBlank else { throw diagnostic("expected text, found \(inWords)") }
    return scalar.text
  }

  /// A whole number: `1000`, `10_000`, `1e4`, `4k`, `2M`, with a sign where the range has room.
  ///
  /// Where it has units it may be a number of bytes, such as `64 MiB`; where it may be off, which the caller looks for, a
  /// mistake says so.
  package func integer(
    in range: ClosedRange<Int> = Int.min...Int.max, mayBeOff: Bool = false, hasUnits: Bool = false
  ) throws(Diagnostic) -> Int {
    let (number, isNegative) = try signed(
      mayBeOff ? "a whole number, or \(DisabledKeyword.word)" : "a whole number", hasUnits: hasUnits
    )
    guard !number.hasPoint else { throw diagnostic("\(inWords) is not a whole number") }
    let exact: Int? =
      switch number.value {
      case .exact(let ratio): ratio.whole
      // Too small to be exact, it is a fraction.
      case .real(let value) where value < 1: nil
      case .real: throw diagnostic("\(inWords) is too large for a whole number")
      }
    guard let size = exact else { throw diagnostic("\(inWords) is not a whole number") }
    let whole = isNegative ? -size : size
    guard range.contains(whole) else {
      throw diagnostic(
        "\(inWords) is out of range: expected \(Kind.words(for: range))\(mayBeOff ? ", or \(DisabledKeyword.word)" : "")"
      )
    }
    return whole
  }

  /// A whole number, or nil where a word says that there is none.
  package func integerOrOff(
    in range: ClosedRange<Int> = Int.min...Int.max, hasUnits: Bool = false
  ) throws(Diagnostic) -> Int? {
    isOff ? nil : try integer(in: range, mayBeOff: true, hasUnits: hasUnits)
  }

  /// A number with or without a fraction.
  package func number(mayBeOff: Bool = false, hasUnits: Bool = false) throws(Diagnostic) -> Double {
    let (number, isNegative) = try signed(
      mayBeOff ? "a number, or \(DisabledKeyword.word)" : "a number", hasUnits: hasUnits)
    guard number.value.double.isFinite else {
      throw diagnostic("\(inWords) is too large for a number")
    }
    return isNegative ? -number.value.double : number.value.double
  }

  /// Refuses a number with a bare `k`, `M`, `G` or `T`, where bytes are meant.
  package func refuseBareUnit() throws(Diagnostic) {
    guard let scalar, let remedy = ByteUnit.remedy(for: scalar.text) else { return }
    throw diagnostic(
      "\(inWords) may be taken for 1,000 or for 1,024 where bytes are meant", notes: [remedy])
  }

  private func signed(
    _ wanted: String, hasUnits: Bool
  ) throws(Diagnostic) -> (NumberLiteral, isNegative: Bool) {
    guard let scalar, !isBlank else { throw diagnostic("expected \(wanted), found \(inWords)") }
    let sign = scalar.text.hasPrefix("-") || scalar.text.hasPrefix("+")
    let digits = String(scalar.text.dropFirst(sign ? 1 : 0))
    guard let number = NumberLiteral(digits) ?? (hasUnits ? NumberLiteral(ofBytes: digits) : nil)
    else {
      if hasUnits, let unit = ByteUnit.misspelt(in: scalar.text) {
        throw Diagnostic(
          ByteUnit.mistake(unit.text), at: place(of: unit.offsets), notes: [ByteUnit.note])
      }
      throw diagnostic("expected \(wanted), found \(inWords)")
    }
    return (number, scalar.text.hasPrefix("-"))
  }

  /// Whether something is switched on: `true` or `false`, or a word that says that it is off.
  package func flag() throws(Diagnostic) -> Bool { isOff ? false : try truth() }

  /// A truth value that is data, and switches nothing: `true` or `false`, and no other word for them.
  package func truth() throws(Diagnostic) -> Bool {
    try choice(among: ["true", "false"]) == "true"
  }

  /// One of the allowed words.
  package func choice(among allowed: [String]) throws(Diagnostic) -> String {
    let notes = ["allowed: \(Spelling.list(allowed))"]
    guard let scalar, !isBlank else {
      throw diagnostic("expected one word, found \(inWords)", notes: notes)
    }
    guard allowed.contains(scalar.text) else {
      let question = Spelling.question(for: scalar.text, among: allowed)
      throw diagnostic("\(inWords) is not allowed here\(question)", notes: notes)
    }
    return scalar.text
  }

  /// One of the cases of an enumeration, written as its raw value.
  package func choice<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type
  ) throws(Diagnostic) -> Choice {
    let word = try choice(among: type.allCases.map(\.rawValue))
    guard let choice = Choice(rawValue: word) else {
      throw diagnostic("\(inWords) is not allowed here")
    }
    return choice
  }

  /// A name of letters, digits and `_`, with `.` and `-` inside.
  package func identifier() throws(Diagnostic) -> String {
    guard let scalar, !isBlank else { throw diagnostic("expected a name, found \(inWords)") }
    guard Word.isName(scalar.text) else {
      throw diagnostic(
        "\(inWords) is not a name",
        notes: ["a name starts with a letter and has letters, digits, '_', '-' and '.' in it"])
    }
    return scalar.text
  }

  /// A name after which files are called.
  func fileName() throws(Diagnostic) -> String {
    let name = try identifier()
    guard let problem = FilePath.problem(withName: name) else { return name }
    throw diagnostic(
      "\(inWords) \(problem)", notes: ["results and baselines are called after the scenario"])
  }

  /// A name that may have spaces in it, such as a variant's: `let go`.
  package func label() throws(Diagnostic) -> String {
    guard let scalar, !isBlank else { throw diagnostic("expected a name, found \(inWords)") }
    let text = scalar.text
    let isPrintable = !text.isEmpty && Visible.text(text) == text && !text.contains("'")
    guard isPrintable, text.first != " ", text.last != " " else {
      throw diagnostic(
        "\(inWords) is not a name",
        notes: ["a name has no quotes, no control characters, and no spaces at its ends"])
    }
    return text
  }

  /// The items of a list, or the one value that stands instead of it.
  var items: [Node] {
    if case .list(let items) = value { items } else { [self] }
  }

  /// The items of a list.
  package func list() throws(Diagnostic) -> [Node] {
    guard case .list(let items) = value else {
      throw diagnostic(
        "expected a list, found \(inWords)",
        notes: ["a list is written [a, b], or with '- ' before each item on its own line"])
    }
    return items
  }

  /// The entries of a mapping whose keys are free names; no two have the same name.
  package func entries() throws(Diagnostic) -> [Entry] {
    guard case .mapping(let entries) = value else {
      throw diagnostic(
        "expected a mapping, found \(inWords)",
        notes: ["a mapping is written {key: value}, or with 'key: value' on each line"])
    }
    return entries
  }
}
