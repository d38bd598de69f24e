// Which values an attribute takes: any integer for a number, within its range; no silent conversions.
//
// What mathematics does not define is no value, and zero has no sign: no file could keep either.

import Foundation

extension AttributeDescription {
  /// The value as the attribute holds it, or an error that names entity, key and what was expected.
  func fitted(_ value: Value, entity: String) throws(GraphError) -> Value {
    guard !value.isUndefined else { return .none }
    switch (attributeType, value) {
    case (_, .none): return value
    case (.integer16, .integer(let number)): try inRange(number, Int16.self, entity)
    case (.integer32, .integer(let number)): try inRange(number, Int32.self, entity)
    case (.integer64, .integer): break
    case (.double, .double(let number)): return .double(number.unsignedZero)
    case (.float, .double(let number)): return .double(Double(Float(number)).unsignedZero)
    case (.double, .integer(let number)), (.float, .integer(let number)):
      return .double(Double(number))
    case (.decimal, .decimal): break
    case (.decimal, .integer(let number)): return .decimal(Decimal(number))
    case (.decimal, .double(let number)): return .decimal(Decimal(number))
    case (.date, .date(let date)):
      return .date(
        Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.unsignedZero))
    case (.string, .text), (.boolean, .truth), (.binary, .data), (.uuid, .uuid), (.uri, .url): break
    case (.transformable, .data), (.objectID, .text): break
    default:
      throw GraphError(
        .coreData,
        "'\(entity).\(name)' holds \(attributeType.words), and \(value.kind) was given.",
        key: name)
    }
    return value
  }

  private func inRange<Number: FixedWidthInteger>(
    _ number: Int, _ type: Number.Type, _ entity: String
  ) throws(GraphError) {
    guard Number(exactly: number) != nil else {
      throw GraphError(
        .coreData,
        "'\(entity).\(name)' holds integers from \(Number.min) to \(Number.max), and \(number) was given.",
        key: name)
    }
  }
}

extension Value {
  /// Takes in what a caller handed over for an attribute.
  ///
  /// An object of Foundation's does not say what its number is to be, so the attribute does, as long as the
  /// number stays what it is worth: 1 is true, `true` is 1.
  init?(bare: Any?, for type: AttributeType) {
    self.init(bare: bare)
    guard let number = bare.flatMap(Self.boxedNumber) else { return }
    switch (type, self) {
    case (.boolean, _) where number == 0 || number == 1: self = .truth(number == 1)
    case (.integer16, .decimal(let exact)), (.integer32, .decimal(let exact)),
      (.integer64, .decimal(let exact)):
      if let whole = Int(exact.description) { self = .integer(whole) }
    case (.double, .decimal), (.float, .decimal): self = .double(number.doubleValue)
    case (.integer16, .truth(let flag)), (.integer32, .truth(let flag)),
      (.integer64, .truth(let flag)), (.double, .truth(let flag)), (.float, .truth(let flag)),
      (.decimal, .truth(let flag)):
      self = .integer(flag ? 1 : 0)
    default: break
    }
  }
}

extension Double {
  /// The number, with zero in place of the negative zero that a file does not keep.
  var unsignedZero: Double { self == 0 ? 0 : self }
}

extension AttributeType {
  /// The values of the type, in words.
  package var words: String {
    switch self {
    case .integer16, .integer32, .integer64: "integers"
    case .decimal: "decimal numbers"
    case .double, .float: "numbers"
    case .string: "text"
    case .boolean: "true or false"
    case .date: "dates"
    case .binary: "data"
    case .uuid: "UUIDs"
    case .uri: "URLs"
    case .transformable: "archived data"
    case .objectID: "object IDs"
    case .undefined: "nothing that can be stored"
    }
  }
}
