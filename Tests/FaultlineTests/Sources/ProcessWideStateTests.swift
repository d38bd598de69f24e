// State of the process is a law of the Architecture article: what is not on its list may not be.

import Foundation
import Testing

struct `State of the process` {
  private func found(in files: [SourceFile]) -> Set<String> {
    var classes: Set<String> = []
    for file in files where file.path.hasSuffix(".swift") {
      for type in file.text.matches(of: /\bclass ([A-Z]\w*)/) { classes.insert(String(type.1)) }
    }
    return Set(
      files.flatMap { file -> [String] in
        guard !file.path.hasSuffix(".swift") else { return file.swiftState(classes: classes) }
        let stem = file.name.prefix { $0 != "." }
        return file.cState.map { "\(stem).\($0)" }
      })
  }

  @Test func `is on the list of the Architecture article, and the list has no other`() throws {
    let article = try String(
      contentsOf: SourceFile.root.appending(
        path: "Sources/Faultline/Faultline.docc/Architecture.md"), encoding: .utf8)
    let section = try #require(
      article.components(separatedBy: "### What belongs to the process\n").last?
        .components(separatedBy: "\n#").first)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let listed = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.1) }
    }
    #expect(Set(listed).count == listed.count)
    let found = found(in: try SourceFile.all("swift", "c", "h"))
    #expect(found.count > 40)
    #expect(found.subtracting(listed).sorted() == [], "Put it on the list, or into an object.")
    #expect(Set(listed).subtracting(found).sorted() == [], "The list names what is gone.")
  }

  @Test func `is found wherever it stands in Swift`() {
    let file = SourceFile(
      target: "A", path: "A/B.swift",
      text: """
        private let lock = Mutex(0)
        nonisolated(unsafe) var count = 0
        var described: String { "no state" }
        let limit = 3
        final class Table {}
        // var commented = 0
        enum Outer {
          struct Inner {
            static var open: Int
            static let shared: Table = Table()
            static let wide =
              Atomic<Int>(0)
            var own = 0
          }
          nonisolated(unsafe) private(set) static var listener: Listener?
          static var title: String { "no state" }
          static var long: [String] {
            let table = Table()
            return []
          }
          static let names = ["Table"]
          private static let key: pthread_key_t = {
          }()
        }
        """)
    #expect(
      found(in: [file]) == [
        "lock", "count", "Outer.Inner.open", "Outer.Inner.shared", "Outer.Inner.wide",
        "Outer.listener", "Outer.key",
      ])
  }

  @Test func `is found wherever it stands in C`() {
    let file = SourceFile(
      target: "A", path: "A/b.c",
      text: #"""
        /* int commented; */
        #define LIMIT 3 // int defined;
        extern int elsewhere;
        typedef struct { int field; } pair;
        enum { first = 1, second };
        static const int constant = 7;
        static int one, two[3] = {1, 2};
        static _Thread_local struct {
          int inner;
        } mine;
        static _Atomic(int *) table[1 << (3 - 1)];
        static void *(*handler)(void *, int);
        const char *text = "a, b";
        static int function(int a, int b);
        static int function(int a, int b) {
          static int counted;
          int local = 0;
          return local;
        }
        """#)
    #expect(
      found(in: [file]) == [
        "b.one", "b.two", "b.mine", "b.table", "b.handler", "b.text", "b.counted",
      ])
  }
}
