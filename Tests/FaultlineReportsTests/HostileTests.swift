// What is hostile harms no format: each stays what it is, and no text gets out of its place.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Foundation
import FoundationXML
import Testing

struct `A hostile scenario` {
  private static let reports: [Report] = HostileTexts.attempts.indices.flatMap { shift in
    let run = RunResult(scenarios: [Hostile.result(shift)])
    var base = run
    base.scenarios[0].trials[0].samples[0].checkpoints[1].readings[0].quantity = 9_999
    return [
      ReportBuilder().report(run),
      ReportBuilder().report(
        Comparison(base: base, head: run), for: .check, of: run, strict: true),
    ]
  }

  @Test(arguments: ReportFormats.all.map { $0.name })
  func `brings no control character into a format`(name: String) throws {
    let format = try #require(ReportFormats.all.first { $0.name == name })
    for report in Self.reports {
      let text = format.init().render(report)
      let bad = text.unicodeScalars.filter { scalar in
        scalar.value < 0x20 && scalar != "\n" || (0x7F...0x9F).contains(scalar.value)
          || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      }
      // JSON is for programs, and keeps every text as it is, with its control characters escaped.
      let isJSON = format == JSONFormat.self || format == JSONLinesFormat.self
      let allowed = isJSON ? bad.filter { $0.value < 0x20 } : bad
      #expect(Array(allowed) == [])
    }
  }

  @Test func `keeps JSON, XML and CSV whole`() throws {
    for report in Self.reports {
      for format in [
        JSONFormat.self, SARIFFormat.self, SmallerIsBetterFormat.self, BiggerIsBetterFormat.self,
      ] as [any ReportFormat.Type] {
        _ = try JSONSerialization.jsonObject(with: Data(format.init().render(report).utf8))
      }
      let reader = Elements()
      let parser = XMLParser(data: Data(JUnitFormat().render(report).utf8))
      parser.delegate = reader
      #expect(parser.parse())
      #expect(reader.cases == report.cases.count)
      #expect(reader.troubles == report.cases.filter(\.isTrouble).count)
      let rows = CSVFormat().render(report).split(separator: "\n").map(fields)
      #expect(Set(rows.map(\.count)).count == 1)
      #expect(!rows.joined().contains { $0.first.map { "=+@".contains($0) } ?? false })
    }
  }

  @Test func `gives no command to a build server`() {
    for report in Self.reports {
      let troubles = report.cases.filter(\.isTrouble).count
      let lines = GitHubFormat().render(report).split(separator: "\n")
      let commands = lines.filter { $0.drop { $0 == " " }.hasPrefix("::") }
      #expect(commands.count == min(troubles, 10) + (troubles > 10 ? 1 : 0))
    }
  }

  @Test func `adds no element to a page`() {
    let tame = HTMLFormat().render(Self.reports[0])
    for report in Self.reports {
      let page = HTMLFormat().render(report)
      for element in ["<script", "<style", "<img", "<failure", "<title>"] {
        let count = page.components(separatedBy: element).count
        #expect(count == tame.components(separatedBy: element).count || element == "<title>")
      }
      #expect(!page.contains("<img"))
      #expect(page.components(separatedBy: "<script").count == 2)
    }
  }

  /// The fields of a row, read as a spreadsheet reads them.
  private func fields(_ row: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in row {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}

/// Counts the elements of a JUnit file.
private final class Elements: NSObject, XMLParserDelegate {
  var cases = 0
  var troubles = 0

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if name == "testcase" { cases += 1 }
    if name == "failure" || name == "error" { troubles += 1 }
  }
}
