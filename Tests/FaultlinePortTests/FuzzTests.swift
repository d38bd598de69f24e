// Hostile sources: nothing traps, lines stay, and what has nothing to rewrite comes out as it is.

import Testing

@testable import FaultlinePort

@Suite("Hostile sources")
struct FuzzTests {
  /// A generator of numbers with a seed (SplitMix64), so that a failure can be repeated.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let sample = ##"""
    import UIKit
    import CoreData // and more
    @objc(Book) public class Book: NSManagedObject {
      @NSManaged public var title: String?, pages: NSSet?
      @NSManaged var primitiveTitle: String
      @objc dynamic private(set) lazy var x: [Int: Set<String>?] = { [1: ["\(a)"]] }()
      override class func fetchRequest() -> NSFetchRequest<Book> { .init(entityName: "Book") }
      init(context: NSManagedObjectContext, name: String) { super.init(entity: e, insertInto: context) }
    }
    extension Book {
      @objc(addPagesObject:) @NSManaged public func addToPages(_ value: Page)
      @NSManaged public func replacePages(at indexes: NSIndexSet, with values: [Page])
      override func prepareForDeletion() { super.prepareForDeletion(); pages = [ self ] }
    }
    @objc protocol P: AnyObject { @objc optional func changed(_ a: Int) throws -> Bool? }
    extension NSObject { var name: String { """
      a \(#keyPath(Book.title)) "b" \"""
      """ } }
    func f<T>(a: inout T..., b: (Int) -> Void = { _ in }) async throws where T: P {
      center.addObserver(self, selector: #selector(Book.note(_:)), name: nil, object: nil)
      center.removeObserver(self); delegate?.changed?(1); let r = a as! NSFetchRequest<Book>
      /* a /* b */ c */ let regex = /a"b/, other = #/c/#, raw = #"a\#(b)"#
      #if os(macOS) && !canImport(UIKit)
      Bundle(for: Book.self); Bundle.main.url(forResource: "M", withExtension: "momd")
      #elseif DEBUG
      Foundation.ValueTransformer(); ProcessInfo()
      #endif
    }

    """##

  private static let pieces = [
    "\"", "\"\"\"", "\\(", "(", ")", "{", "}", "[", "]", "<", ">", "/*", "*/", "//", "#if ",
    "#endif",
    "@NSManaged ", "@objc(", "class ", "extension ", "func f(", "#keyPath(", "#selector(", "`",
    "#\"",
    "as! NSFetchRequest<", "\n", "\r\n", "\r", ":", ",", "?", "!", "->", "override ", "where ",
    "optional ",
    "init(context:", "var a, b: ", "import ", "/", "\u{0}", "\u{E9}", ".", "..", "=",
    "removeObserver(self",
  ]

  /// Counts line ends as the lexer does.
  private func lineCount(_ bytes: [UInt8]) -> Int { PortedSource(bytes).line(of: Int.max) }

  private func mutated(_ bytes: [UInt8], _ generator: inout Generator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0...40, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes.removeSubrange(start..<end)
      case 1:
        bytes.insert(
          contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &generator))
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: start)
      case 3: bytes = Array(bytes[..<end])
      default:
        bytes.insert(
          contentsOf: Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &generator)].utf8,
          at: start)
      }
    }
    return bytes
  }

  @Test("mutated sources keep their number of lines", arguments: 0..<8)
  func mutations(seed: UInt64) {
    var generator = Generator(state: seed)
    for round in 0..<250 {
      let bytes = mutated(Array(Self.sample.utf8), &generator)
      let input = PortTarget(
        name: "App", folder: "app",
        sources: [
          PortTarget.File(path: "A.swift", bytes: bytes),
          PortTarget.File(path: "B.swift", bytes: Array(Self.sample.utf8)),
        ])
      var options = PortOptions()
      options.countsAsMacOS = round.isMultiple(of: 2)
      let port = Port([input], options: options)
      guard let result = port.files["Sources/App/A.swift"] else { continue }
      #expect(lineCount(result) == lineCount(bytes), "seed \(seed), round \(round)")
    }
  }

  @Test("mutated sources without anything to rewrite come out as they are", arguments: 0..<4)
  func untouched(seed: UInt64) {
    var generator = Generator(state: seed)
    let plain = Array(
      #"struct A { let b = "\(c)" /* d */; func e() -> [Int]? { f { $0 > 1 } } }"#.utf8)
    for round in 0..<500 {
      var bytes = plain
      for _ in 0..<8 {
        let pieces = ["\"", "(", "}", "/*", "\\(", "`", "\r", "#", "<", "\n", "\u{E9}", "/"]
        bytes.insert(
          contentsOf: pieces[Int.random(in: 0..<pieces.count, using: &generator)].utf8,
          at: Int.random(in: 0...bytes.count, using: &generator))
      }
      let port = Port(
        [
          PortTarget(
            name: "App", folder: "", sources: [PortTarget.File(path: "A.swift", bytes: bytes)])
        ],
        options: PortOptions())
      #expect(port.files["Sources/App/A.swift"] == bytes, "seed \(seed), round \(round)")
    }
  }

  @Test(
    "nesting costs no stack",
    arguments: [
      "(", "[", "{", "\"\\(", "/*", "class A{", "class A:NSManagedObject{@NSManaged var x:Int;",
      "A<", "#if a\n", "@a(", "func f(){", "extension A{", "f(#selector(a),",
    ])
  func nesting(piece: String) {
    // Recursion would overflow the stack at a fraction of this; declarations take longer than brackets.
    let depth = piece.utf8.count > 2 ? 10_000 : 100_000
    let bytes = Array(String(repeating: piece, count: depth).utf8)
    let port = Port(
      [
        PortTarget(
          name: "App", folder: "", sources: [PortTarget.File(path: "A.swift", bytes: bytes)])
      ],
      options: PortOptions())
    #expect(port.files["Sources/App/A.swift"].map(lineCount) == lineCount(bytes))
  }

  @Test("closed nesting costs no stack either")
  func closedNesting() {
    let depth = 10_000
    let text =
      String(repeating: "class A: NSManagedObject { @NSManaged var x: Int\n", count: depth)
      + String(repeating: "}", count: depth)
    let port = port(["A.swift": text])
    #expect(port.files["Sources/App/A.swift"].map(lineCount) == depth + 1)
  }

  @Test("bytes that are no UTF-8 stay")
  func invalidBytes() {
    let bytes: [UInt8] =
      [0xFF, 0xFE, 0x0A] + Array("let a = \"".utf8) + [0xC3, 0x28] + Array("\"\n".utf8)
    let port = Port(
      [
        PortTarget(
          name: "App", folder: "", sources: [PortTarget.File(path: "A.swift", bytes: bytes)])
      ],
      options: PortOptions())
    #expect(port.files["Sources/App/A.swift"] == bytes)
  }

  @Test("mutated models are read or refused", arguments: 0..<4)
  func models(seed: UInt64) {
    var generator = Generator(state: seed)
    let xml = """
      <model a='b'><entity name="A&amp;&#65;&#x41;" representedClassName="A" codeGenerationType="class">
      <attribute name="b" attributeType="String"/><relationship name="c" toMany="YES" ordered="YES"
      destinationEntity="A"/></entity><!-- d --></model>
      """
    for _ in 0..<500 {
      let bytes = mutated(Array(xml.utf8), &generator)
      guard let model = ModelSource(xml: bytes), let text = ClassGeneration(model: model).source
      else { continue }
      #expect(text.hasPrefix("import CoreData\n"))
    }
  }
}
