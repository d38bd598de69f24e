// What people read, and the code itself, speak of objects as what and which, and name what holds them: a variable, a
// context, a cycle.

import Foundation
import Testing

struct `Plain words` {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Folders and files that are checked, and the endings of the files that count.
  private static let places = [
    "README.md",
    ".github/CONTRIBUTING.md",
    "Scenarios",
    "Sources",
  ]
  private static let endings = ["yaml", "md", "swift", "js", "c", "h"]

  /// Lines that may stay as they are: their words are names, by which baselines and results are compared.
  private static let names: Set = [
    "- fetch: {entity: Student, into: everybody, as: realized}",
    "- release: everybody",
    "- walk: {from: everybody, path: school}",
    "- when: keeping == somebody",
    "- when: refreshes == everybody",
    "counted and refreshed: {refreshes: everybody}",
    "everybody: {filter: no}",
    "holder: {type: choice, of: [nobody, name, container], default: nobody}",
    "keeping: {type: choice, of: [nobody, somebody], default: nobody}",
    "kept: {keeping: somebody}",
    "let go: {keeping: nobody}",
    "nobody: {}",
    "reference: nobody",
    "refreshed: {type: choice, of: [nobody, parent, children], default: nobody}",
    "refreshes: {type: choice, of: [nobody, everybody], default: nobody}",
    "when: {variant: [nobody, kept by name]}",
    "when: {variant: everybody}",
    "when: {variant: nobody}",
  ]

  /// Every line of a place's texts, with its file and number.
  private static func lines(of place: String) throws -> [(where: String, text: String)] {
    let names = FileManager.default.subpaths(atPath: root.appending(path: place).path) ?? []
    let paths = names.isEmpty ? [place] : names.map { "\(place)/\($0)" }.sorted()
    return try paths.filter { path in endings.contains { path.hasSuffix(".\($0)") } }
      .flatMap { path in
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
          .components(separatedBy: "\n").enumerated().map { index, line in
            ("\(path):\(index + 1)", line.trimmingCharacters(in: .whitespaces))
          }
      }
  }

  // Those of the last line are of pictures in which the code once spoke of itself.
  private static let retired: Set = [
    "nobody", "somebody", "everybody", "anybody", "whoever", "whom", "knot", "knots",
    // Texts are written, and observers notified.
    "told", "tell", "tells", "spell", "spells", "spelled",
    "roof", "roofs", "errand", "errands", "ear", "ears", "rehearsal", "rehearsals",
  ]

  /// What follows on "who": what holds an object, allocates it or is alive is no person.
  private static let deeds: Set = [
    "hold", "holds", "held", "allocate", "allocates", "free", "frees", "went", "goes", "came",
    "comes", "lives", "alive", "show", "shows",
  ]

  /// Retired words, in any case.
  ///
  /// An apostrophe ends a word, so a genitive counts. Words are compared and no patterns matched, which would take a
  /// minute for all texts.
  private static func retiredWords(in text: String) -> [String] {
    let words = text.utf8.split { byte in
      !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        && byte != UInt8(ascii: "_") && byte < 0x80
    }.map { String(Substring($0)) }
    return words.indices.compactMap { index in
      let word = words[index].lowercased()
      if retired.contains(word) { return words[index] }
      guard word == "who" else { return nil }
      let deed = words[(index + 1)...].prefix(2).drop { $0 == "is" }.first ?? ""
      return deeds.contains(deed.lowercased()) ? "\(words[index]) \(deed)" : nil
    }
  }

  @Test(arguments: places)
  func `are used where readers learn`(place: String) throws {
    let lines = try Self.lines(of: place)
    #expect(lines.count > 100)
    for line in lines where !Self.names.contains(line.text) {
      let found = Self.retiredWords(in: line.text)
      #expect(found.isEmpty, "\(line.where): \(found.joined(separator: ", "))")
    }
  }

  /// A name that is gone is removed from the list.
  @Test func `except only lines that there are`() throws {
    let lines = Set(try Self.places.flatMap { try Self.lines(of: $0) }.map(\.text))
    #expect(Self.names.subtracting(lines).sorted() == [])
    #expect(Self.names.count <= 20)
  }

  @Test func `are held to whole words`() {
    #expect(Self.retiredWords(in: "Nobody's knot, for whom?") == ["Nobody", "knot", "whom"])
    #expect(
      Self.retiredWords(in: "Tells who holds it, as spelled") == ["Tells", "who holds", "spelled"])
    #expect(Self.retiredWords(in: "those who are shown, or who is alive") == ["who alive"])
    #expect(Self.retiredWords(in: "nothing unknotted, no body, a spelling, whose hold") == [])
  }
}
