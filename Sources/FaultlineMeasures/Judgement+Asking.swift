// What an expectation means: which readings it asks for, and the limit that it sets, if it sets just one.

extension Judgement {
  /// A reading that an expectation asks for.
  package struct Asked: Sendable, Codable, Hashable {
    /// The metric.
    package var metric: String
    /// The checkpoint; nil where all of them are asked.
    package var checkpoint: String?

    /// Asks for a reading.
    package init(metric: String, checkpoint: String?) {
      self.metric = metric
      self.checkpoint = checkpoint
    }
  }

  /// The number that an expectation holds its only reading against.
  package struct Bound: Sendable, Codable, Hashable {
    /// How the reading is to compare.
    package var comparison: Comparison
    /// The number.
    package var value: Quantity

    /// Holds a reading against a number.
    package init(_ comparison: Comparison, _ value: Quantity) {
      self.comparison = comparison
      self.value = value
    }

    /// Whether readings are to stay below.
    package var isLimit: Bool { comparison == .less || comparison == .lessOrEqual }
  }

  /// The ways to compare.
  package enum Comparison: String, Sendable, Codable, Hashable, CaseIterable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// The same with its sides exchanged.
    package var reversed: Comparison {
      switch self {
      case .equal, .unequal: self
      case .less: .greater
      case .lessOrEqual: .greaterOrEqual
      case .greater: .less
      case .greaterOrEqual: .lessOrEqual
      }
    }
  }
}
