// IDs from their URIs.

public import Foundation

extension PersistentStoreCoordinator {
  /// The ID that a URI stands for, if its store is one of the coordinator's (semantics 26).
  public func managedObjectID(forURIRepresentation url: URL) -> ManagedObjectID? {
    guard let id = objectID(url.absoluteString), !id.isTemporaryID else { return nil }
    return id
  }

  /// The ID of a record by its key in the store that takes new objects.
  package func objectID(_ entity: EntityDescription, _ key: Int64) throws(GraphError)
    -> ManagedObjectID
  {
    ManagedObjectID(entity: entity, key: key, space: try spaceForNewObjects(of: entity))
  }

  /// The ID that a text stands for, temporary ones of this coordinator included.
  func objectID(_ text: String) -> ManagedObjectID? {
    let scheme = "x-coredata://"
    guard text.lowercased().hasPrefix(scheme) else { return nil }
    let parts = text.dropFirst(scheme.count)
      .split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let name = String(parts[1]).removingPercentEncoding,
      let entity = managedObjectModel.entitiesByName[name]
    else { return nil }
    let mark = parts[2]
    if mark.first == "p", let store = UUID(uuidString: String(parts[0])),
      let space = space(ofStore: store), let key = Int64(mark.dropFirst()), key > 0
    {
      return ManagedObjectID(entity: entity, key: key, space: space)
    }
    guard mark.first == "t", parts[0].isEmpty, let digits = mark.split(separator: "-").last,
      let number = Int64(digits, radix: 16), number > 0
    else { return nil }
    return ManagedObjectID(entity: entity, key: -number, space: temporaryKeys)
  }
}
