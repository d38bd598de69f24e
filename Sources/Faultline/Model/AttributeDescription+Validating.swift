// May an attribute's value be saved? One function a rule; Apple's code for each.

import Foundation
import Synchronization

extension AttributeDescription {
  /// The first rule that a value breaks, as an error about an object.
  func fault(in value: Value, of id: ManagedObjectID) -> GraphError? {
    func error(_ code: GraphError.Code, _ problem: String) -> GraphError {
      GraphError(
        code, "'\(id.entityName).\(name)' \(problem) in \(id).", objectID: id, key: name)
    }
    switch value {
    case .none:
      return isOptional
        ? nil : error(.validationMissingMandatoryProperty, "is mandatory and has no value")
    case .integer(let number): return fault(in: Decimal(number), error)
    case .decimal(let number): return fault(in: number, error)
    case .double(let number):
      // What no decimal can hold is beyond every bound that one can state.
      guard number.isFinite, abs(number) < 1e100 else {
        return number < 0
          ? validation.min.map { error(.validationNumberTooSmall, "is \(number), below \($0)") }
          : validation.max.map { error(.validationNumberTooLarge, "is \(number), above \($0)") }
      }
      let isBounded = validation.min != nil || validation.max != nil
      return isBounded ? fault(in: Decimal(number), error) : nil
    case .text(let text): return fault(in: text, error)
    case .date(let date): return fault(in: date, error)
    case .truth, .data, .uuid, .url: return nil
    }
  }

  private typealias Report = (GraphError.Code, String) -> GraphError

  private func fault(in number: Decimal, _ error: Report) -> GraphError? {
    if let least = validation.min, number < least {
      return error(.validationNumberTooSmall, "is \(number), below \(least)")
    }
    if let most = validation.max, number > most {
      return error(.validationNumberTooLarge, "is \(number), above \(most)")
    }
    return nil
  }

  private func fault(in text: String, _ error: Report) -> GraphError? {
    if let least = validation.minLength, text.count < least {
      return error(.validationStringTooShort, "has \(text.count) characters, fewer than \(least)")
    }
    if let most = validation.maxLength, text.count > most {
      return error(.validationStringTooLong, "has \(text.count) characters, more than \(most)")
    }
    if let pattern = validation.regularExpression, !Patterns.matches(text, pattern) {
      return error(
        .validationStringPatternMatching, "is '\(text)', which does not match '\(pattern)'")
    }
    return nil
  }

  private func fault(in date: Date, _ error: Report) -> GraphError? {
    if let first = validation.minDate, date < first {
      return error(.validationDateTooSoon, "is \(date), before \(first)")
    }
    if let last = validation.maxDate, date > last {
      return error(.validationDateTooLate, "is \(date), after \(last)")
    }
    return nil
  }
}

/// Compiled patterns, each compiled once.
private enum Patterns {
  private static let compiled = Mutex<[String: NSRegularExpression]>([:])

  /// Whether a text matches a pattern from end to end; a pattern that is none matches nothing.
  static func matches(_ text: String, _ pattern: String) -> Bool {
    let expression = compiled.withLock { compiled in
      if let known = compiled[pattern] { return known as NSRegularExpression? }
      let fresh = try? NSRegularExpression(pattern: "^(?:\(pattern))$")
      compiled[pattern] = fresh
      return fresh
    }
    let whole = NSRange(text.startIndex..., in: text)
    return expression?.firstMatch(in: text, range: whole)?.range == whole
  }
}
