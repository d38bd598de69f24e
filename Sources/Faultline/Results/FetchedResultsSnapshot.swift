// Results as a value: IDs in sections, which any thread may have.

/// The results of a controller at one moment.
public struct FetchedResultsSnapshot: Sendable, Equatable {
  /// The names of the sections in their order; a controller without sections has one, whose name is empty.
  public let sectionIdentifiers: [String]
  /// The objects in their order, of all sections.
  public let itemIdentifiers: [ManagedObjectID]
  /// Those objects that have changed since the snapshot before.
  public let reloadedItemIdentifiers: [ManagedObjectID]
  private let ends: [Int]

  init(_ list: ResultsList, reloaded: Set<ManagedObjectID>) {
    sectionIdentifiers = list.sections.map(\.name)
    itemIdentifiers = list.rows.map(\.id)
    reloadedItemIdentifiers = itemIdentifiers.filter(reloaded.contains)
    ends = list.sections.map(\.rows.upperBound)
  }

  /// How many sections there are.
  public var numberOfSections: Int { sectionIdentifiers.count }

  /// How many objects there are.
  public var numberOfItems: Int { itemIdentifiers.count }

  /// The objects of a section; none if there is no such section.
  public func itemIdentifiers(inSection identifier: String) -> [ManagedObjectID] {
    guard let number = sectionIdentifiers.firstIndex(of: identifier) else { return [] }
    return Array(itemIdentifiers[(number == 0 ? 0 : ends[number - 1])..<ends[number]])
  }
}
