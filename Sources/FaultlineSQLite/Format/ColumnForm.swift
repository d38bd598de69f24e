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
