// The predicate language's public face: made from text, printed as text, asked about objects.

import Synchronization

/// A condition on objects, in the language of `NSPredicate`.
///
/// ```swift
/// let predicate = try FetchPredicate(format: "department.name == %@ AND salary > %f", "Research", 4000.0)
/// request.predicate = predicate
/// ```
/// A comparison with a value that is not there does not hold, except that `nil == nil` does.
public struct FetchPredicate: Sendable, CustomStringConvertible {
  package let condition: QueryCondition
  private let bindings = Bindings()

  /// Reads a predicate and fills its arguments in: `%@` for a value, an object or a list, `%K` for a key or a
  /// path of keys, `%d` and `%f` for numbers.
  ///
  /// The error of a bad text shows the line, with a caret beneath the place.
  public init(format: String, _ arguments: Any?...) throws(GraphError) {
    try self.init(format: format, argumentArray: arguments)
  }

  /// Reads a predicate and fills its arguments in from a list.
  public init(format: String, argumentArray arguments: [Any?]) throws(GraphError) {
    do throws(QueryMistake) {
      try self.init(checking: format, arguments)
    } catch {
      throw error.error
    }
  }

  /// Reads a predicate, or says what is wrong with the text and where.
  package init(checking format: String, _ arguments: [Any?] = []) throws(QueryMistake) {
    let (condition, count) = try Formats.condition(format)
    guard count == arguments.count else {
      throw QueryMistake(
        "the format takes \(count) argument(s), and \(arguments.count) are given", at: nil)
    }
    self.init(
      count == 0 ? condition : try QueryFilling(arguments: arguments).condition(condition))
  }

  /// The condition that always holds, or never.
  public init(value: Bool) { self.init(.truth(value)) }

  /// Holds when every one of the conditions holds.
  public static func and(_ predicates: [FetchPredicate]) -> FetchPredicate {
    predicates.count == 1
      ? predicates[0]
      : FetchPredicate(predicates.isEmpty ? .truth(true) : .all(predicates.map(\.condition)))
  }

  /// Holds when one of the conditions holds.
  public static func or(_ predicates: [FetchPredicate]) -> FetchPredicate {
    predicates.count == 1
      ? predicates[0]
      : FetchPredicate(predicates.isEmpty ? .truth(false) : .any(predicates.map(\.condition)))
  }

  /// Holds when the condition does not.
  public static func not(_ predicate: FetchPredicate) -> FetchPredicate {
    FetchPredicate(.not(predicate.condition))
  }

  init(_ condition: QueryCondition) { self.condition = condition }

  /// The predicate as text, which reads as the same predicate again.
  public var description: String { condition.description }

  /// The predicate with values for its variables; variables without a value stay.
  public func withSubstitutionVariables(_ values: [String: Any?]) -> FetchPredicate {
    do throws(GraphError) {
      return try substituting(values)
    } catch {
      misuse(error)
    }
  }

  /// Gives variables their values, or says which value no property can hold.
  package func substituting(_ values: [String: Any?]) throws(GraphError) -> FetchPredicate {
    let filling = try QueryFilling(variables: values)
    do throws(QueryMistake) {
      return FetchPredicate(try filling.condition(condition))
    } catch {
      throw error.error
    }
  }

  /// Whether the predicate holds for an object, as it is with its unsaved changes; faults on the way fire.
  public func evaluate(with object: ManagedObject) -> Bool {
    do throws(GraphError) {
      return try evaluating(with: object)
    } catch {
      misuse(error)
    }
  }

  /// Evaluates the predicate for an object, or says why it cannot be.
  package func evaluating(with object: ManagedObject) throws(GraphError) -> Bool {
    let bound: BoundCondition
    if let known = bindings.known(object.entity) {
      bound = known
    } else {
      let coordinator = object.managedObjectContext?.persistentStoreCoordinator
      var binder = QueryBinder(object.entity, .objects) { coordinator?.objectID($0) }
      do throws(QueryMistake) {
        bound = try binder.condition(condition)
      } catch {
        throw error.error
      }
      if !binder.usesClock { bindings.remember(bound, object.entity) }
    }
    var evaluation = QueryEvaluation(LiveSource())
    return try evaluation.holds(bound, for: object)
  }

  /// Checks the predicate against an entity whose objects a store is to find by it.
  package func check(against entity: EntityDescription) throws(QueryMistake) {
    var binder = QueryBinder(entity, .rows)
    _ = try binder.condition(condition)
  }
}

/// What a predicate means for the entity that it was asked about last.
private final class Bindings: Sendable {
  private let latest = Mutex<(entity: EntityDescription, condition: BoundCondition)?>(nil)

  func known(_ entity: EntityDescription) -> BoundCondition? {
    latest.withLock { $0.flatMap { $0.entity === entity ? $0.condition : nil } }
  }

  func remember(_ condition: BoundCondition, _ entity: EntityDescription) {
    latest.withLock { $0 = (entity, condition) }
  }
}

/// Formats that were read before: most programs have few, and use them again and again.
enum Formats {
  private static let most = 256
  private static let known = Mutex<[String: (condition: QueryCondition, arguments: Int)]>([:])

  static func condition(
    _ format: String
  ) throws(QueryMistake) -> (condition: QueryCondition, arguments: Int) {
    if let known = known.withLock({ $0[format] }) { return known }
    let read = try QueryParser.condition(format)
    known.withLock { known in
      if known.count >= most { known = [:] }
      known[format] = read
    }
    return read
  }
}
