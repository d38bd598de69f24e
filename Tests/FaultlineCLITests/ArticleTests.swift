// What the articles show is what there is: commands, options, links, and a scenario that runs.

import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

struct `The articles` {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let catalog = root.appending(path: "Sources/Faultline/Faultline.docc")

  /// Every text that shows people what to type, by its path.
  private static let texts: [(path: String, text: String)] = {
    let articles = (try? FileManager.default.contentsOfDirectory(atPath: catalog.path)) ?? []
    let paths =
      articles.filter { $0.hasSuffix(".md") }.sorted().map {
        "Sources/Faultline/Faultline.docc/\($0)"
      }
      + [
        "README.md", "Scenarios/README.md", "Reports/README.md", ".github/CONTRIBUTING.md",
        ".github/actions/faultline/action.yml", ".github/actions/comment/action.yml",
      ]
    return paths.compactMap { path in
      (try? String(contentsOf: root.appending(path: path), encoding: .utf8)).map { (path, $0) }
    }
  }()

  @Test func `name commands and options that there are`() throws {
    #expect(Self.texts.count >= 20)
    for (path, text) in Self.texts {
      for found in text.matches(of: /\bfaultline ([a-z]+)((?: [^\n`|;>&#]+)?)/) {
        guard let command = Commands.all.first(where: { $0.name == found.1 }) else { continue }
        let known = command.options.map(\.spelling)
        // What stands behind '--' goes to another program.
        let own = String(found.2).components(separatedBy: " -- ")[0]
        for option in own.matches(of: /--[a-z-]+/) {
          #expect(known.contains(String(option.0)), "\(path): \(found.0)")
        }
      }
    }
  }

  /// In a block of commands every line is one of ours, or of the tools that come with them.
  @Test func `show no command that there is not`() throws {
    for (path, text) in Self.texts {
      for block in text.components(separatedBy: "```sh\n").dropFirst() {
        let lines = block.components(separatedBy: "```")[0].split(separator: "\n")
        for line in lines where line.hasPrefix("faultline ") {
          let word = line.split(separator: " ")[1]
          #expect(Commands.all.contains { $0.name == word }, "\(path): \(line)")
        }
      }
    }
  }

  /// A reader of the files alone follows links between them; DocC checks those by name, and knows pictures by theirs.
  @Test func `link to files that there are`() throws {
    for (path, text) in Self.texts {
      let folder = Self.root.appending(path: path).deletingLastPathComponent()
      for found in text.matches(of: /\]\(([^)#: ]+)\)/) {
        let places = ["\(found.1)", "Resources/\(found.1).svg"].map {
          folder.appending(path: $0).path
        }
        #expect(
          places.contains { FileManager.default.fileExists(atPath: $0) }, "\(path): \(found.1)")
      }
    }
  }

  /// The scenario of the article about writing scenarios holds, and its mistake is reported in the article's words.
  @Test func `show a scenario that runs`() throws {
    let article = try #require(Self.texts.first { $0.path.hasSuffix("WritingScenarios.md") }).text
    let blocks = article.components(separatedBy: "```")
    let block = try #require(blocks.first { $0.hasPrefix("yaml\nfaultline: 1\n") })
    let text = String(block.dropFirst(5))
    let program = try WholeProgram([
      "nightly-import.yaml": text,
      "wrong.yaml": text.replacing(
        /Article, count: batch, set.*/, with: "Artikel, count: batch}"),
    ])
    let run = try program.run("run", "nightly-import.yaml", "--quick", "--no-progress", "-q")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let reported = try #require(blocks.first { $0.contains("no entity 'Artikel'") })
    let wrong = try program.run("plan", "wrong.yaml")
    expectText(
      wrong.errors,
      is: String(reported.dropFirst()).replacing("nightly-import.yaml", with: "wrong.yaml"))
  }
}
