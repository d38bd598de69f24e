// One save, as the history of a store shows it.

public import Foundation

/// One save to one store.
public struct PersistentHistoryTransaction: Sendable {
  /// Its number; later ones have greater numbers.
  public let transactionNumber: Int64
  /// When it was saved.
  public let timestamp: Date
  /// The identifier of the store.
  public let storeID: UUID
  /// The author of the save, as ``ManagedObjectContext/transactionAuthor`` says.
  public let author: String?
  /// The name of the context that has saved.
  public let contextName: String?
  /// The bundle of the program that has saved.
  public let bundleID: String?
  /// The process that has saved.
  public let processID: String?
  /// What it has changed, a change an object, in the order of their numbers.
  public let changes: [PersistentHistoryChange]

  /// The place behind it.
  public var token: PersistentHistoryToken { PersistentHistoryToken([storeID: transactionNumber]) }
}

/// What a save did to one object.
public struct PersistentHistoryChange: Sendable {
  /// What has happened to it; the numbers are those of the format.
  public enum ChangeType: Int, Sendable {
    case insert, update, delete
  }

  /// Its number.
  public let changeID: Int64
  /// What has happened.
  public let changeType: ChangeType
  /// The object that it has happened to.
  public let changedObjectID: ManagedObjectID
  /// The names of the properties that an update has set; nil where the history does not say it, as after a change of
  /// members alone.
  public let updatedProperties: Set<String>?
  let kept: [String: Scalar]

  /// What is kept of an object that was deleted: the values of attributes that
  /// ``AttributeDescription/preservesValueInHistoryOnDeletion`` names, by key.
  public var tombstone: [String: Any] {
    let attributes = changedObjectID.entity.attributesByName
    var values: [String: Any] = [:]
    for (name, scalar) in kept {
      values[name] = attributes[name].flatMap { QueryType($0).bare(scalar) }
    }
    return values
  }
}
