// The declarations that the parser finds.

import Testing

@testable import FaultlinePort

@Suite("The parser of declarations")
struct DeclarationTests {
  /// Each declaration as its kind, its name and the name of what contains it.
  private func outline(_ text: String) -> [String] {
    let declarations = DeclarationParser.declarations(of: PortedSource(Array(text.utf8)))
    return declarations.map { declaration in
      let parent = declaration.parent < 0 ? "" : " in \(declarations[declaration.parent].name)"
      return "\(declaration.kind.rawValue) \(declaration.name)\(parent)"
        + (declaration.isLocal ? ", local" : "")
    }
  }

  @Test("members belong to the type around them")
  func members() {
    #expect(
      outline(
        """
        import CoreData
        public final class A: B<C>, D { var x = 1; func f() {}; init() {}; enum E { case a } }
        extension A.E where X == Y { static let y = { 1 }() }
        """) == [
          "import CoreData", "class A", "variable x in A", "function f in A",
          "initializer init in A",
          "enum E in A", "extension A.E", "variable y in A.E",
        ])
  }

  @Test("declarations in a body are local")
  func locals() {
    #expect(
      outline("func f() { let a = 1; class B { var c = 2 } }")
        == [
          "function f", "variable a in f, local", "class B in f, local", "variable c in B, local",
        ])
  }

  @Test("keywords that are names, labels and constraints declare nothing")
  func contextualKeywords() {
    #expect(
      outline(
        "protocol P: class {}; f(class: 1, extension: 2); a.init(); _ = x.self; actor = 3; optional = 4"
      )
        == ["protocol P"])
  }

  @Test("attributes and modifiers belong to the declaration behind them")
  func attributes() throws {
    let source = PortedSource(
      Array(
        "@objc(f:) @available(iOS 13, *)\npublic private(set) class func f(_ x: Int) -> Set<Int>? {}"
          .utf8))
    let function = try #require(DeclarationParser.declarations(of: source).first)
    #expect(function.attributes.map(\.name) == ["objc", "available"])
    #expect(source.joined(function.attributes[0].arguments) == "f:")
    #expect(function.modifiers.map(\.name) == ["public", "private", "class"])
    #expect(function.access == "public")
    #expect(source.joined(function.result) == "Set<Int>?")
  }

  @Test("types end where they end")
  func types() {
    let cases = [
      "[String: Set<Int>?]! = 1", "any P & Q {", "(Int) async throws -> Void = f",
      "A.B<C, [D]>.E\nlet",
      "@escaping (inout A) -> B?, b", "some Collection<Int>)",
    ]
    let ends = cases.map { text -> String in
      let source = PortedSource(Array(text.utf8))
      return source.joined(0..<source.endOfType(from: 0))
    }
    #expect(
      ends == [
        "[String: Set<Int>?]!", "any P & Q", "(Int) async throws -> Void", "A.B<C, [D]>.E",
        "@escaping (inout A) -> B?", "some Collection<Int>",
      ])
  }

  @Test("the patterns of a variable have types and accessors")
  func patterns() throws {
    let source = PortedSource(Array("var a, b: Int, c: String { get set }".utf8))
    let declaration = try #require(DeclarationParser.declarations(of: source).first)
    let patterns = source.patterns(of: declaration)
    #expect(
      patterns.map { "\($0.name) \(source.joined($0.type))" } == ["a Int", "b Int", "c String"])
    #expect(source.hasAccessor("set", in: patterns[2].accessors))
  }

  @Test("conditions exclude code only where they are known")
  func conditions() {
    let text = """
      #if os(iOS)
      a
      #elseif canImport(CoreData) && !os(Windows)
      b
      #else
      c
      #endif
      #if DEBUG
      d
      #else
      e
      #endif
      """
    let source = PortedSource(Array(text.utf8))
    let flags = InactiveRegions.flags(of: source, facts: ConditionFacts(modules: ["CoreData"]))
    let active = source.tokens.indices.filter {
      !flags[$0] && source.tokens[$0].kind == .identifier
    }
    .map(source.text)
    #expect(active.filter { $0.count == 1 } == ["b", "d", "e"])
  }
}
