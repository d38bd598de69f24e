// The names of columns and tables, taken apart: what they say, and the numbers that differ from file to file.

/// A name that the format makes of a relationship or an attribute; equal to one that differs in the number alone.
struct ColumnName: Hashable {
  /// The whole name.
  let text: String
  /// `Z`, `Z_` or `Z_FOK_`.
  let prefix: String
  /// Whether the number of an entity follows.
  let hasNumber: Bool
  /// The name of the property in capitals, with whatever stands before it.
  let rest: String

  init(_ name: String) {
    text = name
    prefix = ["Z_FOK_", "Z_", "Z"].first { name.hasPrefix($0) } ?? ""
    let tail = name.dropFirst(prefix.count)
    let digits = tail.prefix { $0.isASCII && $0.isNumber }
    hasNumber = !digits.isEmpty
    rest = String(tail.dropFirst(digits.count))
  }

  static func == (one: Self, other: Self) -> Bool {
    one.prefix == other.prefix && one.hasNumber == other.hasNumber && one.rest == other.rest
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(prefix)
    hasher.combine(rest)
  }

  /// Whether it says the same as another one, but for a number behind it.
  func fits(_ wanted: ColumnName, withSuffix: Bool) -> Bool {
    if self == wanted { return true }
    guard withSuffix, prefix == wanted.prefix, hasNumber == wanted.hasNumber,
      rest.hasPrefix(wanted.rest)
    else { return false }
    return rest.dropFirst(wanted.rest.count).allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// What is left without any number, by which names are looked up.
  var stem: String {
    let digits = rest.reversed().prefix { $0.isASCII && $0.isNumber }.count
    return prefix + String(rest.dropLast(digits))
  }
}
