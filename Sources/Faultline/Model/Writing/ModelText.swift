// A model written back, in the format that Xcode's editor reads and writes.

import Foundation

extension ManagedObjectModel {
  /// The model as the XML of a `contents` file.
  ///
  /// Saved as `contents` in a folder whose name ends in `.xcdatamodel`, it is a model that Xcode opens and
  /// `ManagedObjectModel(contentsOf:)` loads: the same one, but for default values that the format has no words
  /// for, which are data and archived objects.
  public var contentsXML: String {
    var root = ElementText("model")
    root.set("type", "com.apple.IDECoreDataModeler.DataModel")
    root.set("documentVersion", "1.0")
    root.set("lastSavedToolsVersion", "1")
    root.set("minimumToolsVersion", "Automatic")
    root.set("sourceLanguage", "Swift")
    // The format has one name for a version; a model that was merged from several may have more.
    root.set("userDefinedModelVersionIdentifier", versionIdentifiers.min() ?? "")
    for entity in entities { root.add(entity.markup) }
    for template in fetchRequestTemplates { root.add(template.markup) }
    for name in configurations {
      var configuration = ElementText.element("configuration", [("name", name)])
      for entity in entities(forConfigurationName: name) ?? [] {
        configuration.add(.element("memberEntity", [("name", entity.name)]))
      }
      root.add(configuration)
    }
    return root.document
  }
}

extension EntityDescription {
  fileprivate var markup: ElementText {
    var element = ElementText("entity")
    element.set("name", name)
    element.set("representedClassName", statedClassName)
    element.set("parentEntity", superentityName)
    element.set("isAbstract", isOn: isAbstract)
    element.set("versionHashModifier", versionHashModifier)
    element.set("elementID", statedRenamingIdentifier)
    element.set("syncable", isOn: true)
    for attribute in ownAttributes { element.add(attribute.markup) }
    for relationship in ownRelationships { element.add(relationship.markup) }
    for property in ownFetchedProperties { element.add(property.markup) }
    for index in indexes { element.add(index.markup) }
    element.add(lists: compoundIndexes, "compoundIndexes", "compoundIndex", "index")
    element.add(
      lists: uniquenessConstraints, "uniquenessConstraints", "uniquenessConstraint", "constraint")
    element.add(userInfo: userInfo)
    return element
  }
}

extension AttributeDescription {
  fileprivate var markup: ElementText {
    var element = ElementText("attribute")
    element.set("name", name)
    element.set("optional", isOn: isOptional)
    element.set("transient", isOn: isTransient)
    element.set("attributeType", attributeType.modelText)
    for (key, value) in bounds { element.set(key, value) }
    if let date = defaultCell.bare as? Date, attributeType == .date {
      element.set("defaultDateTimeInterval", "\(date.timeIntervalSinceReferenceDate)")
    } else {
      element.set("defaultValueString", defaultCell.modelText)
    }
    element.set("regularExpressionString", validation.regularExpression)
    element.set("valueTransformerName", valueTransformerName)
    element.set("customClassName", attributeValueClassName)
    element.set("allowsExternalBinaryDataStorage", isOn: allowsExternalBinaryDataStorage)
    element.set("preserveAfterDeletion", isOn: preservesValueInHistoryOnDeletion)
    element.set("derived", isOn: isDerived)
    element.set("derivationExpression", derivation)
    element.set("indexed", isOn: isIndexed)
    element.set("versionHashModifier", versionHashModifier)
    element.set("elementID", statedRenamingIdentifier)
    element.add(userInfo: userInfo)
    return element
  }

  private var bounds: [(String, String?)] {
    func seconds(_ date: Date?) -> String? { date.map { "\($0.timeIntervalSinceReferenceDate)" } }
    return [
      ("minValueString", (validation.minLength.map { "\($0)" }) ?? validation.min.map { "\($0)" }),
      ("maxValueString", (validation.maxLength.map { "\($0)" }) ?? validation.max.map { "\($0)" }),
      ("minDateTimeInterval", seconds(validation.minDate)),
      ("maxDateTimeInterval", seconds(validation.maxDate)),
    ]
  }
}

extension RelationshipDescription {
  fileprivate var markup: ElementText {
    var element = ElementText("relationship")
    element.set("name", name)
    element.set("optional", isOn: isOptional)
    element.set("toMany", isOn: isToMany)
    element.set("minCount", minCount == 0 ? nil : "\(minCount)")
    element.set("maxCount", maxCount == 0 ? nil : "\(maxCount)")
    element.set("deletionRule", deleteRule.modelText)
    element.set("ordered", isOn: isOrdered)
    element.set("destinationEntity", destinationEntityName)
    element.set("inverseName", inverseName)
    element.set("inverseEntity", inverseName.map { _ in destinationEntityName })
    element.set("versionHashModifier", versionHashModifier)
    element.set("elementID", statedRenamingIdentifier)
    element.add(userInfo: userInfo)
    return element
  }
}

extension FetchedPropertyDescription {
  fileprivate var markup: ElementText {
    var element = ElementText("fetchedProperty")
    element.set("name", name)
    element.set("optional", isOn: isOptional)
    element.set("versionHashModifier", versionHashModifier)
    element.set("elementID", statedRenamingIdentifier)
    if let fetchRequest { element.add(fetchRequest.markup) }
    element.add(userInfo: userInfo)
    return element
  }
}

extension FetchRequestTemplate {
  fileprivate var markup: ElementText {
    var element = ElementText("fetchRequest")
    element.set("name", name)
    element.set("entity", entityName)
    element.set("predicateString", predicateFormat)
    element.set("resultType", resultType == .managedObjects ? nil : "\(resultType.rawValue)")
    element.set("fetchLimit", fetchLimit == 0 ? nil : "\(fetchLimit)")
    element.set("fetchBatchSize", fetchBatchSize == 0 ? nil : "\(fetchBatchSize)")
    // On unless something else is said.
    element.set("includeSubentities", includesSubentities ? nil : "NO")
    element.set("includePropertyValues", includesPropertyValues ? nil : "NO")
    element.set("includesPendingChanges", includesPendingChanges ? nil : "NO")
    element.set("returnObjectsAsFaults", returnsObjectsAsFaults ? nil : "NO")
    element.set("returnDistinctResults", isOn: returnsDistinctResults)
    return element
  }
}

extension FetchIndexDescription {
  fileprivate var markup: ElementText {
    var element = ElementText("fetchIndex")
    element.set("name", name)
    element.set("partialIndexPredicate", partialIndexPredicate)
    for part in elements {
      var child = ElementText("fetchIndexElement")
      switch part.subject {
      case .property(let name): child.set("property", name)
      case .expression(let text, let type):
        child.set("expression", text)
        child.set("expressionType", type.modelText)
      }
      child.set("type", part.collationType == .binary ? "Binary" : "RTree")
      child.set("order", part.isAscending ? "ascending" : "descending")
      element.add(child)
    }
    return element
  }
}

extension ElementText {
  /// Adds lists of keys, as uniqueness constraints and compound indexes are written.
  fileprivate mutating func add(
    lists: [[String]], _ outer: String, _ inner: String, _ item: String
  ) {
    guard !lists.isEmpty else { return }
    var element = ElementText(outer)
    for keys in lists {
      var list = ElementText(inner)
      for key in keys { list.add(.element(item, [("value", key)])) }
      element.add(list)
    }
    add(element)
  }

  fileprivate mutating func add(userInfo: [String: String]) {
    guard !userInfo.isEmpty else { return }
    var element = ElementText("userInfo")
    for (key, value) in userInfo.sorted(by: { $0.key < $1.key }) {
      element.add(.element("entry", [("key", key), ("value", value)]))
    }
    add(element)
  }
}

/// One element that is written down.
struct ElementText {
  private let name: String
  private var attributes: [(name: String, value: String)] = []
  private var children: [ElementText] = []

  init(_ name: String) { self.name = name }

  /// Adds an attribute that has a value; one without is not mentioned.
  mutating func set(_ attribute: String, _ value: String?) {
    if let value { attributes.append((attribute, value)) }
  }

  /// Adds an attribute that is on.
  mutating func set(_ attribute: String, isOn: Bool) {
    if isOn { attributes.append((attribute, "YES")) }
  }

  mutating func add(_ child: ElementText) { children.append(child) }

  /// An element with attributes and nothing in it.
  static func element(_ name: String, _ attributes: [(String, String?)]) -> ElementText {
    var element = ElementText(name)
    for (attribute, value) in attributes { element.set(attribute, value) }
    return element
  }

  /// The element as a whole file.
  var document: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    write(to: &text, indent: "")
    return text
  }

  private func write(to text: inout String, indent: String) {
    text += "\(indent)<\(name)"
    for attribute in attributes {
      text += " \(attribute.name)=\"\(Self.escaped(attribute.value))\""
    }
    guard !children.isEmpty else {
      text += "/>\n"
      return
    }
    text += ">\n"
    for child in children { child.write(to: &text, indent: indent + "    ") }
    text += "\(indent)</\(name)>\n"
  }

  /// A value in which nothing ends it, and line ends are not taken for spaces; XML has no other control characters.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value):
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
