// What a save does about rows that were changed elsewhere, as objects.

import Faultline
public import Foundation

/// The kinds of merge policies.
public enum NSMergePolicyType: UInt, Sendable {
  case errorMergePolicyType = 0
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  case overwriteMergePolicyType = 3
  case rollbackMergePolicyType = 4
}

/// A policy for conflicts of a save with rows that were changed elsewhere.
open class NSMergePolicy: NSObject, @unchecked Sendable {
  /// The kind of the policy.
  public let mergeType: NSMergePolicyType

  /// Makes a policy of a kind.
  public init(merge type: NSMergePolicyType) { mergeType = type }

  /// The save fails.
  public static let error = NSMergePolicy(merge: .errorMergePolicyType)
  /// The rows of the store win where both have changed.
  public static let mergeByPropertyStoreTrump = NSMergePolicy(
    merge: .mergeByPropertyStoreTrumpMergePolicyType)
  /// The objects of the context win where both have changed.
  public static let mergeByPropertyObjectTrump = NSMergePolicy(
    merge: .mergeByPropertyObjectTrumpMergePolicyType)
  /// The objects of the context win as a whole.
  public static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
  /// The rows of the store win as a whole.
  public static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)

  var enginePolicy: MergePolicy {
    switch mergeType {
    case .errorMergePolicyType: .error
    case .mergeByPropertyStoreTrumpMergePolicyType: .mergeByPropertyStoreTrump
    case .mergeByPropertyObjectTrumpMergePolicyType: .mergeByPropertyObjectTrump
    case .overwriteMergePolicyType: .overwrite
    case .rollbackMergePolicyType: .rollback
    }
  }

  /// Policies of the same kind are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSMergePolicy)?.mergeType == mergeType
  }

  open override var hash: Int { mergeType.hashValue }
}

/// The save fails.
public let NSErrorMergePolicy = NSMergePolicy.error
/// The rows of the store win where both have changed.
public let NSMergeByPropertyStoreTrumpMergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
/// The objects of the context win where both have changed.
public let NSMergeByPropertyObjectTrumpMergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
/// The objects of the context win as a whole.
public let NSOverwriteMergePolicy = NSMergePolicy.overwrite
/// The rows of the store win as a whole.
public let NSRollbackMergePolicy = NSMergePolicy.rollback

/// A row that was changed here and elsewhere.
open class NSMergeConflict: NSObject {
  /// The object here.
  public let sourceObject: NSManagedObject
  /// The row's version that the object has.
  public let oldVersionNumber: Int
  /// The row's version in the store; 0 for a row that is gone.
  public let newVersionNumber: Int

  init?(_ conflict: MergeConflict, in context: NSManagedObjectContext?) {
    guard
      let object = context?.engine.registeredObject(for: conflict.objectID) as? NSManagedObject
    else { return nil }
    sourceObject = object
    oldVersionNumber = conflict.oldVersionNumber
    newVersionNumber = conflict.newVersionNumber
  }
}

/// Objects with the same values, where these must be unique.
open class NSConstraintConflict: NSObject {
  /// The names of the properties whose values must be unique.
  public let constraint: [String]
  /// The object of the row that has the values already.
  public let databaseObject: NSManagedObject?
  /// The objects here that have the same values.
  public let conflictingObjects: [NSManagedObject]

  init(_ conflict: ConstraintConflict, in context: NSManagedObjectContext?) {
    constraint = conflict.constraint
    func object(_ id: ManagedObjectID) -> NSManagedObject? {
      context?.engine.registeredObject(for: id) as? NSManagedObject
    }
    databaseObject = conflict.databaseObject.flatMap(object)
    conflictingObjects = conflict.conflictingObjects.compactMap(object)
  }
}
