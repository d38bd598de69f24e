// An entity of a model file, with its relationships, fetched properties and indexes.

import Foundation

extension ModelDocument {
  mutating func entity(_ element: Markup) -> EntityDescription? {
    guard let name = name(of: element) else { return nil }
    var attributes: [AttributeDescription] = []
    for child in element.children(named: "attribute") {
      if let attribute = attribute(child, entity: name) { attributes.append(attribute) }
    }
    var relationships: [RelationshipDescription] = []
    for child in element.children(named: "relationship") {
      if let relationship = relationship(child, entity: name) { relationships.append(relationship) }
    }
    var fetchedProperties: [FetchedPropertyDescription] = []
    for child in element.children(named: "fetchedProperty") {
      if let property = fetchedProperty(child, entity: name) { fetchedProperties.append(property) }
    }
    var indexes: [FetchIndexDescription] = []
    for child in element.children(named: "fetchIndex") {
      if let index = index(child) { indexes.append(index) }
    }
    let entity = EntityDescription(
      name: name, isAbstract: flag("isAbstract", of: element),
      superentity: text("parentEntity", of: element),
      managedObjectClassName: text("representedClassName", of: element), attributes: attributes,
      relationships: relationships, fetchedProperties: fetchedProperties,
      uniquenessConstraints: keys(
        in: element, "uniquenessConstraints", "uniquenessConstraint", "constraint"),
      indexes: indexes,
      compoundIndexes: compoundIndexes(of: element),
      renamingIdentifier: renamingIdentifier(of: element),
      versionHashModifier: text("versionHashModifier", of: element),
      userInfo: userInfo(of: element))
    place(indexes: element.children(named: "fetchIndex"), of: entity)
    return place(entity, element)
  }

  private mutating func relationship(
    _ element: Markup, entity: String
  ) -> RelationshipDescription? {
    guard let name = name(of: element) else { return nil }
    let path = "\(entity).\(name)"
    guard let destination = text("destinationEntity", of: element) else {
      note(element, key: name, "'\(path)' has no destination.")
      return nil
    }
    let inverse = text("inverseName", of: element)
    if let identityTable = text("inverseEntity", of: element), inverse != nil,
      identityTable != destination
    {
      note(
        element, key: name,
        "'\(path)' leads to '\(destination)', and its inverse belongs to '\(identityTable)'.")
    }
    let rule = text("deletionRule", of: element) ?? "Nullify"
    if DeleteRule(modelText: rule) == nil {
      note(
        element, key: name,
        "'\(path)' has the deletion rule '\(rule)'; it is Nullify, Cascade, Deny or No Action.")
    }
    if flag("transient", of: element) {
      warn(element, "'\(path)' is transient; relationships are stored here all the same.")
    }
    // A count of one is what makes a relationship to-one, whatever else is said.
    let isMarked = flag("toMany", of: element)
    let maxCount = count("maxCount", of: element, unsaid: isMarked ? 0 : 1)
    let isToMany = maxCount != 1
    let isOrdered = flag("ordered", of: element)
    if isOrdered, !isToMany { warn(element, "'\(path)' is to-one; its order says nothing.") }
    return place(
      RelationshipDescription(
        name, destination, inverse: inverse, isToMany: isToMany, isOrdered: isOrdered && isToMany,
        isOptional: flag("optional", of: element), minCount: count("minCount", of: element),
        maxCount: maxCount, deleteRule: DeleteRule(modelText: rule) ?? .nullify,
        renamingIdentifier: renamingIdentifier(of: element),
        versionHashModifier: text("versionHashModifier", of: element),
        userInfo: userInfo(of: element)),
      element)
  }

  private mutating func fetchedProperty(
    _ element: Markup, entity: String
  ) -> FetchedPropertyDescription? {
    guard let name = name(of: element) else { return nil }
    let requests = element.children(named: "fetchRequest")
    if requests.isEmpty {
      warn(element, "'\(entity).\(name)' has no fetch request and finds nothing.")
    }
    return place(
      FetchedPropertyDescription(
        name, fetchRequest: requests.first.flatMap { request($0) },
        isOptional: flag("optional", of: element),
        renamingIdentifier: renamingIdentifier(of: element),
        versionHashModifier: text("versionHashModifier", of: element),
        userInfo: userInfo(of: element)),
      element)
  }

  /// An index; one that is not understood is left out, for it changes no answer.
  private mutating func index(_ element: Markup) -> FetchIndexDescription? {
    guard let name = text("name", of: element) else {
      warn(element, "<fetchIndex> has no name; it is left out.")
      return nil
    }
    var elements: [FetchIndexElementDescription] = []
    for child in element.children(named: "fetchIndexElement") {
      let type = text("type", of: child) ?? "Binary"
      let order = text("order", of: child) ?? "ascending"
      guard let subject = subject(of: child) else {
        return leaveOut(child, name, "has an element without a property")
      }
      guard let collation = Self.collations[type] else {
        return leaveOut(child, name, "has an element of the type '\(type)', not Binary or RTree")
      }
      guard order == "ascending" || order == "descending" else {
        return leaveOut(child, name, "has the order '\(order)', not ascending or descending")
      }
      elements.append(
        FetchIndexElementDescription(
          subject, collationType: collation, isAscending: order == "ascending"))
    }
    return FetchIndexDescription(
      name: name, elements: elements,
      partialIndexPredicate: text("partialIndexPredicate", of: element))
  }

  private static let collations: [String: FetchIndexElementDescription.CollationType] = [
    "Binary": .binary, "RTree": .rTree, "R-Tree": .rTree,
  ]

  private mutating func leaveOut(
    _ element: Markup, _ index: String, _ why: String
  ) -> FetchIndexDescription? {
    warn(element, "The index '\(index)' \(why); it is left out.")
    return nil
  }

  private func subject(of element: Markup) -> FetchIndexElementDescription.Subject? {
    if let property = text("property", of: element) { return .property(property) }
    let type = text("expressionType", of: element).flatMap(AttributeType.init(modelText:))
    return text("expression", of: element).map { .expression($0, type ?? .undefined) }
  }

  /// The sets of keys that are indexed together; one that names nothing is left out.
  private mutating func compoundIndexes(of element: Markup) -> [[String]] {
    var found: [[String]] = []
    for index in element.children(named: "compoundIndexes")
      .flatMap({ $0.children(named: "compoundIndex") })
    {
      let items = index.children(named: "index")
      let keys = items.compactMap { text("value", of: $0) }
      if keys.count == items.count, !keys.isEmpty {
        found.append(keys)
      } else {
        warn(index, "A compound index names no property; it is left out.")
      }
    }
    return found
  }

  /// Lists of keys, as uniqueness constraints write them.
  private mutating func keys(
    in element: Markup, _ lists: String, _ list: String, _ item: String
  ) -> [[String]] {
    var found: [[String]] = []
    for element in element.children(named: lists).flatMap({ $0.children(named: list) }) {
      let items = element.children(named: item)
      for child in items where text("value", of: child) == nil {
        note(child, "<\(item)> names no property.")
      }
      let keys = items.compactMap { text("value", of: $0) }
      if keys.count == items.count { found.append(keys) }
    }
    return found
  }
}

// An attribute of a model file, with its default value and its bounds.
extension ModelDocument {
  mutating func attribute(_ element: Markup, entity: String) -> AttributeDescription? {
    guard let name = name(of: element) else { return nil }
    let path = "\(entity).\(name)"
    let words = text("attributeType", of: element) ?? "Undefined"
    guard let type = AttributeType(modelText: words) else {
      note(element, key: name, "'\(path)' has the type '\(words)', which is not known.")
      return nil
    }
    warnOfLeftovers(in: element, type, path)
    var derivation = text("derivationExpression", of: element)
    if flag("derived", of: element) { derivation = derivation ?? "" }
    return place(
      AttributeDescription(
        name, type, isOptional: flag("optional", of: element),
        isTransient: flag("transient", of: element),
        defaultValue: defaultValue(of: element, type, path), derivation: derivation,
        validation: validation(of: element, type, path),
        valueTransformerName: type == .transformable
          ? text("valueTransformerName", of: element) : nil,
        attributeValueClassName: text("customClassName", of: element),
        allowsExternalBinaryDataStorage: flag("allowsExternalBinaryDataStorage", of: element),
        preservesValueInHistoryOnDeletion: flag("preserveAfterDeletion", of: element),
        isIndexed: flag("indexed", of: element),
        renamingIdentifier: renamingIdentifier(of: element),
        versionHashModifier: text("versionHashModifier", of: element),
        userInfo: userInfo(of: element)),
      element)
  }

  private mutating func defaultValue(
    of element: Markup, _ type: AttributeType, _ path: String
  ) -> Any? {
    // A date's text is what a person typed, such as "now"; the number beside it is what counts.
    let key = type == .date ? "defaultDateTimeInterval" : "defaultValueString"
    guard let words = element[key], !words.isEmpty || type == .string, type.hasTextForm
    else { return nil }
    guard let value = type.value(modelText: words) else {
      note(
        element, key: element["name"],
        "'\(path)' holds \(type.words), and its default value is '\(words)'.")
      return nil
    }
    return value
  }

  private mutating func validation(
    of element: Markup, _ type: AttributeType, _ path: String
  ) -> AttributeValidation {
    var validation = AttributeValidation()
    if type == .string {
      validation.minLength = number("minValueString", of: element, path) { Int($0) }
      validation.maxLength = number("maxValueString", of: element, path) { Int($0) }
      validation.regularExpression = text("regularExpressionString", of: element)
    } else if type.isNumber {
      validation.min = number("minValueString", of: element, path) { Decimal(modelText: $0) }
      validation.max = number("maxValueString", of: element, path) { Decimal(modelText: $0) }
    } else if type == .date {
      validation.minDate = date("minDateTimeInterval", of: element, path)
      validation.maxDate = date("maxDateTimeInterval", of: element, path)
    }
    return validation
  }

  /// An editor may leave behind what an earlier type of the attribute had; it never counted.
  private mutating func warnOfLeftovers(
    in element: Markup, _ type: AttributeType, _ path: String
  ) {
    var leftovers: [(key: String, counts: Bool)] = [
      ("minValueString", type == .string || type.isNumber),
      ("maxValueString", type == .string || type.isNumber),
      ("regularExpressionString", type == .string),
      ("minDateTimeInterval", type == .date), ("maxDateTimeInterval", type == .date),
      ("valueTransformerName", type == .transformable),
      ("defaultDateTimeInterval", type == .date),
      ("defaultValueString", type.hasTextForm || type == .date),
    ]
    leftovers.removeAll { $0.counts || text($0.key, of: element) == nil }
    for (key, _) in leftovers {
      warn(element, "'\(path)' holds \(type.words); its '\(key)' says nothing.")
    }
  }

  private mutating func date(_ key: String, of element: Markup, _ path: String) -> Date? {
    number(key, of: element, path) { Double($0) }.map(Date.init(timeIntervalSinceReferenceDate:))
  }

  private mutating func number<Number>(
    _ key: String, of element: Markup, _ path: String, _ read: (String) -> Number?
  ) -> Number? {
    guard let words = text(key, of: element) else { return nil }
    guard let number = read(words) else {
      note(element, key: element["name"], "'\(path)' has the bound '\(words)', which is no number.")
      return nil
    }
    return number
  }
}
