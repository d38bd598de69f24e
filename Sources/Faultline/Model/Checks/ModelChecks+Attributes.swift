// The rules about attributes and the bounds of their values.

import Foundation

extension ModelChecks {
  /// An attribute that is stored has a type that can be.
  func missingTypes() -> [ModelFault] {
    about(\.ownAttributes) { attribute in
      guard !attribute.isTransient else { return nil }
      switch attribute.attributeType {
      case .undefined: return "has no type; only a transient attribute may."
      case .objectID: return "holds object IDs, which no store keeps; make it transient."
      default: return nil
      }
    }
  }

  /// A default value is of the attribute's type.
  func badDefaults() -> [ModelFault] {
    entities.flatMap { entity in
      entity.ownAttributes.compactMap { attribute in
        if attribute.hasForeignDefault {
          return fault(
            attribute, of: entity, "has a default value of a kind that no attribute holds.")
        }
        do throws(GraphError) {
          _ = try attribute.fitted(attribute.defaultCell, entity: entity.name)
          return nil
        } catch {
          return ModelFault(
            line: draft.places[attribute], key: attribute.name,
            text: "The default value of '\(entity.name).\(attribute.name)': \(error.message)")
        }
      }
    }
  }

  /// A derived attribute says what it is derived from, and is stored.
  func emptyDerivations() -> [ModelFault] {
    about(\.ownAttributes) { attribute in
      guard let derivation = attribute.derivation else { return nil }
      if derivation.allSatisfy(\.isWhitespace) { return "is derived, and from nothing." }
      return attribute.isTransient
        ? "is derived and transient; a derived value is computed for the store." : nil
    }
  }

  /// Only what is transformed has a transformer.
  func strayTransformers() -> [ModelFault] {
    about(\.ownAttributes) { attribute in
      guard attribute.valueTransformerName != nil, attribute.attributeType != .transformable
      else { return nil }
      return "has a value transformer, and holds \(attribute.attributeType.words)."
    }
  }

  /// Numbers have a range, texts a length and a pattern, dates a period.
  func strayBounds() -> [ModelFault] {
    about(\.ownAttributes) { attribute in
      let validation = attribute.validation
      let type = attribute.attributeType
      if validation.min ?? validation.max != nil, !type.isNumber {
        return "has a range of numbers, and holds \(type.words)."
      }
      if validation.minLength ?? validation.maxLength != nil, type != .string {
        return "has a length of text, and holds \(type.words)."
      }
      if validation.regularExpression != nil, type != .string {
        return "has a pattern for text, and holds \(type.words)."
      }
      if validation.minDate ?? validation.maxDate != nil, type != .date {
        return "has a period, and holds \(type.words)."
      }
      return nil
    }
  }

  /// A lower bound is not above its upper one, and no length is negative.
  func reversedBounds() -> [ModelFault] {
    about(\.ownAttributes) { attribute in
      let validation = attribute.validation
      if let min = validation.min, let max = validation.max, min > max {
        return "is at least \(min) and at most \(max), which no number is."
      }
      if [validation.minLength, validation.maxLength].contains(where: { ($0 ?? 0) < 0 }) {
        return "has a negative length as a bound."
      }
      if let min = validation.minLength, let max = validation.maxLength, min > max {
        return "has at least \(min) and at most \(max) characters, which no text has."
      }
      if let min = validation.minDate, let max = validation.maxDate, min > max {
        return "begins its period after the end of it."
      }
      return nil
    }
  }

  /// A pattern is a regular expression.
  func badPatterns() -> [ModelFault] {
    about(\.ownAttributes) { attribute in
      guard let pattern = attribute.validation.regularExpression else { return nil }
      return (try? NSRegularExpression(pattern: pattern)) == nil
        ? "must match '\(pattern)', which is no regular expression." : nil
    }
  }
}

extension AttributeType {
  /// Whether its values are numbers.
  package var isNumber: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: true
    default: false
    }
  }
}
