// What some models have and most have not: notes, bounds, derivations, indexes.

internal import Faultline
import Foundation

extension ModelArchive {
  typealias Members = [(key: String, value: ListPart)]

  /// Our own key for predicates and for derivations that are written as text.
  static let predicateKey = "FaultlinePredicateFormat"

  /// The notes of a model's author.
  mutating func note(_ userInfo: [String: String]) -> Members {
    guard !userInfo.isEmpty else { return [] }
    let pairs = userInfo.sorted { $0.key < $1.key }.map {
      (key: $0.key, value: archive.text($0.value))
    }
    return [("NSUserInfo", archive.dictionary(pairs))]
  }

  // MARK: - Entities

  mutating func extras(of entity: EntityDescription) -> Members {
    var members = note(entity.userInfo)
    if !entity.indexes.isEmpty {
      let indexes = entity.indexes.map { part(for: $0, of: entity) }
      members.append(("NSFetchIndexDescriptions", archive.array(indexes)))
    }
    if !entity.compoundIndexes.isEmpty {
      let lists = entity.compoundIndexes.map { keys in
        archive.array(keys.map { archive.text($0) })
      }
      members.append(("NSCompoundIndexes", archive.array(lists)))
    }
    return members
  }

  private mutating func part(
    for index: FetchIndexDescription, of entity: EntityDescription
  ) -> ListPart {
    let elements = index.elements.map { element in
      let place = archive.place()
      var members: Members = [
        ("NSAscending", .flag(element.isAscending)),
        ("NSFetchIndexElementType", .integer(element.collationType == .rTree ? 1 : 0)),
      ]
      switch element.subject {
      case .property(let name): members.append(("NSPropertyName", archive.text(name)))
      case .expression(let text, let type):
        members.append((Self.predicateKey, archive.text(text)))
        members.append(("NSAttributeType", .integer(type.archiveNumber)))
      }
      archive.set(place, ["NSFetchIndexElementDescription", "NSObject"], members)
      return ListPart.reference(place)
    }
    let place = archive.place()
    var members: Members = [
      ("NSIndexName", archive.text(index.name)), ("NSEntity", reference(entity)),
      ("NSIndexElements", archive.array(elements)),
    ]
    if let condition = index.partialIndexPredicate {
      members.append((Self.predicateKey, archive.text(condition)))
    }
    archive.set(place, ["NSFetchIndexDescription", "NSObject"], members)
    return .reference(place)
  }

  // MARK: - Attributes

  mutating func extras(of attribute: AttributeDescription) -> Members {
    var members = note(attribute.userInfo)
    if attribute.isIndexed { members.append(("NSIsIndexed", .flag(true))) }
    if let name = attribute.attributeValueClassName {
      members.append(("NSAttributeValueClassName", archive.text(name)))
    }
    if let derivation = attribute.derivation {
      members.append((Self.predicateKey, archive.text(derivation)))
    }
    let bounds = bounds(of: attribute)
    if !bounds.isEmpty { members.append(("NSValidationPredicates", archive.array(bounds))) }
    return members
  }

  /// Each bound is a comparison with a constant.
  private mutating func bounds(of attribute: AttributeDescription) -> [ListPart] {
    let validation = attribute.validation
    func number(_ number: Decimal) -> ListPart {
      archive.value(.real(NSDecimalNumber(decimal: number).doubleValue))
    }
    var bounds: [ListPart] = []
    if let min = validation.min { bounds.append(bound("SELF", 3, number(min))) }
    if let max = validation.max { bounds.append(bound("SELF", 1, number(max))) }
    if let min = validation.minLength {
      bounds.append(bound("length", 3, archive.value(.integer(min))))
    }
    if let max = validation.maxLength {
      bounds.append(bound("length", 1, archive.value(.integer(max))))
    }
    if let date = validation.minDate { bounds.append(bound("SELF", 3, archive.date(date))) }
    if let date = validation.maxDate { bounds.append(bound("SELF", 1, archive.date(date))) }
    if let pattern = validation.regularExpression {
      bounds.append(bound("SELF", 6, archive.text(pattern)))
    }
    return bounds
  }

  private mutating func bound(
    _ subject: String, _ operation: Int, _ constant: ListPart
  ) -> ListPart {
    let left = subject == "SELF" ? selfExpression() : keyPath(subject)
    let right = archive.object(
      ["NSConstantValueExpression", "NSExpression", "NSObject"],
      [("NSExpressionType", .integer(0)), ("NSConstantValue", constant)])
    let comparison = archive.object(
      ["NSComparisonPredicateOperator", "NSPredicateOperator", "NSObject"],
      [
        ("NSModifier", .integer(0)), ("NSOperatorType", .integer(operation)),
        ("NSOptions", .integer(0)),
      ])
    return archive.object(
      ["NSComparisonPredicate", "NSPredicate", "NSObject"],
      [
        ("NSLeftExpression", left), ("NSRightExpression", right),
        ("NSPredicateOperator", comparison),
      ])
  }

  private mutating func selfExpression() -> ListPart {
    archive.object(
      ["NSSelfExpression", "NSExpression", "NSObject"], [("NSExpressionType", .integer(1))])
  }

  private mutating func keyPath(_ key: String) -> ListPart {
    let path = archive.object(
      ["NSKeyPathSpecifierExpression", "NSExpression", "NSObject"],
      [("NSExpressionType", .integer(10)), ("NSKeyPath", archive.text(key))])
    return archive.object(
      ["NSKeyPathExpression", "NSFunctionExpression", "NSExpression", "NSObject"],
      [
        ("NSExpressionType", .integer(3)), ("NSOperand", selfExpression()),
        ("NSSelectorName", archive.text("valueForKey:")), ("NSArguments", archive.array([path])),
      ])
  }
}

extension AttributeDescription {
  /// The third bit says that large data may lie in files of its own, the fifth that a history keeps the value.
  var archiveFlags: Int {
    (allowsExternalBinaryDataStorage ? 4 : 0) + (preservesValueInHistoryOnDeletion ? 16 : 0)
  }
}

extension KeyedArchive {
  /// A new object that no other object refers to.
  mutating func object(
    _ classNames: [String], _ members: [(key: String, value: ListPart)]
  ) -> ListPart {
    let place = place()
    set(place, classNames, members)
    return .reference(place)
  }

  mutating func date(_ date: Date) -> ListPart {
    object(["NSDate", "NSObject"], [("NS.time", .real(date.timeIntervalSinceReferenceDate))])
  }
}
