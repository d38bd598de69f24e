// An attribute of a model file, with its default value and its bounds.

import Foundation

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
