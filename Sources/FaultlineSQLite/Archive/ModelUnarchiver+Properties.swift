// Attributes and relationships of an archived model.

internal import Faultline
import Foundation

extension ModelUnarchiver {
  // MARK: - Attributes

  mutating func attribute(
    _ object: ArchivedObject, _ key: String, of entity: String
  ) throws(GraphError) -> AttributeDescription? {
    let path = "\(entity).\(key)"
    let number = try object.integer("NSAttributeType") ?? 0
    guard let type = AttributeType(archiveNumber: number) else {
      warn("'\(path)' has the type \(number), which is not known here, and is left out.")
      return nil
    }
    let flags = try object.integer("NSFlagsKey") ?? 0
    let isTransformable = type == .transformable
    return AttributeDescription(
      key, type, isOptional: try object.flag("NSIsOptional"),
      isTransient: try object.flag("NSIsTransient"),
      defaultValue: try defaultValue(object, type, path), derivation: try derivation(object, path),
      validation: try validation(object, type, path),
      valueTransformerName: isTransformable ? try object.text("NSValueTransformerName") : nil,
      attributeValueClassName: isTransformable ? try object.text("NSAttributeValueClassName") : nil,
      allowsExternalBinaryDataStorage: flags & 4 != 0,
      preservesValueInHistoryOnDeletion: flags & 16 != 0, isIndexed: try object.flag("NSIsIndexed"),
      renamingIdentifier: try renamingIdentifier(object, unless: key),
      versionHashModifier: try object.text("NSVersionHashModifier"),
      userInfo: try userInfo(object))
  }

  private mutating func derivation(
    _ object: ArchivedObject, _ path: String
  ) throws(GraphError) -> String? {
    guard object.className == "NSDerivedAttributeDescription" else { return nil }
    if let text = try object.text(ModelArchive.predicateKey) { return text }
    if let expression = try object.object("NSDerivationExpression"),
      let text = try ArchivedPredicate.expression(expression)
    {
      return text
    }
    warn("'\(path)' is derived from an expression that cannot be read here.")
    // Not nothing: then a save would take it for a value of its own.
    return "unknown:()"
  }

  private mutating func defaultValue(
    _ object: ArchivedObject, _ type: AttributeType, _ path: String
  ) throws(GraphError) -> Any? {
    let element = try object["NSDefaultValue"]
    if case .nothing = element { return nil }
    switch (type, Self.counted(try element.value(), as: type)) {
    case (.boolean, let flag as Bool): return flag
    case (.boolean, let number as Int): return number != 0
    case (.integer16, let number as Int): if Int16(exactly: number) != nil { return number }
    case (.integer32, let number as Int): if Int32(exactly: number) != nil { return number }
    case (.integer64, let number as Int): return number
    case (.double, let number as Double), (.float, let number as Double): return number
    case (.double, let number as Int), (.float, let number as Int): return Double(number)
    case (.decimal, let number as Decimal): return number
    case (.decimal, let number as Double): return Decimal(number)
    case (.decimal, let number as Int): return Decimal(number)
    case (.string, let text as String): return text
    case (.date, let date as Date): return date
    case (.binary, let data as Data), (.transformable, let data as Data): return data
    case (.uuid, let uuid as UUID): return uuid
    case (.uuid, let text as String): if let uuid = UUID(uuidString: text) { return uuid }
    case (.uri, let url as URL): return url
    case (.uri, let text as String): if let url = URL(string: text) { return url }
    default: break
    }
    warn("'\(path)' has a default value that cannot be read here, and begins with none.")
    return nil
  }

  /// A number in the form of the attribute's: an editor may keep `1.0` or `true` where the number is 1.
  private static func counted(_ value: Any?, as type: AttributeType) -> Any? {
    switch (type, value) {
    case (.boolean, let flag as Bool): flag
    case (_, let flag as Bool): flag ? 1 : 0
    case (.boolean, let number as Double), (.integer16, let number as Double),
      (.integer32, let number as Double), (.integer64, let number as Double):
      Int(exactly: number)
    case (.double, let number as Decimal), (.float, let number as Decimal):
      Double(number.description)
    default: value
    }
  }

  private mutating func validation(
    _ object: ArchivedObject, _ type: AttributeType, _ path: String
  ) throws(GraphError) -> AttributeValidation {
    var validation = AttributeValidation()
    var waiting = try object.elements("NSValidationPredicates")
    var isWhole = true
    while case .object(let predicate)? = waiting.popLast() {
      if predicate.className == "NSCompoundPredicate",
        try predicate.integer("NSCompoundPredicateType") == 1
      {
        waiting += try predicate.elements("NSSubpredicates")
      } else if try !validation.take(predicate, type) {
        isWhole = false
      }
    }
    if !isWhole { warn("'\(path)' has a rule for its values that cannot be read here.") }
    return validation
  }

  // MARK: - Relationships

  mutating func relationship(
    _ object: ArchivedObject, _ key: String, of entity: String
  ) throws(GraphError) -> RelationshipDescription {
    let linked = try object.object("NSDestinationEntity")?.text("NSEntityName")
    let stated = try object.text("_NSDestinationEntityName")
    guard let destination = linked ?? stated else {
      throw ArchiveReader.damaged("'\(entity).\(key)' leads nowhere")
    }
    let back = try object.object("NSInverseRelationship")?.text("NSPropertyName")
    let statedInverse = try object.text("_NSInverseRelationshipName")
    let inverse = back ?? statedInverse
    let minCount = max(0, try object.integer("NSMinCount") ?? 0)
    let maxCount = max(0, try object.integer("NSMaxCount") ?? 0)
    let rules: [DeleteRule] = [.noAction, .nullify, .cascade, .deny]
    let rule = try object.integer("NSDeleteRule") ?? 0
    let isOptional = try object.flag("NSIsOptional")
    let renamingIdentifier = try renamingIdentifier(object, unless: key)
    let modifier = try object.text("NSVersionHashModifier")
    let userInfo = try userInfo(object)
    // A count of one is what makes a relationship to-one.
    guard maxCount != 1 else {
      return .toOne(
        key, destination, inverse: inverse, isOptional: isOptional, minCount: minCount,
        deleteRule: rules.indices.contains(rule) ? rules[rule] : .nullify,
        renamingIdentifier: renamingIdentifier, versionHashModifier: modifier, userInfo: userInfo)
    }
    return .toMany(
      key, destination, inverse: inverse, isOrdered: try object.flag("NSIsOrdered"),
      isOptional: isOptional, minCount: minCount, maxCount: maxCount,
      deleteRule: rules.indices.contains(rule) ? rules[rule] : .nullify,
      renamingIdentifier: renamingIdentifier, versionHashModifier: modifier, userInfo: userInfo)
  }
}

extension AttributeValidation {
  /// Takes in a bound; false for a condition that is none.
  fileprivate mutating func take(
    _ predicate: ArchivedObject, _ type: AttributeType
  ) throws(GraphError) -> Bool {
    guard predicate.className == "NSComparisonPredicate",
      let left = try predicate.object("NSLeftExpression"),
      let right = try predicate.object("NSRightExpression"),
      right.className == "NSConstantValueExpression",
      let subject = try ArchivedPredicate.expression(left),
      let operation = try predicate.object("NSPredicateOperator")?.integer("NSOperatorType")
    else { return false }
    let bound = try right["NSConstantValue"].value()
    switch (subject, operation, bound) {
    case ("length", 1, let count as Int) where type == .string: maxLength = count
    case ("length", 3, let count as Int) where type == .string: minLength = count
    case ("SELF", 6, let pattern as String) where type == .string: regularExpression = pattern
    case ("SELF", 1, let date as Date) where type == .date: maxDate = date
    case ("SELF", 3, let date as Date) where type == .date: minDate = date
    case ("SELF", 1, _) where type.isNumber:
      guard let number = Self.number(bound) else { return false }
      max = number
    case ("SELF", 3, _) where type.isNumber:
      guard let number = Self.number(bound) else { return false }
      min = number
    default: return false
    }
    return true
  }

  private static func number(_ bound: Any?) -> Decimal? {
    switch bound {
    case let number as Int: Decimal(number)
    case let number as Double where number.isFinite: Decimal(string: number.description)
    case let number as Decimal: number
    default: nil
    }
  }
}
