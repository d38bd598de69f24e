// What rules know of the target that they work in.

/// What rules know of the target that a file belongs to.
struct TargetFacts: Sendable {
  /// The index of the target in the catalog.
  var number: Int
  var name: String
  /// The expression for the bundle of the target, or of one that it depends on; nil where none has resources.
  var bundle: String?
  /// The expressions for the bundles of other targets with resources, by their indices.
  var bundlesOfTargets: [Int: String] = [:]
  /// The expressions for bundles, by the names of their resources without extensions.
  var bundlesOfResources: [String: String] = [:]
  var countsAsMacOS = false
}
