// A question in SQL: its text, which depends on its shape alone, and the values that are bound to it.

internal import Faultline
import Foundation

/// A statement with its values.
///
/// No value ever stands in the text, and no name that a user wrote does: columns and tables come from the
/// schema, everything else is bound.
struct QueryText {
  /// The values in the order of their places.
  private(set) var values: [Scalar] = []

  /// Notes a value, and says how the text refers to it.
  mutating func bind(_ value: Scalar) -> String {
    values.append(value)
    return "?\(values.count)"
  }
}

extension Statement {
  /// Binds the values of a question.
  func bind(_ values: [Scalar]) {
    for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1)) }
  }

  /// Binds a value of any kind.
  func bind(_ value: Scalar, at place: Int32) {
    switch value {
    case .none, .object: bindNull(at: place)
    case .integer(let number): bind(Int64(number), at: place)
    case .real(let number): bind(number, at: place)
    case .text(let text): bindWhole(text, at: place)
    case .bytes(let data): bind(data, at: place)
    }
  }
}
