// What a column is declared as, and how a value lies in it.

internal import Faultline

/// The declared type of a column.
enum ColumnForm: String, Sendable {
  case integer = "INTEGER"
  case real = "FLOAT"
  case decimal = "DECIMAL"
  case date = "TIMESTAMP"
  case text = "VARCHAR"
  case bytes = "BLOB"

  init(_ type: AttributeType) {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: self = .integer
    case .float, .double: self = .real
    case .decimal: self = .decimal
    case .date: self = .date
    case .string, .uri, .objectID: self = .text
    case .binary, .transformable, .uuid, .undefined: self = .bytes
    }
  }
}

/// How the value of a slot lies in its column.
enum ValueCoding: Sendable {
  case integer
  case real
  /// As a number in the file, as text in a row: a row keeps what a decimal number is exactly.
  case decimal
  case text
  case bytes
  /// Behind a tag, or in a file of its own.
  case external
  /// The key of a destination that can be of one entity only, by its index in the model.
  case reference(entity: Int)
  /// The key of a destination, with the number of its entity in a second column.
  case referenceWithEntity

  init(_ attribute: AttributeDescription) {
    switch attribute.attributeType {
    case .integer16, .integer32, .integer64, .boolean: self = .integer
    case .float, .double, .date: self = .real
    case .decimal: self = .decimal
    case .string, .uri, .objectID: self = .text
    case .binary, .transformable, .uuid, .undefined:
      self = attribute.allowsExternalBinaryDataStorage ? .external : .bytes
    }
  }
}

/// The order in which a new table lists the columns of its attributes.
enum ColumnRank {
  /// Whole numbers first, then times and fractions, decimals, text, UUIDs, and at last other bytes.
  static func of(_ type: AttributeType) -> Int {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: 0
    case .date, .float, .double: 1
    case .decimal: 2
    case .string, .uri, .objectID: 3
    case .uuid: 4
    case .binary, .transformable, .undefined: 5
    }
  }
}

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
