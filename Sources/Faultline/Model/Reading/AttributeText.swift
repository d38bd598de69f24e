// How a model file writes types and values: the words of Xcode's editor.

import Foundation

extension AttributeType {
  /// The name of the type in a model file.
  package var modelText: String {
    switch self {
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .binary: "Binary"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .objectID: "ObjectID"
    case .undefined: "Undefined"
    }
  }

  /// The type by its name in a model file.
  init?(modelText: String) {
    guard let type = Self.allCases.first(where: { $0.modelText == modelText }) else { return nil }
    self = type
  }

  /// Whether a model file can write down a value of the type.
  var hasTextForm: Bool {
    switch self {
    case .binary, .transformable, .objectID, .undefined: false
    default: true
    }
  }

  /// A value of the type from its text in a model file; nil if the text is none.
  func value(modelText words: String) -> Any? {
    let modelText = self == .string ? words : words.trimmingCharacters(in: .whitespaces)
    return switch self {
    case .integer16, .integer32, .integer64:
      Int(modelText) ?? Double(modelText).flatMap(Int.init(exactly:))
    case .double, .float: Double(modelText)
    case .decimal: Decimal(modelText: modelText)
    case .string: modelText
    case .boolean: Bool(modelText: modelText) ?? Double(modelText).flatMap(Bool.init(exactly:))
    case .date: Double(modelText).map(Date.init(timeIntervalSinceReferenceDate:))
    case .uuid: UUID(uuidString: modelText)
    case .uri: URL(string: modelText)
    case .binary, .transformable, .objectID, .undefined: nil
    }
  }
}

extension Value {
  /// The value as a model file writes it down; nil for none, and for what it cannot write.
  var modelText: String? {
    switch self {
    case .none, .data: nil
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .text(let text): text
    case .truth(let flag): flag ? "YES" : "NO"
    case .date(let date): "\(date.timeIntervalSinceReferenceDate)"
    case .uuid(let uuid): uuid.uuidString
    case .url(let url): url.absoluteString
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

extension Bool {
  /// What a number stands for: a default that was written while its attribute held numbers is `0.0` or `1.0`.
  package init?(exactly number: Double) {
    guard number == 0 || number == 1 else { return nil }
    self = number == 1
  }
}

extension Decimal {
  /// Reads a number from end to end: Foundation stops at the first unknown character and ignores the
  /// rest without an error.
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
  /// The name of the rule in a model file.
  package var modelText: String {
    switch self {
    case .nullify: "Nullify"
    case .cascade: "Cascade"
    case .deny: "Deny"
    case .noAction: "No Action"
    }
  }

  /// The rule by its name in a model file.
  init?(modelText: String) {
    guard let rule = Self.allCases.first(where: { $0.modelText == modelText }) else { return nil }
    self = rule
  }
}
