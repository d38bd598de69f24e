// Requests that a context carries out, and what comes of them.

public import Foundation

/// What a request asks for.
public enum NSPersistentStoreRequestType: UInt, Sendable {
  case fetchRequestType = 1
  case saveRequestType = 2
  case batchInsertRequestType = 5
  case batchUpdateRequestType = 6
  case batchDeleteRequestType = 7
}

/// A request to stores.
open class NSPersistentStoreRequest: NSObject, NSCopying {
  /// The stores that are asked; nil for all.
  open var affectedStores: [NSPersistentStore]?

  /// What the request asks for.
  open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// Returns a copy.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Carries the request out.
  func carryOut(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    misuse("\(type(of: self)) is no request that a context carries out.")
  }
}

/// What came of a request.
open class NSPersistentStoreResult: NSObject {}
