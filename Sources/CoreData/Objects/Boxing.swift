// Values as key-value coding hands them out, and as the engine takes them.

import Faultline
import Foundation

/// The border between Foundation's objects and the engine's values.
///
/// `as? Int64` fails for an `Int` and succeeds for an `NSNumber`, so programs expect numbers to be objects.
enum Boxing {
  /// A value of the engine as key-value coding hands it out.
  static func boxed(_ value: Any?) -> Any? {
    switch value {
    case nil: nil
    case let number as Int: NSNumber(value: number)
    case let number as Double: NSNumber(value: number)
    case let flag as Bool: NSNumber(value: flag)
    case let number as Decimal: NSDecimalNumber(decimal: number)
    case let set as Set<ManagedObject>: NSSet(array: inOrder(set))
    case let list as [ManagedObject]: NSOrderedSet(array: list)
    case let set as MutableObjectSet: NSSet(array: Array(set))
    case let set as MutableOrderedObjectSet: NSOrderedSet(array: Array(set))
    case let value: value
    }
  }

  /// A value of key-value coding as the engine takes it.
  static func bare(_ value: Any?) -> Any? {
    switch value {
    case nil, is NSNull: nil
    case let object as ManagedObject: object
    case let number as NSDecimalNumber: number.decimalValue
    case let number as NSNumber: number
    case let text as NSString: text as String
    case let date as NSDate: date as Date
    case let data as NSData: data as Data
    case let url as NSURL: url as URL
    case let uuid as NSUUID: uuid as UUID
    case let set as NSSet: objects(set.allObjects) ?? set
    case let set as NSOrderedSet: objects(set.array) ?? set
    case let list as NSArray: objects(list.map { $0 }) ?? list
    case let set as Set<ManagedObject>: inOrder(set)
    case let value?: rawValue(value)
    }
  }

  /// The members of a collection, where all are managed objects.
  private static func objects(_ members: [Any]) -> [ManagedObject]? { members as? [ManagedObject] }

  private static func rawValue(_ value: Any) -> Any? {
    if let wrapped = value as? any Wrapping { return wrapped.wrapped.flatMap { bare($0) } }
    return value
  }

  /// The members by the order of their registration: what is handed out must not depend on hashes.
  static func inOrder(_ set: Set<ManagedObject>) -> [ManagedObject] {
    set.sorted { $0.registrationNumber < $1.registrationNumber }
  }

  /// Values by key as key-value coding hands them out, `NSNull` for none.
  static func boxed(_ values: [String: Any?]) -> [String: Any] {
    values.mapValues { boxed($0) ?? NSNull() }
  }
}

/// An optional of any type, looked at through `Any`.
private protocol Wrapping {
  var wrapped: Any? { get }
}

extension Optional: Wrapping {
  fileprivate var wrapped: Any? { self }
}
