// What a fetch reads: a property, or a value that is computed from properties.

import Foundation

/// One entry of the dictionaries that a fetch returns.
///
/// ```swift
/// request.propertiesToFetch = ["department.name", try PropertyExpression("total", format: "sum(salary)")]
/// ```
public struct PropertyExpression: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The key of the entry.
  public let name: String
  package let term: QueryTerm

  /// The value of a key, or at the end of a path of to-one relationships.
  public init(_ keyPath: String) {
    let place = QueryPlace(text: keyPath, offsets: 0..<keyPath.unicodeScalars.count)
    name = keyPath
    term = QueryTerm(kind: .path(nil, KeyPathText(keyPath).steps() ?? []), place: place)
  }

  /// The value of a key.
  public init(stringLiteral keyPath: String) { self.init(keyPath) }

  /// A value that is computed, in the language of predicates: `salary * 12`, `count(SELF)`, `max(reports.salary)`.
  ///
  /// `count`, `sum`, `min`, `max` and `average` of a property are figures about all objects of a group.
  public init(_ name: String, format: String, _ arguments: Any?...) throws(GraphError) {
    do throws(QueryMistake) {
      try self.init(name, checking: format, arguments)
    } catch {
      throw error.error
    }
  }

  /// Reads an expression, or says what is wrong with the text and where.
  package init(
    _ name: String, checking format: String, _ arguments: [Any?] = []
  ) throws(QueryMistake) {
    let (term, count) = try QueryParser.term(format)
    guard count == arguments.count else {
      throw QueryMistake(
        "the format takes \(count) argument(s), and \(arguments.count) are given", at: nil)
    }
    self.init(name, try QueryFilling(arguments: arguments).term(term))
  }

  private init(_ name: String, _ term: QueryTerm) {
    self.name = name
    self.term = term
  }

  /// Gives variables their values, or says which value no property can hold.
  package func substituting(_ values: [String: Any?]) throws(GraphError) -> PropertyExpression {
    let filling = try QueryFilling(variables: values)
    do throws(QueryMistake) {
      return PropertyExpression(name, try filling.term(term))
    } catch {
      throw error.error
    }
  }

  /// Checks that the expression has one value for each object of an entity, and one that an attribute can hold.
  ///
  /// Only its kind is judged. Whether a number is in the attribute's range shows when it is set.
  package func check(
    settingValuesOf attribute: AttributeDescription, in entity: EntityDescription
  ) throws(QueryMistake) {
    var binder = QueryBinder(entity, .rows)
    let type = try binder.single(term).type
    guard type.canBe(attribute.attributeType) else {
      throw QueryMistake(
        "'\(entity.name).\(attribute.name)' holds \(attribute.attributeType.words), and this is \(type.words)",
        at: term.place, key: attribute.name)
    }
  }

  /// Checks that the expression can stand in a dictionary, as a value or as a figure about many objects.
  package func check(inDictionariesOf entity: EntityDescription) throws(QueryMistake) {
    var binder = QueryBinder(entity, .groups)
    _ = try binder.single(term)
  }

  /// The expression, with its name where it has one of its own.
  public var description: String { "\(term)" == name ? name : "\(name) = \(term)" }
}
