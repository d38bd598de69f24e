// The pages of the manual, as the programs take them that show manuals.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

@Suite struct `The manual` {
  /// Every page in a folder, as a package installs it.
  private func pages() throws -> (program: WholeProgram, files: [String]) {
    let program = try WholeProgram()
    let answer = try program.run("man", "--out", "man1")
    #expect(answer.status == 0)
    let files = program.files(in: "man1")
    let names = Commands.all.filter { !$0.isHidden }.map { "faultline-\($0.name).1" }
    #expect(files == (["faultline.1"] + names).sorted())
    #expect(answer.errors.split(separator: "\n").count == files.count)
    return (program, files)
  }

  @Test func `has a page for each command, which 'man' shows without a warning`() throws {
    let (program, files) = try pages()
    for file in files {
      let words = ["--warnings", "-l", "man1/\(file)"]
      guard let page = Outsider.run("man", words, in: program.folder) else {
        return print("Skipped: 'man' is not installed (.ci/setup --all).")
      }
      #expect(!page.contains("warning"), "\(file): \(page.prefix(500))")
      #expect(page.contains("EXIT STATUS"), "\(file)")
    }
  }

  @Test func `has nothing that groff or mandoc would mend`() throws {
    let (program, files) = try pages()
    for (name, words) in [
      ("groff", ["-man", "-Tutf8", "-ww", "-z", "-rLL=80n"]), ("mandoc", ["-Tlint", "-Wstyle"]),
    ] {
      let paths = files.map { "man1/\($0)" }
      guard let answer = Outsider.run(name, words + paths, in: program.folder) else {
        print("Skipped: '\(name)' is not installed (.ci/setup --all).")
        continue
      }
      #expect(answer == "")
    }
  }

  /// What is shown is what help shows.
  @Test func `names every option, with what it does`() throws {
    for command in Commands.all where !command.isHidden {
      let page = ManualPage(of: command).text.replacing("\\-", with: "-")
        .replacing("\\(aq", with: "'").replacing("\n", with: " ")
      for option in command.options {
        #expect(page.contains("\\fB\(option.spelling)\\fR"), "\(command.name)")
        #expect(
          page.contains(option.help.prefix { $0.isLetter || $0 == " " }), "\(option.spelling)")
      }
    }
  }

  @Test func `of one command is printed, and not beside a folder`() throws {
    let program = try WholeProgram()
    let page = try program.run("man", "run")
    #expect(page.output.hasPrefix(".\\\" Made by 'faultline man'"))
    #expect(page.output.contains("\n.TH FAULTLINE\\-RUN 1 "))
    #expect(try program.run("man", "rnu").errors.contains("Did you mean 'run'?"))
    #expect(try program.run("man", "run", "--out", "x").status == 3)
  }
}
