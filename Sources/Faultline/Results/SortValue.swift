// A value by which a row of a results controller is sorted, kept as small as it can be.

import Foundation

/// A value of a sort key, as long as a list keeps it.
///
/// A comparison makes a scalar of it, so that lists, stores and fetches put objects in one and the same order.
enum SortValue {
  case none
  case integer(Int)
  case real(Double)
  case text(String)
  case bytes([UInt8])

  init(_ scalar: Scalar) {
    switch scalar {
    // Objects have no order, and no request can be sorted by them.
    case .none, .object: self = .none
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(text)
    case .bytes(let data): self = .bytes(Array(data))
    }
  }

  var scalar: Scalar {
    switch self {
    case .none: .none
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .bytes(let bytes): .bytes(Data(bytes))
    }
  }

  func showBlocks(to visitor: BlockVisitor) {
    switch self {
    case .none, .integer, .real: break
    case .text(let text): visitor.show(text, .registry)
    case .bytes(let bytes): visitor.show(elementsOf: bytes, .registry)
    }
  }
}
