// The numbers of types in archived models.

internal import Faultline

extension AttributeType {
  /// The number of the type in the format.
  var archiveNumber: Int {
    switch self {
    case .undefined: 0
    case .integer16: 100
    case .integer32: 200
    case .integer64: 300
    case .decimal: 400
    case .double: 500
    case .float: 600
    case .string: 700
    case .boolean: 800
    case .date: 900
    case .binary: 1000
    case .uuid: 1100
    case .uri: 1200
    case .transformable: 1800
    case .objectID: 2000
    }
  }

  /// The type of a number.
  init?(archiveNumber: Int) {
    guard let type = Self.allCases.first(where: { $0.archiveNumber == archiveNumber }) else {
      return nil
    }
    self = type
  }
}
