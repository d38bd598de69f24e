// Values that predicates compare and that fetches compute.

import Faultline
public import Foundation

/// Something that has a value.
open class NSExpression: NSObject, NSCopying, @unchecked Sendable {
  /// What an expression is.
  public enum ExpressionType: UInt, Sendable {
    case constantValue = 0
    case evaluatedObject = 1
    case variable = 2
    case keyPath = 3
    case function = 4
    case subquery = 13
    case aggregate = 14
  }

  /// What the expression is.
  public let expressionType: ExpressionType
  /// The text of the expression, with `%@` for its values.
  let format: String
  let formatArguments: [Any?]
  private var storedConstant: Any?
  private var storedKeyPath: String?
  private var storedFunction: String?
  private var storedArguments: [NSExpression]?

  private init(_ type: ExpressionType, _ format: String, _ arguments: [Any?] = []) {
    expressionType = type
    self.format = format
    formatArguments = arguments
  }

  convenience init(text: String) { self.init(.evaluatedObject, text) }

  /// Reads an expression and fills its arguments in.
  public convenience init(format: String, _ arguments: any CVarArg...) {
    self.init(format: format, argumentArray: arguments)
  }

  /// Reads an expression and fills its arguments in from a list.
  public convenience init(format: String, argumentArray: [Any]) {
    self.init(.function, format, argumentArray.map { PredicateArgument.value($0) })
  }

  /// Makes an expression of a value.
  public convenience init(forConstantValue value: Any?) {
    self.init(.constantValue, "%@", [PredicateArgument.value(value)])
    storedConstant = value
  }

  /// Makes an expression of the value at the end of a path of keys.
  public convenience init(forKeyPath path: String) {
    self.init(.keyPath, path.isEmpty ? "SELF" : "%K", path.isEmpty ? [] : [path])
    storedKeyPath = path
  }

  /// Makes an expression of the value at the end of a path of keys.
  public convenience init<Root, Value>(forKeyPath path: KeyPath<Root, Value>) {
    self.init(forKeyPath: KeyPathNames.requiredName(of: path))
  }

  /// Makes an expression of a variable's value.
  public convenience init(forVariable name: String) { self.init(.variable, "$" + name) }

  /// Makes an expression of the object itself.
  open class func expressionForEvaluatedObject() -> NSExpression {
    NSExpression(.evaluatedObject, "SELF")
  }

  /// Makes an expression of a list of values.
  public convenience init(forAggregate members: [NSExpression]) {
    self.init(
      .aggregate, "{" + members.map(\.format).joined(separator: ", ") + "}",
      members.flatMap(\.formatArguments))
    storedArguments = members
  }

  /// Makes an expression of a function's value, such as `sum:`.
  public convenience init(forFunction name: String, arguments: [Any]) {
    let arguments = arguments.map { $0 as? NSExpression ?? NSExpression(forConstantValue: $0) }
    self.init(
      .function, Self.text(name, arguments.map(\.format)), arguments.flatMap(\.formatArguments))
    storedFunction = name
    storedArguments = arguments
  }

  /// Makes an expression of the members of a collection for which a condition holds.
  public convenience init(
    forSubquery expression: NSExpression, usingIteratorVariable variable: String,
    predicate: NSPredicate
  ) {
    self.init(
      .subquery, "SUBQUERY(\(expression.format), $\(variable), \(predicate.predicateFormat))",
      expression.formatArguments)
  }

  private static func text(_ function: String, _ arguments: [String]) -> String {
    let name = function.split(separator: ":").first.map(String.init) ?? function
    if let operation = Arithmetic(function: function), arguments.count == 2 {
      return "(\(arguments[0]) \(operation.rawValue) \(arguments[1]))"
    }
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }

  // MARK: - What it was made of

  /// The value of a constant.
  open var constantValue: Any? { storedConstant }
  /// The path of keys.
  open var keyPath: String { storedKeyPath ?? description }
  /// The name of the function.
  open var function: String { storedFunction ?? "" }
  /// The arguments of the function.
  open var arguments: [NSExpression]? { storedArguments }
  /// The members of a list.
  open var collection: Any? { storedConstant ?? storedArguments }

  /// Returns the expression's value for an object.
  open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    if expressionType == .constantValue { return storedConstant }
    guard let expression = try? propertyExpression(named: "value") else { return nil }
    return Boxing.boxed(PredicateEvaluation(object).value(expression.term)?.bare)
  }

  /// Returns the expression itself, which cannot be changed.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  func propertyExpression(named name: String) throws(GraphError) -> PropertyExpression {
    if let storedKeyPath, storedKeyPath == name { return PropertyExpression(name) }
    do throws(QueryMistake) {
      return try PropertyExpression(name, checking: format, formatArguments)
    } catch {
      throw error.error
    }
  }

  open override var description: String {
    if let storedKeyPath { return storedKeyPath }
    return (try? propertyExpression(named: "")).map { "\($0.term)" } ?? format
  }

  /// Expressions of the same text are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSExpression)?.description == description
  }

  open override var hash: Int { description.hashValue }
}
