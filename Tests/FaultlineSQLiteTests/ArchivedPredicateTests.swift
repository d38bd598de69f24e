// Conditions as Foundation archives them, object by object, in the words of the predicate language.

import Foundation
import Testing

@testable import FaultlineSQLite

struct `An archived condition` {
  /// An object of an archive, before it has a place.
  private indirect enum Part {
    case object(String, [(String, Part)])
    case list([Part])
    case text(String)
    case value(ListPart)
    case boxed(ListPart)
    case nothing

    func placed(in archive: inout KeyedArchive) -> ListPart {
      switch self {
      case .object(let name, let members):
        var placed: [(key: String, value: ListPart)] = []
        for (key, part) in members { placed.append((key, part.placed(in: &archive))) }
        return archive.object([name, "NSObject"], placed)
      case .list(let parts):
        var placed: [ListPart] = []
        for part in parts { placed.append(part.placed(in: &archive)) }
        return archive.array(placed)
      case .text(let text): return archive.text(text)
      case .value(let value): return value
      case .boxed(let value): return archive.value(value)
      case .nothing: return KeyedArchive.nothing
      }
    }
  }

  /// What is read of an object that was archived alone; "-" for what the language does not have.
  private static func text(_ part: Part) throws -> String {
    var archive = KeyedArchive()
    guard case .reference(let root) = part.placed(in: &archive) else { return "no object" }
    let object = try ArchiveReader(PropertyListWriter.bytes(archive.list(root: root))).root()
    let isCondition = object.className.hasSuffix("Predicate")
    return try (isCondition ? ArchivedPredicate.text(object) : ArchivedPredicate.expression(object))
      ?? "-"
  }

  private static var itself: Part { .object("NSSelfExpression", []) }
  private static var always: Part { .object("NSTruePredicate", []) }

  private static func constant(_ value: Part) -> Part {
    .object("NSConstantValueExpression", [("NSConstantValue", value)])
  }

  private static func number(_ number: Int) -> Part { constant(.boxed(.integer(number))) }

  private static func key(_ name: String, of owner: Part? = Self.itself) -> Part {
    let path = Part.object("NSKeyPathSpecifierExpression", [("NSKeyPath", .text(name))])
    let operand: [(String, Part)] = owner.map { [("NSOperand", $0)] } ?? []
    return .object(
      "NSKeyPathExpression",
      operand + [
        ("NSSelectorName", .text("valueForKeyPath:")), ("NSArguments", .list([path])),
      ])
  }

  private static func compare(
    _ operation: Int, _ left: Part = Self.key("age"), _ right: Part = Self.number(3),
    options: Int = 0,
    modifier: Int = 0
  ) -> Part {
    let comparison = Part.object(
      "NSComparisonPredicateOperator",
      [
        ("NSModifier", .value(.integer(modifier))), ("NSOperatorType", .value(.integer(operation))),
        ("NSOptions", .value(.integer(options))),
      ])
    return .object(
      "NSComparisonPredicate",
      [
        ("NSLeftExpression", left), ("NSRightExpression", right),
        ("NSPredicateOperator", comparison),
      ])
  }

  private static func compound(_ type: Int, _ parts: [Part]) -> Part {
    .object(
      "NSCompoundPredicate",
      [("NSCompoundPredicateType", .value(.integer(type))), ("NSSubpredicates", .list(parts))])
  }

  private static func function(_ name: String, _ arguments: [Part]) -> Part {
    .object(
      "NSFunctionExpression",
      [("NSSelectorName", .text(name)), ("NSArguments", .list(arguments))])
  }

  @Test func `has each operator by its number, and no other`() throws {
    let words = try (0...12).map { try Self.text(Self.compare($0)) }
    #expect(
      words == [
        "age < 3", "age <= 3", "age > 3", "age >= 3", "age == 3", "age != 3", "age MATCHES 3",
        "age LIKE 3", "age BEGINSWITH 3", "age ENDSWITH 3", "age IN 3", "-", "-",
      ])
    #expect(
      try [98, 99, 100, 101].map { try Self.text(Self.compare($0)) }
        == ["-", "age CONTAINS 3", "age BETWEEN 3", "-"])
  }

  @Test func `has options where texts are compared, and modifiers before all`() throws {
    #expect(
      try (0...3).map { try Self.text(Self.compare(99, options: $0)) }
        == ["age CONTAINS 3", "age CONTAINS[c] 3", "age CONTAINS[d] 3", "age CONTAINS[cd] 3"])
    #expect(
      try [4, 10, 100].map { try Self.text(Self.compare($0, options: 1)) }
        == ["age == 3", "age IN 3", "age BETWEEN 3"])
    #expect(
      try (-1...3).map { try Self.text(Self.compare(4, modifier: $0)) }
        == ["-", "age == 3", "ALL age == 3", "ANY age == 3", "-"])
  }

  @Test func `is made of others, each in parentheses`() throws {
    let (one, two) = (Self.compare(0), Self.compare(2))
    #expect(
      try (0...3).map { try Self.text(Self.compound($0, [one, two])) }
        == ["NOT (age < 3)", "(age < 3) AND (age > 3)", "(age < 3) OR (age > 3)", "-"])
    #expect(try Self.text(Self.compound(1, [])) == "-")
    #expect(try Self.text(Self.compound(1, [one, Self.compare(11)])) == "-")
    #expect(try Self.text(Self.always) == "TRUEPREDICATE")
    #expect(try Self.text(.object("NSFalsePredicate", [])) == "FALSEPREDICATE")
    #expect(try Self.text(.object("NSBlockPredicate", [])) == "-")
  }

  @Test func `compares paths, variables, lists and functions`() throws {
    let variable = Part.object("NSVariableExpression", [("NSVariable", .text("LIMIT"))])
    let list = Part.object(
      "NSAggregateExpression", [("NSCollection", .list([Self.number(1), variable]))])
    for (part, text) in [
      (Self.itself, "SELF"), (variable, "$LIMIT"), (Self.key("boss.age"), "boss.age"),
      (Self.key("age", of: variable), "$LIMIT.age"), (Self.key("age", of: nil), "age"),
      (list, "{1, $LIMIT}"),
      (.object("NSAggregateExpression", [("NSCollection", .list([]))]), "{}"),
      (Self.function("add:to:", [Self.key("age"), Self.number(2)]), "(age + 2)"),
      (Self.function("sum:", [Self.key("ages")]), "sum:(ages)"),
      (Self.function("now", []), "now()"),
      (Self.function("median:", [Self.key("a"), Self.key("b")]), "-"),
      (.object("NSBlockExpression", []), "-"),
    ] as [(Part, String)] { #expect(try Self.text(part) == text) }
  }

  @Test func `has constants as they are written`() throws {
    for (value, text) in [
      (.boxed(.flag(true)), "TRUE"), (.boxed(.flag(false)), "FALSE"), (.boxed(.integer(-7)), "-7"),
      (.boxed(.real(0.5)), "0.5"), (.text("a \"b\" \\"), #""a \"b\" \\""#), (.nothing, "NIL"),
      (.list([.text("a")]), "-"), (.object("NSNull", []), "-"),
    ] as [(Part, String)] { #expect(try Self.text(Self.constant(value)) == text) }
  }

  /// One that contains itself would be read for ever; 32 levels are more than a person writes.
  @Test func `is read up to 32 levels deep`() throws {
    func negated(_ times: Int) -> Part {
      (0..<times).reduce(Self.always) { part, _ in Self.compound(0, [part]) }
    }
    #expect(
      try Self.text(negated(31)).hasSuffix("(TRUEPREDICATE" + String(repeating: ")", count: 31)))
    #expect(try Self.text(negated(32)) == "-")
  }
}
