// How the value of an attribute is made: a constant, a formula, a text with braces, or a generator.

import Faultline
import Foundation

/// The making of one attribute's values, compiled once.
package struct Recipe: Sendable {
  fileprivate enum Way: Sendable {
    case fixed(Value)
    case number(Formula)
    case text(NameText)
    case generated(GeneratorCall, any Generator.Type)
  }

  fileprivate let way: Way
  fileprivate let type: AttributeType
  private let node: Node

  /// Reads what stands at the key of an attribute; the attribute's type says what it means.
  init(_ node: Node, for attribute: AttributeDescription) throws(Diagnostic) {
    self.node = node
    type = attribute.attributeType
    let text = try node.text()
    if let call = GeneratorCall(text), let generator = call.type {
      guard generator.types.contains(type) else {
        throw node.diagnostic(
          "'\(attribute.name)' holds \(type.words), which \(node.inWords) does not make",
          notes: ["\(generator.usage): \(generator.meaning)"])
      }
      way = .generated(call, generator)
    } else {
      way = try Self.plain(text, node, attribute.attributeType)
    }
  }

  private static func plain(
    _ text: String, _ node: Node, _ type: AttributeType
  ) throws(Diagnostic) -> Way {
    switch type {
    case .string: return .text(try NameText(node))
    case .boolean: return .fixed(.truth(try node.flag()))
    case .date: return .number(try Formula(node))
    case _ where Generators.numbers.contains(type): return .number(try Formula(node))
    case .uuid:
      guard let uuid = UUID(uuidString: text) else {
        throw node.diagnostic("\(text.inQuotes) is not a UUID")
      }
      return .fixed(.uuid(uuid))
    case .uri:
      guard let url = URL(string: text) else {
        throw node.diagnostic("\(text.inQuotes) is not a URL")
      }
      return .fixed(.url(url))
    case .binary, .transformable: return .fixed(.data(Data(text.utf8)))
    default:
      throw node.diagnostic("a scenario cannot set values of the type '\(type.rawValue)'")
    }
  }

  /// Whether everything that it names is known, and its generator can be made.
  func check(_ rehearsal: Rehearsal) throws(Diagnostic) {
    switch way {
    case .number(let formula): try rehearsal.check(formula)
    case .text(let text): try text.check(rehearsal.names)
    case .generated: try generate(in: rehearsal.names)
    case .fixed: break
    }
  }

  private func generate(in names: Names) throws(Diagnostic) {
    guard case .generated(let call, let type) = way else { return }
    do throws(FormulaError) {
      _ = try call.generator(type, in: names)
    } catch {
      throw node.diagnostic(error.message)
    }
  }

  /// Tries the recipe once.
  func weigh(in names: Names) throws(Diagnostic) {
    try generate(in: names)
    guard case .number(let formula) = way else { return }
    do throws(FormulaError) {
      let value = try formula.value(in: names)
      guard case .number = value else {
        throw FormulaError(.wrongKind, "this is \(value.inWords), and a number is needed")
      }
      guard type.hasFractions || value.whole != nil else {
        throw FormulaError(.wrongKind, "this is \(value.inWords), and a whole number is needed")
      }
    } catch {
      throw formula.diagnostic(error)
    }
  }

  /// The recipe, ready to be used many times under the names of one moment.
  func maker(in names: Names) throws(StepFailure) -> ValueMaker {
    guard case .generated(let call, let type) = way else {
      return ValueMaker(recipe: self, names: names, generator: nil)
    }
    let generator = try evaluating { () throws(FormulaError) in
      try call.generator(type, in: names)
    }
    return ValueMaker(recipe: self, names: names, generator: generator)
  }
}

/// Makes the values of one attribute, object after object.
struct ValueMaker {
  private let recipe: Recipe
  private let names: Names
  private let generator: (any Generator)?

  fileprivate init(recipe: Recipe, names: Names, generator: (any Generator)?) {
    self.recipe = recipe
    self.names = names
    self.generator = generator
  }

  /// The value of the object at a position.
  func value(_ source: inout Source, at index: Int) throws(StepFailure) -> Value {
    if let generator {
      defer { source.made &+= 1 }
      return try fitted(generator.value(&source, at: index))
    }
    let scope = IndexedNames(names: names, index: index)
    switch recipe.way {
    case .fixed(let value): return value
    case .text(let text):
      return .text(try evaluating { () throws(FormulaError) in try text.text(in: scope) })
    case .number(let formula):
      let value = try evaluating { () throws(FormulaError) in try formula.value(in: scope) }
      guard case .number(let number) = value else {
        throw StepFailure("'\(formula)' is \(value), and a number is needed.")
      }
      return try fitted(value.whole.map { .integer($0) } ?? .double(number.double))
    case .generated: return .none
    }
  }

  /// A generated value as the attribute's type wants it.
  private func fitted(_ value: Value) throws(StepFailure) -> Value {
    switch (value, recipe.type) {
    case (.integer(let number), .date): .date(Date(timeIntervalSinceReferenceDate: Double(number)))
    case (.integer(let number), .string): .text(String(number))
    case (.integer(let number), .boolean): .truth(number != 0)
    case (.double(let number), .date): .date(Date(timeIntervalSinceReferenceDate: number))
    case (.double(let number), .string): .text(String(number))
    case (.uuid(let uuid), .string): .text(uuid.uuidString)
    case (.double(let number), let type) where !type.hasFractions:
      // A generator rounds; a formula says what it means.
      if generator != nil, let whole = Int(exactly: number.rounded()) {
        .integer(whole)
      } else {
        throw StepFailure("\(number) has a fraction, and a whole number is needed.")
      }
    default: value
    }
  }
}

/// Names with the position of an object beside them, which is looked up first.
struct IndexedNames: FormulaScope {
  let names: Names
  let index: Int

  func value(of name: String) throws(FormulaError) -> FormulaValue {
    name == Recipes.index ? FormulaValue(index) : try names.value(of: name)
  }
}

extension AttributeType {
  /// Whether a number with a fraction fits.
  fileprivate var hasFractions: Bool {
    switch self {
    case .double, .float, .decimal, .date: true
    default: false
    }
  }
}
