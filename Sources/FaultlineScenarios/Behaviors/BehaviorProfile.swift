// Whose behaviour a scenario shows: that of the guides, or that of the framework of today.

/// One of two descriptions of Core Data.
package enum BehaviorProfile: String, Sendable, CaseIterable {
  /// What the guides promise.
  case guides
  /// What the framework was observed to do.
  case coreData = "core-data"

  /// The name of the key that says it.
  package static let key = "behaves"
  static let words = allCases.map(\.rawValue)

  /// What may stand behind the key.
  static let kind = Kind.either([.choice(words), .table(Behavior.entries)])
}
