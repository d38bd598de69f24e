// Indexes as a program describes them.

public import Foundation
import Faultline

/// How an index finds its entries.
public enum NSFetchIndexElementType: UInt, Sendable {
  case binary = 0
  case rTree = 1
}

/// One column of an index.
open class NSFetchIndexElementDescription: NSObject, NSCopying {
  /// The indexed property.
  public let property: NSPropertyDescription?
  /// How the index finds its entries.
  open var collationType: NSFetchIndexElementType
  /// A Boolean value that indicates whether small values come first.
  open var isAscending = true
  private let storedName: String

  /// The name of the indexed property.
  open var propertyName: String? { property?.name ?? storedName }

  /// Indexes a property.
  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    self.property = property
    self.collationType = collationType
    storedName = property.name
  }

  init(_ element: FetchIndexElementDescription, in entity: NSEntityDescription) {
    storedName = element.propertyName ?? ""
    property = entity.propertiesByName[storedName]
    collationType = element.collationType == .rTree ? .rTree : .binary
    isAscending = element.isAscending
  }

  /// Returns the element itself, which can be shared by several indexes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  var engineElement: FetchIndexElementDescription {
    FetchIndexElementDescription(
      propertyName ?? "", collationType: collationType == .rTree ? .rTree : .binary,
      isAscending: isAscending)
  }
}

/// An index of an entity.
open class NSFetchIndexDescription: NSObject, NSCopying {
  /// The name.
  open var name: String
  /// What is indexed, the most significant element first.
  open var elements: [NSFetchIndexElementDescription]
  /// The condition that a row must satisfy to be in the index.
  open var partialIndexPredicate: NSPredicate?

  /// Describes an index.
  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    self.name = name
    self.elements = elements ?? []
  }

  /// Returns an index of the same elements.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchIndexDescription(name: name, elements: elements)
    copy.partialIndexPredicate = partialIndexPredicate
    return copy
  }

  var engineIndex: FetchIndexDescription {
    FetchIndexDescription(
      name: name, elements: elements.map(\.engineElement),
      partialIndexPredicate: partialIndexPredicate?.predicateFormat)
  }
}
