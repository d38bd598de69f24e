// Which values an attribute takes: any integer for a number, within its range; no silent conversions.

import Foundation

extension AttributeDescription {
  /// The value as the attribute holds it, or an error that names entity, key and what was expected.
  func fitted(_ value: Value, entity: String) throws(GraphError) -> Value {
    switch (attributeType, value) {
    case (_, .none): return value
    case (.integer16, .integer(let number)): try inRange(number, Int16.self, entity)
    case (.integer32, .integer(let number)): try inRange(number, Int32.self, entity)
    case (.integer64, .integer): break
    case (.double, .double): break
    case (.float, .double(let number)): return .double(Double(Float(number)))
    case (.double, .integer(let number)), (.float, .integer(let number)):
      return .double(Double(number))
    case (.decimal, .decimal): break
    case (.decimal, .integer(let number)): return .decimal(Decimal(number))
    case (.decimal, .double(let number)): return .decimal(Decimal(number))
    case (.string, .text), (.boolean, .truth), (.date, .date), (.binary, .data), (.uuid, .uuid),
      (.uri, .url):
      break
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
