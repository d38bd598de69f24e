// Xcode's model format: every element, what is read of it and what says nothing about the graph.

/// The elements of a model file.
enum ModelFormat {
  /// One kind of element.
  private struct Element {
    /// Attributes that the model takes in.
    var read: Set<String> = []
    /// Attributes for editors, code generators and services: without them the graph is the same.
    var harmless: Set<String> = []
    var children: Set<String> = []
  }

  private static let elements: [String: Element] = [
    "model": Element(
      read: ["userDefinedModelVersionIdentifier"],
      harmless: [
        "name", "type", "documentVersion", "lastSavedToolsVersion", "systemVersion",
        "minimumToolsVersion", "sourceLanguage", "macOSVersion", "iOSVersion", "tvOSVersion",
        "watchOSVersion", "usedWithCloudKit", "usedWithSwiftData",
      ],
      children: ["entity", "fetchRequest", "configuration", "elements"]),
    "entity": Element(
      read: [
        "name", "parentEntity", "isAbstract", "representedClassName", "elementID",
        "renamingIdentifier", "versionHashModifier",
      ],
      harmless: ["syncable", "codeGenerationType", "coreSpotlightDisplayNameExpression"],
      children: [
        "attribute", "relationship", "fetchedProperty", "userInfo", "uniquenessConstraints",
        "fetchIndex", "compoundIndexes",
      ]),
    "attribute": Element(
      read: [
        "name", "attributeType", "optional", "transient", "defaultValueString",
        "defaultDateTimeInterval", "minValueString", "maxValueString", "minDateTimeInterval",
        "maxDateTimeInterval", "regularExpressionString", "derived", "derivationExpression",
        "valueTransformerName", "customClassName", "allowsExternalBinaryDataStorage",
        "preserveAfterDeletion", "indexed", "elementID", "renamingIdentifier",
        "versionHashModifier",
      ],
      harmless: [
        "syncable", "usesScalarValueType", "spotlightIndexingEnabled", "allowsCloudEncryption",
        "storedInTruthFile",
      ],
      children: ["userInfo"]),
    "relationship": Element(
      read: [
        "name", "destinationEntity", "inverseName", "inverseEntity", "optional", "transient",
        "toMany", "ordered", "minCount", "maxCount", "deletionRule", "elementID",
        "renamingIdentifier", "versionHashModifier",
      ],
      harmless: ["syncable", "spotlightIndexingEnabled", "storedInTruthFile", "indexed"],
      children: ["userInfo"]),
    "fetchedProperty": Element(
      read: ["name", "optional", "elementID", "renamingIdentifier", "versionHashModifier"],
      harmless: ["syncable", "transient"], children: ["fetchRequest", "userInfo"]),
    "fetchRequest": Element(
      read: [
        "name", "entity", "predicateString", "resultType", "fetchLimit", "fetchBatchSize",
        "includeSubentities", "includePropertyValues", "includesPendingChanges",
        "returnObjectsAsFaults", "returnDistinctResults",
      ]),
    "userInfo": Element(children: ["entry"]),
    "entry": Element(read: ["key", "value"]),
    "uniquenessConstraints": Element(children: ["uniquenessConstraint"]),
    "uniquenessConstraint": Element(children: ["constraint"]),
    "constraint": Element(read: ["value"]),
    "fetchIndex": Element(
      read: ["name", "partialIndexPredicate"], children: ["fetchIndexElement"]),
    "fetchIndexElement": Element(
      read: ["property", "expression", "expressionType", "type", "order"]),
    "compoundIndexes": Element(children: ["compoundIndex"]),
    "compoundIndex": Element(children: ["index"]),
    "index": Element(read: ["value"]),
    "configuration": Element(
      read: ["name"], harmless: ["usedWithCloudKit", "usedWithSwiftData"],
      children: ["memberEntity"]),
    "memberEntity": Element(read: ["name"]),
  ]

  /// The parts of an element that are not known here, in the order of the file.
  static func unknownParts(in element: Markup) -> [ModelFault] {
    // Where the boxes of the entities lie in the editor.
    guard element.name != "elements" else { return [] }
    guard let known = elements[element.name] else { return [] }
    var found: [ModelFault] = []
    for attribute in element.attributes.keys.sorted()
    where !known.read.contains(attribute) && !known.harmless.contains(attribute) {
      found.append(
        ModelFault(
          line: element.line,
          text: "The attribute '\(attribute)' of <\(element.name)> is not known here."))
    }
    for child in element.children {
      if known.children.contains(child.name) {
        found += unknownParts(in: child)
      } else {
        found.append(
          ModelFault(
            line: child.line,
            text: "The element <\(child.name)> in <\(element.name)> is not known here."))
      }
    }
    return found
  }
}
