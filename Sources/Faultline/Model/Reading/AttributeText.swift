// How a model file writes types and values: the words of Xcode's editor.

import Foundation

extension AttributeType {
  /// The type by its name in a model file.
  init?(modelText: String) {
    switch modelText {
    case "Integer 16": self = .integer16
    case "Integer 32": self = .integer32
    case "Integer 64": self = .integer64
    case "Decimal": self = .decimal
    case "Double": self = .double
    case "Float": self = .float
    case "String": self = .string
    case "Boolean": self = .boolean
    case "Date": self = .date
    case "Binary": self = .binary
    case "UUID": self = .uuid
    case "URI": self = .uri
    case "Transformable": self = .transformable
    case "ObjectID": self = .objectID
    case "Undefined": self = .undefined
    default: return nil
    }
  }

  /// Whether a model file can write down a value of the type.
  var hasTextForm: Bool {
    switch self {
    case .binary, .transformable, .objectID, .undefined: false
    default: true
    }
  }

  /// A value of the type from its text in a model file; nil if the text is none.
  func value(modelText: String) -> Any? {
    switch self {
    case .integer16, .integer32, .integer64:
      Int(modelText) ?? Double(modelText).flatMap(Int.init(exactly:))
    case .double, .float: Double(modelText)
    case .decimal: Decimal(modelText: modelText)
    case .string: modelText
    case .boolean: Bool(modelText: modelText)
    case .date: Double(modelText).map(Date.init(timeIntervalSinceReferenceDate:))
    case .uuid: UUID(uuidString: modelText)
    case .uri: URL(string: modelText)
    case .binary, .transformable, .objectID, .undefined: nil
    }
  }
}

extension Bool {
  /// Reads YES or NO, and what older tools wrote.
  init?(modelText: String) {
    switch modelText.lowercased() {
    case "yes", "true", "1": self = true
    case "no", "false", "0": self = false
    default: return nil
    }
  }
}

extension Decimal {
  /// Reads a number from end to end: Foundation stops at the first stranger and keeps the rest silent.
  init?(modelText: String) {
    let digits = modelText.drop { $0 == "-" || $0 == "+" }
    guard modelText.count - digits.count <= 1, digits.first?.isASCIIDigit == true,
      Double(modelText) != nil, digits.allSatisfy({ $0.isASCIIDigit || ".eE+-".contains($0) }),
      let number = Decimal(string: modelText, locale: Locale(identifier: "en_US_POSIX")),
      number.isFinite
    else { return nil }
    self = number
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension DeleteRule {
  /// The rule by its name in a model file.
  init?(modelText: String) {
    switch modelText {
    case "Nullify": self = .nullify
    case "Cascade": self = .cascade
    case "Deny": self = .deny
    case "No Action": self = .noAction
    default: return nil
    }
  }
}
