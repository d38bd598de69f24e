// Relationships and fetched properties as a program describes them.

import Foundation
import Faultline

/// What a deletion does to the objects at the other end of a relationship.
public enum NSDeleteRule: UInt, Sendable {
  case noActionDeleteRule = 0
  case nullifyDeleteRule = 1
  case cascadeDeleteRule = 2
  case denyDeleteRule = 3

  var engineRule: DeleteRule {
    switch self {
    case .noActionDeleteRule: .noAction
    case .nullifyDeleteRule: .nullify
    case .cascadeDeleteRule: .cascade
    case .denyDeleteRule: .deny
    }
  }

  init(_ rule: DeleteRule) {
    self =
      switch rule {
      case .noAction: .noActionDeleteRule
      case .nullify: .nullifyDeleteRule
      case .cascade: .cascadeDeleteRule
      case .deny: .denyDeleteRule
      }
  }
}

/// A relationship of an entity.
open class NSRelationshipDescription: NSPropertyDescription {
  private weak var storedDestination: NSEntityDescription?
  private weak var storedInverse: NSRelationshipDescription?
  private var storedMaxCount = 1
  private var storedMinCount = 0
  private var storedRule = NSDeleteRule.nullifyDeleteRule
  private var storedIsOrdered = false

  /// Makes a to-one relationship without a name.
  public override init() {
    super.init()
    storedMaxCount = 0
  }

  /// Makes a copy of another relationship, which leads to the same entity.
  public required init(copying other: NSPropertyDescription) {
    super.init(copying: other)
    guard let other = other as? NSRelationshipDescription else { return }
    storedDestination = other.storedDestination
    storedInverse = other.storedInverse
    storedMaxCount = other.storedMaxCount
    storedMinCount = other.storedMinCount
    storedRule = other.storedRule
    storedIsOrdered = other.storedIsOrdered
  }

  /// The entity at the other end.
  open var destinationEntity: NSEntityDescription? {
    get { storedDestination }
    set {
      willChange()
      storedDestination = newValue
    }
  }

  /// The relationship that leads back.
  open var inverseRelationship: NSRelationshipDescription? {
    get { storedInverse }
    set {
      willChange()
      storedInverse = newValue
    }
  }

  /// The most objects at the other end: 1 for a to-one relationship, 0 for any number.
  open var maxCount: Int {
    get { storedMaxCount }
    set {
      willChange()
      storedMaxCount = newValue
    }
  }

  /// The fewest objects at the other end.
  open var minCount: Int {
    get { storedMinCount }
    set {
      willChange()
      storedMinCount = newValue
    }
  }

  /// What a deletion does to the objects at the other end.
  open var deleteRule: NSDeleteRule {
    get { storedRule }
    set {
      willChange()
      storedRule = newValue
    }
  }

  /// A Boolean value that indicates whether there may be several objects at the other end.
  open var isToMany: Bool { maxCount != 1 }

  /// A Boolean value that indicates whether the objects at the other end have an order.
  open var isOrdered: Bool {
    get { storedIsOrdered }
    set {
      willChange()
      storedIsOrdered = newValue
    }
  }
}

/// A property whose value is what a fetch request finds.
open class NSFetchedPropertyDescription: NSPropertyDescription {
  private var storedRequest: NSFetchRequest<any NSFetchRequestResult>?

  /// Makes a property without a name.
  public override init() { super.init() }

  /// Makes a copy of another property.
  public required init(copying other: NSPropertyDescription) {
    super.init(copying: other)
    storedRequest = (other as? NSFetchedPropertyDescription)?.storedRequest
  }

  /// The request, which may refer to `$FETCH_SOURCE`.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    get { storedRequest }
    set {
      willChange()
      storedRequest = newValue
    }
  }
}

/// A value that a fetch of dictionaries computes.
open class NSExpressionDescription: NSPropertyDescription {
  /// The expression.
  open var expression: NSExpression?
  /// The type of the values.
  open var expressionResultType = NSAttributeType.undefinedAttributeType

  /// The type of the values, by its short name.
  public var resultType: NSAttributeDescription.AttributeType {
    get { .init(rawValue: expressionResultType.rawValue) }
    set {
      expressionResultType = NSAttributeType(rawValue: newValue.rawValue) ?? .undefinedAttributeType
    }
  }

  /// Makes a description without a name.
  public override init() { super.init() }

  /// Makes a copy of another description.
  public required init(copying other: NSPropertyDescription) {
    super.init(copying: other)
    guard let other = other as? NSExpressionDescription else { return }
    expression = other.expression
    expressionResultType = other.expressionResultType
  }
}
