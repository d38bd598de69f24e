// How the value of an attribute is made: a constant, a formula, a text with braces, or a generator.

import FaultlineMeasures
import Faultline
import Foundation

/// The making of one attribute's values; its names are found once.
package struct ValueSpec: Sendable {
  fileprivate enum Way: Sendable {
    case fixed(Value)
    case number(Formula)
    case text(NameText)
    case generated(GeneratorCall, any Generator.Type)
    /// A generator that is the same under all names, made once.
    case made(any Generator)
  }

  fileprivate let way: Way
  fileprivate let type: AttributeType
  private let node: Node

  /// Reads what stands at the key of an attribute; the attribute's type says what it means.
  init(
    _ node: Node, for attribute: AttributeDescription, in scope: PlanScope
  ) throws(Diagnostic) {
    self.node = node
    type = attribute.attributeType
    let text = try node.text()
    if let call = GeneratorCall(text), let generator = call.type {
      guard generator.types.contains(type) else {
        throw node.diagnostic(
          "'\(attribute.name)' holds \(type.words), which \(node.inWords) does not make",
          notes: ["\(generator.usage): \(generator.meaning)"])
      }
      // What cannot be made is refused, also where a run would make nothing by it.
      let bound = call.bound(to: scope.names)
      let made = try Self.generator(bound, generator, in: scope.names, at: node)
      way = call.isConstant(generator) ? .made(made) : .generated(bound, generator)
    } else if type != .string, let name = Self.generatorBegun(in: text) {
      throw node.diagnostic(
        "\(node.inWords) is no whole call of \(name)()",
        notes: ["inside of {} a comma ends a value: write the call in quotes, '\(name)(…)'"])
    } else {
      way = try Self.plain(text, node, attribute.attributeType, in: scope)
    }
  }

  /// The generator of which a text has the beginning alone, as YAML hands it over.
  private static func generatorBegun(in text: String) -> String? {
    guard let open = text.firstIndex(of: "("), !text.hasSuffix(")") else { return nil }
    return Generators.all.first { $0.name == text[..<open] }?.name
  }

  private static func plain(
    _ text: String, _ node: Node, _ type: AttributeType, in scope: PlanScope
  ) throws(Diagnostic) -> Way {
    switch type {
    case .string: return .text(try NameText(node, in: scope.names))
    case .boolean: return .fixed(.truth(try node.truth()))
    case .date: return .number(try scope.formula(node))
    case _ where Generators.numbers.contains(type): return .number(try scope.formula(node))
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

  private static func generator(
    _ call: GeneratorCall, _ type: any Generator.Type, in names: Names, at node: Node
  ) throws(Diagnostic) -> any Generator {
    do throws(FormulaError) {
      return try call.generator(type, in: names)
    } catch {
      throw node.diagnostic(error.message)
    }
  }

  /// Makes the first value as far as that can fail.
  func tryOut(in names: Names) throws(Diagnostic) {
    if case .generated(let call, let type) = way {
      _ = try Self.generator(call, type, in: names, at: node)
    }
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

  /// The bytes of the first value, where it is text or data.
  func bytes(in names: Names) -> Int {
    switch way {
    case .number: 0
    case .fixed(let value): value.bytes
    case .text(let text): text.source.utf8.count
    case .made(let generator): generator.mostBytes
    case .generated(let call, let kind): (try? call.generator(kind, in: names).mostBytes) ?? 0
    }
  }

  /// What makes values many times under the names of one moment.
  func maker(in names: Names) throws(FormulaError) -> ValueMaker {
    switch way {
    case .fixed(let value): return ValueMaker(way: .fixed(value), names: names, type: type)
    case .number(let formula): return ValueMaker(way: .number(formula), names: names, type: type)
    case .text(let text): return ValueMaker(way: .text(text), names: names, type: type)
    case .made(let generator):
      return ValueMaker(way: .generated(generator), names: names, type: type)
    case .generated(let call, let kind):
      return ValueMaker(
        way: .generated(try call.generator(kind, in: names)), names: names, type: type)
    }
  }
}

/// Makes the values of one attribute, object after object.
struct ValueMaker {
  fileprivate enum Way {
    case fixed(Value)
    case number(Formula)
    case text(NameText)
    case generated(any Generator)
  }

  private let way: Way
  private let names: Names
  private let type: AttributeType

  fileprivate init(way: Way, names: Names, type: AttributeType) {
    self.way = way
    self.names = names
    self.type = type
  }

  /// Makes the values of the objects at some positions, one after the other.
  ///
  /// How they are made is found out once and not for each, since objects come by the million.
  func make(
    _ positions: Range<Int>, from source: inout Source,
    _ take: (_ position: Int, _ value: Value) throws -> Void
  ) throws {
    switch way {
    case .fixed(let value): for position in positions { try take(position, value) }
    case .text(let text):
      for position in positions {
        let scope = IndexedNames(names: names, index: position)
        try take(position, .text(try text.text(in: scope)))
      }
    case .number(let formula):
      for position in positions { try take(position, try number(formula, at: position)) }
    case .generated(let generator):
      try generate(generator, positions, from: &source, take)
    }
  }

  private func generate(
    _ generator: some Generator, _ positions: Range<Int>, from source: inout Source,
    _ take: (Int, Value) throws -> Void
  ) throws {
    for position in positions {
      defer { source.made &+= 1 }
      try take(position, try fitted(generator.value(&source, at: position), isGenerated: true))
    }
  }

  private func number(_ formula: Formula, at position: Int) throws -> Value {
    let scope = IndexedNames(names: names, index: position)
    let value = try formula.value(in: scope)
    guard case .number(let number) = value else {
      throw StepFailure("'\(formula)' is \(value), and a number is needed.")
    }
    return try fitted(value.whole.map { .integer($0) } ?? .double(number.double))
  }

  /// A generated value as the attribute's type wants it.
  private func fitted(
    _ value: Value, isGenerated: Bool = false
  ) throws(StepFailure) -> Value {
    switch (value, type) {
    case (.integer(let number), .date): .date(Date(timeIntervalSinceReferenceDate: Double(number)))
    case (.integer(let number), .string): .text(String(number))
    case (.integer(let number), .boolean): .truth(number != 0)
    case (.double(let number), .date): .date(Date(timeIntervalSinceReferenceDate: number))
    case (.double(let number), .string): .text(String(number))
    case (.uuid(let uuid), .string): .text(uuid.uuidString)
    case (.double(let number), let type) where !type.hasFractions:
      // A generator rounds; a formula says what it means.
      if isGenerated, let whole = Int(exactly: number.rounded()) {
        .integer(whole)
      } else {
        throw StepFailure("\(number) has a fraction, and a whole number is needed.")
      }
    default: value
    }
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

extension Value {
  /// The bytes of text or data.
  fileprivate var bytes: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .data(let data): data.count
    default: 0
    }
  }
}
