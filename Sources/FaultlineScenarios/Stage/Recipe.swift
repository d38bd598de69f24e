// How the value of an attribute is made: a constant, a formula, a text with braces, or a generator.

import Faultline
import Foundation

/// The making of one attribute's values; compiled once, and cheap for each object.
package struct Recipe: Sendable {
  private enum Way: Sendable {
    case fixed(Value)
    case number(Formula)
    case text(NameText)
    case letters(Int)
    case random(ClosedRange<Int>)
  }

  /// The generators, for messages and the reference.
  static let generators = ["random(from, to)", "text(letters)"]

  private let way: Way
  private let node: Node

  /// Reads what stands at the key of an attribute; the attribute's type says what it means.
  init(_ node: Node, for attribute: AttributeDescription) throws(Diagnostic) {
    self.node = node
    let text = try node.text()
    if let call = try Self.generator(text, node) {
      way = call
      try Self.fit(call, node, attribute)
    } else {
      way = try Self.plain(text, node, attribute.attributeType)
    }
  }

  /// `random(1, 6)` or `text(24)`; nil where no generator is named.
  private static func generator(_ text: String, _ node: Node) throws(Diagnostic) -> Way? {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    let name = String(text[..<open])
    guard Word.isName(name) else { return nil }
    let inner = text[text.index(after: open)..<text.index(before: text.endIndex)]
    let numbers = inner.split(separator: ",").map { part in
      Int(part.filter { $0 != " " && $0 != "_" })
    }
    switch (name, numbers.count) {
    case ("text", 1):
      guard let count = numbers[0], (0...1_000_000).contains(count) else {
        throw node.diagnostic("text() takes a number of letters from 0 to 1000000")
      }
      return .letters(count)
    case ("random", 2):
      guard let from = numbers[0], let to = numbers[1], from <= to else {
        throw node.diagnostic("random() takes two whole numbers, the smaller first")
      }
      return .random(from...to)
    case ("text", _), ("random", _):
      throw node.diagnostic(
        "\(name)() was given \(numbers.count) values",
        notes: ["allowed: \(Spelling.list(generators))"])
    default: return nil
    }
  }

  /// A generator makes values of one kind, which must be the attribute's.
  private static func fit(
    _ way: Way, _ node: Node, _ attribute: AttributeDescription
  ) throws(Diagnostic) {
    let type = attribute.attributeType
    let fits: Bool
    switch (way, type) {
    case (.letters, .string), (.random, .string), (.random, .boolean), (.random, .date): fits = true
    case (.random, _): fits = type.isNumber
    default: fits = false
    }
    guard fits else {
      throw node.diagnostic(
        "'\(attribute.name)' holds \(type.words), which \(node.inWords) does not make")
    }
  }

  private static func plain(
    _ text: String, _ node: Node, _ type: AttributeType
  ) throws(Diagnostic) -> Way {
    switch type {
    case .string: return .text(try NameText(node))
    case .boolean: return .fixed(.truth(try node.flag()))
    case .date: return .number(try Formula(node))
    case _ where type.isNumber: return .number(try Formula(node))
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

  /// Whether everything that it names is known.
  func check(_ rehearsal: Rehearsal) throws(Diagnostic) {
    switch way {
    case .number(let formula): try rehearsal.check(formula)
    case .text(let text): try text.check(rehearsal.names)
    case .fixed, .letters, .random: break
    }
  }

  /// Tries the recipe once.
  func weigh(for type: AttributeType, in names: Names) throws(Diagnostic) {
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

  /// Whether values depend on the position of their object.
  var needsIndex: Bool {
    switch way {
    case .number(let formula): formula.mentions.contains { $0.text == Recipes.index }
    case .text(let text): text.mentions(Recipes.index)
    case .fixed, .letters, .random: false
    }
  }

  /// The next value.
  func value(
    for type: AttributeType, in names: Names, _ dice: inout Dice
  ) throws(StepFailure) -> Value {
    switch way {
    case .fixed(let value): return value
    case .text(let text):
      return .text(try evaluating { () throws(FormulaError) in try text.text(in: names) })
    case .letters(let count): return .text(Self.letters(count, &dice))
    case .random(let range): return try fitted(Int.random(in: range, using: &dice), type)
    case .number(let formula):
      let value = try evaluating { () throws(FormulaError) in try formula.value(in: names) }
      guard case .number(let number) = value else {
        throw StepFailure("'\(formula)' is \(value), and a number is needed.")
      }
      guard let whole = value.whole else { return try fitted(number.double, type) }
      return try fitted(whole, type)
    }
  }

  private func fitted(_ number: Int, _ type: AttributeType) throws(StepFailure) -> Value {
    switch type {
    case .date: .date(Date(timeIntervalSinceReferenceDate: Double(number)))
    case .string: .text(String(number))
    case .boolean: .truth(number != 0)
    default: .integer(number)
    }
  }

  private func fitted(_ number: Double, _ type: AttributeType) throws(StepFailure) -> Value {
    guard type.hasFractions else {
      throw StepFailure("\(number) has a fraction, and a whole number is needed.")
    }
    return type == .date ? .date(Date(timeIntervalSinceReferenceDate: number)) : .double(number)
  }

  private static func letters(_ count: Int, _ dice: inout Dice) -> String {
    String(unsafeUninitializedCapacity: count) { buffer in
      for index in 0..<count {
        buffer.initializeElement(at: index, to: UInt8(97 + dice.next() % 26))
      }
      return count
    }
  }
}

extension AttributeType {
  /// Whether its values are numbers.
  fileprivate var isNumber: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .decimal: true
    default: false
    }
  }

  /// Whether a number with a fraction fits.
  fileprivate var hasFractions: Bool {
    switch self {
    case .double, .float, .decimal, .date: true
    default: false
    }
  }
}
