// A section of a controller's results, to be shown.

/// Objects with the same value at the section key path, which stand together.
public struct FetchedResultsSectionInfo {
  /// The common value as text; empty where there is none.
  public let name: String
  /// What stands for the section in an index of all sections.
  public let indexTitle: String?
  /// The objects, filled batch by batch as they are walked over.
  public let objects: BatchedResults.SubSequence

  /// How many objects it has.
  public var numberOfObjects: Int { objects.count }
}
