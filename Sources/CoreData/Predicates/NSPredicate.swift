// Conditions: comparable, printing subclasses of Foundation's, in the engine's predicate language.

import Faultline
public import Foundation

/// A condition on objects.
///
/// It is a subclass of Foundation's, so `filtered(using:)` takes it; what it means and prints is the engine's affair.
open class NSPredicate: Foundation.NSPredicate, VariableHolding {
  /// What a predicate is made of.
  enum Meaning {
    case condition(FetchPredicate)
    case block((Any?, [String: Any]?) -> Bool)
    case compound(NSCompoundPredicate.LogicalType, [NSPredicate])
  }

  let meaning: Meaning

  init(_ meaning: Meaning) {
    self.meaning = meaning
    super.init(value: true)
  }

  /// Reads a predicate and fills its arguments in.
  public convenience init(format: String, _ arguments: any CVarArg...) {
    self.init(format: format, argumentArray: arguments)
  }

  /// Reads a predicate and fills its arguments in from a list.
  public convenience init(format: String, argumentArray arguments: [Any]?) {
    do {
      let values = (arguments ?? []).map { PredicateArgument.value($0) }
      self.init(.condition(try FetchPredicate(format: format, argumentArray: values)))
    } catch {
      misuse("\(error)")
    }
  }

  /// Makes a predicate that always holds, or never.
  public override convenience init(value: Bool) {
    self.init(.condition(FetchPredicate(value: value)))
  }

  /// Makes a predicate that a program evaluates.
  public override convenience init(
    block: @escaping (Any?, [String: Any]?) -> Bool
  ) { self.init(.block(block)) }

  /// Unavailable: the predicate's text is what can be archived.
  public required init?(coder: NSCoder) { nil }

  // MARK: - Asking

  /// Returns a Boolean value that indicates whether the predicate holds for an object.
  open override func evaluate(with object: Any?) -> Bool {
    evaluate(with: object, substitutionVariables: nil)
  }

  /// Returns a Boolean value that indicates whether the predicate holds for an object, with values for variables.
  open override func evaluate(
    with object: Any?, substitutionVariables variables: [String: Any]?
  ) -> Bool {
    switch meaning {
    case .block(let block): return block(object, variables)
    case .compound(let type, let parts):
      func holds(_ part: NSPredicate) -> Bool {
        part.evaluate(with: object, substitutionVariables: variables)
      }
      return switch type {
      case .and: parts.allSatisfy(holds)
      case .or: parts.contains(where: holds)
      case .not: !parts.contains(where: holds)
      }
    case .condition(var condition):
      if let variables {
        let values = variables.mapValues { PredicateArgument.value($0) }
        condition = (try? condition.substituting(values)) ?? condition
      }
      if let object = object as? NSManagedObject,
        let holds = try? condition.evaluating(with: object)
      {
        return holds
      }
      return PredicateEvaluation(object).holds(condition.condition)
    }
  }

  /// Returns the predicate with values for its variables.
  public func substituting(_ variables: [String: Any]) -> NSPredicate {
    let values = variables.mapValues { PredicateArgument.value($0) }
    switch meaning {
    case .block(let block):
      return NSPredicate(
        .block { object, more in block(object, variables.merging(more ?? [:]) { $1 }) })
    case .compound(let type, let parts):
      return NSCompoundPredicate(.compound(type, parts.map { $0.substituting(variables) }))
    case .condition(let condition):
      return NSPredicate(.condition((try? condition.substituting(values)) ?? condition))
    }
  }

  // MARK: - The engine's form

  /// A Boolean value that indicates whether a part of it is a block.
  var isEvaluatedByProgram: Bool {
    switch meaning {
    case .block: true
    case .condition: false
    case .compound(_, let parts): parts.contains(where: \.isEvaluatedByProgram)
    }
  }

  /// The engine's predicate.
  func enginePredicate() throws(GraphError) -> FetchPredicate {
    switch meaning {
    case .condition(let condition): return condition
    case .block:
      throw GraphError(
        .unsupportedRequest, "A predicate with a block can be evaluated in memory only.")
    case .compound(let type, let parts):
      var predicates: [FetchPredicate] = []
      for part in parts { predicates.append(try part.enginePredicate()) }
      return switch type {
      case .and: .and(predicates)
      case .or: .or(predicates)
      case .not: .not(.or(predicates))
      }
    }
  }

  // MARK: - As text

  /// The predicate as text, which reads as the same predicate again.
  open override var predicateFormat: String {
    if let predicate = try? enginePredicate() { return predicate.description }
    guard case .compound(let type, let parts) = meaning else { return "BLOCKPREDICATE" }
    let texts = parts.map { "(\($0.predicateFormat))" }
    return switch type {
    case .and: texts.joined(separator: " AND ")
    case .or: texts.joined(separator: " OR ")
    case .not: "NOT " + texts.joined(separator: " ")
    }
  }

  open override var description: String { predicateFormat }

  /// Predicates of the same text are equal; one with a block equals itself alone.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPredicate else { return false }
    if self === other { return true }
    return !isEvaluatedByProgram && !other.isEvaluatedByProgram
      && predicateFormat == other.predicateFormat
  }

  open override var hash: Int { predicateFormat.hashValue }

  open override func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A predicate that may have variables.
///
/// Foundation declares `withSubstitutionVariables` as unavailable on Linux, where a class cannot override it; what an
/// extension declares is found all the same.
public protocol VariableHolding {
  /// Returns the predicate with values for its variables.
  func substituting(_ variables: [String: Any]) -> NSPredicate
}

extension VariableHolding {
  /// Returns the predicate with values for its variables.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> NSPredicate {
    substituting(variables)
  }
}

/// Arguments of formats as the engine takes them.
enum PredicateArgument {
  static func value(_ argument: Any?) -> Any? {
    switch Boxing.bare(argument) {
    case let object as ManagedObject: object
    case let list as NSArray: list.map { value($0) }
    case let set as NSSet: set.allObjects.map { value($0) }
    case let set as NSOrderedSet: set.array.map { value($0) }
    case let text as String: text
    case let set as Set<AnyHashable>: Set(set.map { AnyHashable(hashable($0)) })
    case let list as [Any]: list.map { value($0) }
    case let expression as NSExpression: value(expression.constantValue)
    case let other: other
    }
  }

  private static func hashable(_ member: AnyHashable) -> AnyHashable {
    value(member.base) as? AnyHashable ?? member
  }
}
