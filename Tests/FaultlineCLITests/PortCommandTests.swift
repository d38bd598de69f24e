// faultline port, whole: folders in, a package out, and the same package when it runs again.

import Testing

@testable import FaultlineCLI

@Suite struct PortCommandTests {
  private let program: WholeProgram

  init() throws {
    program = try WholeProgram([
      "App/Book.swift":
        "import CoreData\nclass Book: NSManagedObject { @NSManaged var title: String? }\n",
      "App/Page.swift": "import UIKit\nlet page = UIView()\n",
      "AppTests/BookTests.swift": "import XCTest\n@testable import App\n",
    ])
  }

  private func port() throws -> WholeProgram.Answer {
    try program.run("port", "App", "AppTests", "--out", "Ported", "--faultline", "../faultline")
  }

  @Test func `a port writes a package and lists what it leaves out`() throws {
    let answer = try port()
    #expect(
      answer
        == WholeProgram.Answer(
          status: 0,
          output: """
            Ported 2 sources to Ported: 1 rewritten, 8 files written, 0 removed, 0 unchanged.
            Files that are left out: 1
              App/Page.swift:1 imports UIKit, which is neither on Linux nor in one of the folders
            The whole list is in Ported/NOT-PORTED.md.

            """, errors: ""))
    #expect(
      program.files(in: "Ported") == [
        ".faultline-port", ".gitignore", "NOT-PORTED.md", "Package.swift", "Sources", "Tests",
      ])
    #expect(
      try program.text(of: "Ported/Package.swift").contains(
        ".package(name: \"faultline\", path: \"../../faultline\")"))
  }

  @Test func `a second port writes only what changed`() throws {
    _ = try port()
    try program.write("import CoreData\n", to: "App/Book.swift")
    try program.write("mine", to: "Ported/Package.swift")
    #expect(
      try port().output == """
        Ported 2 sources to Ported: 0 rewritten, 2 files written, 0 removed, 6 unchanged.
        Files that are left out: 1
          App/Page.swift:1 imports UIKit, which is neither on Linux nor in one of the folders
        The whole list is in Ported/NOT-PORTED.md.

        """)
    #expect(try program.text(of: "Ported/Package.swift") == "mine")
  }

  @Test func `a port without a package or with a folder that is none is refused`() throws {
    let unnamed = try program.run("port", "App")
    #expect(unnamed.errors.hasPrefix("faultline: --out names the folder of the package.\n"))
    let missing = try program.run("port", "Gone", "--out", "Ported")
    #expect(missing.errors.hasPrefix("faultline: 'Gone' is not a folder.\n"))
    #expect([unnamed.status, missing.status] == [3, 3])
    #expect(program.files(in: "Ported") == [])
  }
}
