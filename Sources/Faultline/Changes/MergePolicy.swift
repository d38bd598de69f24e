// Which values win when a save finds that the same object was saved elsewhere.

/// What a save does about rows that were changed since their objects were fetched.
public enum MergePolicy: String, Sendable, CaseIterable {
  /// The save fails, and its error lists each conflict.
  case error
  /// Property by property: what the store changed is taken, what only this context changed stays.
  case mergeByPropertyStoreTrump
  /// Property by property: what this context changed stays, the rest is taken from the store.
  case mergeByPropertyObjectTrump
  /// The object is written as it is in memory, with properties that it did not change.
  case overwrite
  /// This context's changes of the object are dropped.
  case rollback
}

/// A row that is not as the object that would replace it has known it.
public struct MergeConflict: Sendable, Hashable {
  /// The object.
  public let objectID: ManagedObjectID
  /// The version that the object was fetched with.
  public let oldVersionNumber: Int
  /// The version that the row has now; 0 if it is gone.
  public let newVersionNumber: Int
}

/// Objects that must not have the same values, and have them.
public struct ConstraintConflict: Sendable, Hashable {
  /// The properties whose values, taken together, only one object may have.
  public let constraint: [String]
  /// The saved object that has the values; nil if only objects of the same save want them.
  public let databaseObject: ManagedObjectID?
  /// The objects of the save that want the values.
  public let conflictingObjects: [ManagedObjectID]

  /// Describes a conflict.
  public init(
    constraint: [String], databaseObject: ManagedObjectID?, conflictingObjects: [ManagedObjectID]
  ) {
    self.constraint = constraint
    self.databaseObject = databaseObject
    self.conflictingObjects = conflictingObjects
  }
}
