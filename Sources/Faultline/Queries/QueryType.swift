// Of what kind a term's values are, known before anything is evaluated.

import Foundation

/// The kind of a term's values.
package enum QueryType: Sendable {
  case integer, real, decimal, truth, text, url, date, uuid, bytes
  case object(EntityDescription)
  /// `NIL`, which goes with everything.
  case nothing
  /// Values that can only be there or not, and why.
  case sealed(String)

  init(_ attribute: AttributeDescription) {
    switch attribute.attributeType {
    case .integer16, .integer32, .integer64: self = .integer
    case .double, .float: self = .real
    case .decimal: self = .decimal
    case .boolean: self = .truth
    case .string, .objectID: self = .text
    case .uri: self = .url
    case .date: self = .date
    case .uuid: self = .uuid
    case .binary where attribute.allowsExternalBinaryDataStorage:
      self = .sealed("data that may lie in files of its own")
    case .binary: self = .bytes
    case .transformable: self = .sealed("archived data")
    case .undefined: self = .sealed("nothing that can be stored")
    }
  }

  init(_ value: Value) {
    switch value {
    case .none: self = .nothing
    case .integer: self = .integer
    case .double: self = .real
    case .decimal: self = .decimal
    case .truth: self = .truth
    case .text: self = .text
    case .date: self = .date
    case .data: self = .bytes
    case .uuid: self = .uuid
    case .url: self = .url
    }
  }

  var isNumber: Bool {
    switch self {
    case .integer, .real, .decimal, .truth: true
    default: false
    }
  }

  var isText: Bool {
    switch self {
    case .text, .url: true
    default: false
    }
  }

  var isNothing: Bool { if case .nothing = self { true } else { false } }

  /// The kind in words, for messages.
  var words: String {
    switch self {
    case .integer: "an integer"
    case .real: "a number"
    case .decimal: "a decimal number"
    case .truth: "true or false"
    case .text: "text"
    case .url: "a URL"
    case .date: "a date"
    case .uuid: "a UUID"
    case .bytes: "data"
    case .object(let entity): "an object of '\(entity.name)'"
    case .nothing: "nothing"
    case .sealed(let why): why
    }
  }

  /// Whether values of the two can be compared.
  func goesWith(_ other: QueryType) -> Bool {
    switch (self, other) {
    case (.nothing, _), (_, .nothing): true
    case (.sealed, _), (_, .sealed): false
    case (.date, .date), (.uuid, .uuid), (.bytes, .bytes): true
    case (.object(let one), .object(let two)): one.root.name == two.root.name
    default: isNumber && other.isNumber || isText && other.isText
    }
  }

  /// Whether an attribute takes such values, as `AttributeDescription.fitted` does: without silent conversions.
  func canBe(_ attribute: AttributeType) -> Bool {
    switch (self, attribute) {
    case (.nothing, _), (.sealed, _), (_, .undefined): true
    case (.integer, .integer16), (.integer, .integer32), (.integer, .integer64),
      (.integer, .double), (.integer, .float), (.integer, .decimal),
      (.real, .double), (.real, .float), (.real, .decimal), (.decimal, .decimal),
      (.truth, .boolean), (.text, .string), (.text, .objectID), (.date, .date), (.uuid, .uuid),
      (.url, .uri), (.bytes, .binary), (.bytes, .transformable):
      true
    default: false
    }
  }

  /// A value as the public face hands it out.
  func bare(_ scalar: Scalar) -> Any? {
    switch (self, scalar) {
    case (_, .none): nil
    case (.truth, .integer(let number)): number != 0
    case (.date, _): scalar.number.map { Date(timeIntervalSinceReferenceDate: $0) }
    case (.decimal, .real(let number)): Decimal(string: number.description)
    case (.decimal, .integer(let number)): Decimal(number)
    case (.real, .integer(let number)): Double(number)
    case (.url, .text(let text)): URL(string: text)
    case (.uuid, .bytes(let data)) where data.count == MemoryLayout<uuid_t>.size:
      data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    case (_, .integer(let number)): number
    case (_, .real(let number)): number
    case (_, .text(let text)): text
    case (_, .bytes(let data)): data
    case (_, .object): nil
    }
  }
}
