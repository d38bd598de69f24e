// The door for generators: what one is, how one is written, and the list of all.

import FaultlineMeasures
import Faultline

/// Makes values, one after the other, from a stream of random numbers.
protocol Generator: Sendable {
  /// The name before the parentheses.
  static var name: String { get }
  /// How it is written.
  static var usage: String { get }
  /// What it makes, in one line.
  static var meaning: String { get }
  /// One as it is written in a file; a test makes values with it.
  static var example: String { get }
  /// The types of attributes that its values fit.
  static var types: [AttributeType] { get }
  /// Whether its arguments are words that stand for themselves, and no formulas.
  static var takesWords: Bool { get }

  /// The most bytes of text or data that a value has; 0 for numbers and what is as small.
  var mostBytes: Int { get }

  /// Takes the arguments, or says why they do not do.
  init(_ arguments: GeneratorArguments) throws(FormulaError)
  /// The value of the object at a position.
  func value(_ source: inout Source, at position: Int) -> Value
}

extension Generator {
  static var takesWords: Bool { false }
  var mostBytes: Int { 0 }
}

/// All generators of values: a new one is a type in this folder and a line here.
enum Generators {
  static let all: [any Generator.Type] = [
    RandomGenerator.self,
    NormalGenerator.self,
    ZipfGenerator.self,
    SequenceGenerator.self,
    PickGenerator.self,
    TextGenerator.self,
    WordsGenerator.self,
    DateGenerator.self,
    UUIDGenerator.self,
    BytesGenerator.self,
  ]

  static let numbers: [AttributeType] = [
    .integer16, .integer32, .integer64, .double, .float, .decimal,
  ]
}

/// Where a generator's randomness comes from, and how much of it was used.
package struct Source: Sendable {
  var dice: RandomNumbers
  /// How many values were made.
  var made = 0

  init(_ dice: RandomNumbers) { self.dice = dice }

  /// A number from 0 to just below 1, in steps that a double has everywhere there.
  mutating func fraction() -> Double { Double(dice.next() >> 11) * 0x1p-53 }
}

/// What stands between the parentheses of a generator.
struct GeneratorArguments {
  private let call: GeneratorCall
  private let names: Names
  private let usage: String

  init(_ call: GeneratorCall, names: Names, usage: String) {
    self.call = call
    self.names = names
    self.usage = usage
  }

  /// The words as they are written.
  var words: [String] { call.words }

  var count: Int { call.words.count }

  /// Refuses any other number of arguments.
  func need(_ allowed: ClosedRange<Int>) throws(FormulaError) {
    guard allowed.contains(count) else {
      throw FormulaError(.wrongKind, "it is written \(usage), and \(count) values are given")
    }
  }

  /// An argument that is a formula over parameters.
  func number(_ index: Int) throws(FormulaError) -> Double {
    guard case .number(let number) = try value(index) else { throw wrong(index, "a number") }
    return number.double
  }

  func whole(_ index: Int) throws(FormulaError) -> Int {
    guard let whole = try value(index).whole else { throw wrong(index, "a whole number") }
    return whole
  }

  /// A count that is not negative and not absurd.
  func count(_ index: Int) throws(FormulaError) -> Int {
    let count = try whole(index)
    guard (0...100_000_000).contains(count) else { throw wrong(index, "a count up to 100000000") }
    return count
  }

  func wrong(_ index: Int, _ wanted: String) -> FormulaError {
    FormulaError(
      .wrongKind, "\(wanted) is needed, and '\(words[index])' is none; it is written \(usage)")
  }

  private func value(_ index: Int) throws(FormulaError) -> FormulaValue {
    switch call.formulas[index] {
    case .success(let formula): try formula.value(in: names)
    case .failure(let error):
      throw FormulaError(.wrongKind, "'\(words[index])': \(error.message)")
    }
  }
}

/// A generator as it is written: `random(1, 6)`.
struct GeneratorCall: Sendable {
  let name: String
  /// The arguments as they are written.
  let words: [String]
  /// The same as formulas, as far as they are some; compiled once.
  fileprivate private(set) var formulas: [Result<Formula, Diagnostic>]

  /// Reads a text; nil where it is no call of anything.
  init?(_ text: String) {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    name = String(text[..<open])
    guard Word.isName(name) else { return nil }
    let inner = text[text.index(after: open)..<text.index(before: text.endIndex)]
    guard let words = Self.split(inner) else { return nil }
    self.words = words
    formulas = words.map { word in
      do throws(Diagnostic) {
        return .success(try Formula(word, named: word))
      } catch {
        return .failure(error)
      }
    }
  }

  /// The same call, whose formulas find the values of some names by their places.
  func bound(to names: Names) -> GeneratorCall {
    var bound = self
    bound.formulas = formulas.map { formula in formula.map { $0.bound(to: names) } }
    return bound
  }

  /// Whether it makes the same generator wherever it stands, since it names nothing.
  func isConstant(_ type: any Generator.Type) -> Bool {
    type.takesWords
      || formulas.allSatisfy { formula in
        guard case .success(let formula) = formula else { return false }
        return formula.mentions.isEmpty
      }
  }

  /// Cuts at the commas that stand in no parentheses; nil where those do not close.
  private static func split(_ text: Substring) -> [String]? {
    var parts: [String] = []
    var part = ""
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      guard depth >= 0 else { return nil }
      if character == ",", depth == 0 {
        parts.append(part)
        part = ""
      } else {
        part.append(character)
      }
    }
    guard depth == 0 else { return nil }
    let last = part.allSatisfy { $0 == " " } && parts.isEmpty ? [] : [part]
    return (parts + last).map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  var type: (any Generator.Type)? { Generators.all.first { $0.name == name } }

  /// The generator under these names.
  func generator(_ type: any Generator.Type, in names: Names) throws(FormulaError)
    -> any Generator
  {
    try type.init(GeneratorArguments(self, names: names, usage: type.usage))
  }
}
