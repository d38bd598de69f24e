// A condition of SQL as a predicate again, with the values that were bound to it.

package import Faultline
package import FaultlineRecordings

/// Rebuilds what stands behind WHERE: comparisons of columns with values, lists, AND, OR and NOT.
package struct ConditionText {
  /// The predicate; nil where something in it is not known.
  package private(set) var predicate: String?
  /// Whether objects with unsaved changes were left out, which a context then judges itself.
  package private(set) var leavesOutChanged = false
  /// The values that the condition took, so that those of a limit follow.
  package private(set) var taken = 0

  private let words: [Substring]
  private let values: [String]
  private let entity: EntityDescription
  private let names: ModelWords
  private var place = 0

  package init(
    _ statement: LoggedStatement, _ values: [String], of entity: EntityDescription,
    _ names: ModelWords
  ) {
    words = statement.condition.split(separator: " ")
    self.values = values
    self.entity = entity
    self.names = names
    guard !words.isEmpty, let read = either(), place == words.count else {
      // A question mark of the condition has a value all the same.
      taken = words.count { $0 == "?" }
      return
    }
    predicate = read.isEmpty || read.contains("$") ? nil : read
  }

  // MARK: - Terms

  private mutating func takes(_ texts: String...) -> Bool {
    guard place + texts.count <= words.count,
      zip(texts, words[place...]).allSatisfy({ $0 == $1 })
    else { return false }
    place += texts.count
    return true
  }

  private mutating func either() -> String? {
    guard var read = both() else { return nil }
    while takes("OR") {
      guard let next = both(), !read.isEmpty, !next.isEmpty else { return nil }
      read = "(\(read) OR \(next))"
    }
    return read
  }

  private mutating func both() -> String? {
    guard var read = term() else { return nil }
    while takes("AND") {
      guard let next = term() else { return nil }
      // What is left out by its key adds nothing.
      read = next.isEmpty ? read : read.isEmpty ? next : "(\(read) AND \(next))"
    }
    return read
  }

  private mutating func term() -> String? {
    if takes("NOT") {
      if takesChanged() { return "" }
      return term().flatMap { $0.isEmpty ? nil : "NOT (\($0))" }
    }
    let start = (place, taken)
    if let read = comparison() { return read }
    (place, taken) = start
    guard takes("("), let read = either(), takes(")") else { return nil }
    return read
  }

  /// Takes `( IFNULL ( T0.Z_PK IN ( SELECT VALUE FROM JSON_EACH ( ? ) ) , 0 ) )`.
  private mutating func takesChanged() -> Bool {
    let start = place
    let isBracketed = takes("(")
    guard takes("IFNULL", "("), place < words.count, words[place].hasSuffix("Z_PK") else {
      place = start
      return false
    }
    place += 1
    guard
      takes("IN", "(", "SELECT", "VALUE", "FROM", "JSON_EACH", "(", "?", ")", ")", ",", "0", ")"),
      !isBracketed || takes(")")
    else {
      place = start
      return false
    }
    taken += 1
    leavesOutChanged = true
    return true
  }

  private mutating func comparison() -> String? {
    guard let (left, attribute) = column() else { return nil }
    if takes("IS", "NOT", "NULL") || takes("NOTNULL") { return "\(left) != NIL" }
    if takes("IS", "NULL") || takes("ISNULL") { return "\(left) == NIL" }
    if takes("BETWEEN") {
      guard let low = value(attribute), takes("AND"), let high = value(attribute) else {
        return nil
      }
      return "(\(left) >= \(low) AND \(left) <= \(high))"
    }
    if takes("IN", "(") {
      var list: [String] = []
      repeat {
        guard let next = value(attribute) else { return nil }
        list.append(next)
      } while takes(",")
      return takes(")") ? "\(left) IN {\(list.joined(separator: ", "))}" : nil
    }
    guard let sign = sign(), let right = value(attribute) else { return nil }
    return "\(left) \(sign) \(right)"
  }

  private mutating func sign() -> String? {
    if takes("IS", "NOT") || takes("<", ">") || takes("!", "=") { return "!=" }
    if takes("IS") || takes("=", "=") { return "==" }
    if takes("=") { return "==" }
    for first in ["<", ">"] where takes(first) { return takes("=") ? first + "=" : first }
    return nil
  }

  private mutating func column() -> (String, AttributeDescription)? {
    guard place < words.count else { return nil }
    let name = words[place].split(separator: ".").last.map(String.init) ?? ""
    guard let attribute = names.attribute(name, of: entity),
      let description = entity.attributesByName[attribute]
    else { return nil }
    place += 1
    return (attribute, description)
  }

  // MARK: - Values

  private mutating func value(_ attribute: AttributeDescription) -> String? {
    let start = (place, taken)
    if place < words.count, words[place] == "?", taken < values.count {
      let text = values[taken]
      let next = place + 1 < words.count ? words[place + 1] : ")"
      if !["+", "-", "*", "/"].contains(next) {
        place += 1
        taken += 1
        return Self.value(text, attribute.attributeType)
      }
    }
    (place, taken) = start
    return sum().flatMap {
      Self.value($0 == $0.rounded() ? "\(Int(exactly: $0) ?? 0)" : "\($0)", attribute.attributeType)
    }
  }

  private mutating func sum() -> Double? {
    guard var result = product() else { return nil }
    while true {
      if takes("+") {
        guard let next = product() else { return nil }
        result += next
      } else if takes("-") {
        guard let next = product() else { return nil }
        result -= next
      } else {
        return result
      }
    }
  }

  private mutating func product() -> Double? {
    guard var result = number() else { return nil }
    while takes("*") {
      guard let next = number() else { return nil }
      result *= next
    }
    return result
  }

  private mutating func number() -> Double? {
    if takes("(") {
      guard let inner = sum(), takes(")") else { return nil }
      return inner
    }
    guard place < words.count else { return nil }
    let word = words[place]
    if word == "?" {
      guard taken < values.count, let bound = Double(values[taken]) else { return nil }
      place += 1
      taken += 1
      return bound
    }
    guard word.first?.isNumber == true, let literal = Double(word) else { return nil }
    place += 1
    return literal
  }

  /// A value as a predicate has it.
  private static func value(_ text: String, _ type: AttributeType) -> String? {
    if text == "nil" || text == "NULL" { return "NIL" }
    switch type {
    case .integer16, .integer32, .integer64, .double, .float, .decimal:
      return Double(text)?.isFinite == true ? text : nil
    case .boolean: return text == "1" ? "TRUE" : text == "0" ? "FALSE" : nil
    case .string:
      guard text.utf8.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
      let inner = text.dropFirst().dropLast()
      guard !inner.contains(where: { "\"\\'".contains($0) || $0.isNewline }) else { return nil }
      return "\"\(inner)\""
    default: return nil
    }
  }
}
