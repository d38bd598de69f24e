// What we write in formats of others is as their schemas say, where the schemas are at hand.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Foundation
import Testing

struct `The schemas of others` {
  private static let reports: [Report] = [
    `Formats that programs read`.troubled, ReportBuilder().report(Hostile.result),
    ReportBuilder().report(RunResult(scenarios: [])),
    ReportBuilder().report(
      Comparison(
        base: RunResult(scenarios: [FirstLight.result]),
        head: RunResult(scenarios: [Loops.result])), for: .comparison, strict: true),
  ]

  /// The path of a schema in the folder that holds them.
  private func schema(_ name: String) -> String? {
    let folder = ProcessInfo.processInfo.environment["FAULTLINE_SCHEMAS"] ?? ""
    let path = "\(folder)/\(name)"
    if FileManager.default.fileExists(atPath: path) { return path }
    print("Skipped: FAULTLINE_SCHEMAS names no folder with \(name) ('.ci/schemas' makes one).")
    return nil
  }

  private func written(_ text: String, _ check: (String) -> String?) throws -> String? {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "faultline-format-\(UInt64.random(in: .min ... .max))")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    return check(file.path)
  }

  @Test func `allow our JUnit`() throws {
    guard let schema = schema("junit-10.xsd") else { return }
    for report in Self.reports {
      let answer = try written(JUnitFormat().render(report)) { path in
        Outsider.run("xmllint", ["--noout", "--schema", schema, path])
      }
      guard let answer else {
        print("Skipped: xmllint is not installed ('.ci/setup --all' installs it).")
        return
      }
      #expect(answer.hasSuffix(" validates\n"), "\(answer)")
    }
  }

  @Test func `allow our SARIF`() throws {
    guard let schema = schema("sarif-schema-2.1.0.json") else { return }
    let program = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      kind = jsonschema.validators.validator_for(schema)
      for error in kind(schema).iter_errors(json.load(open(sys.argv[2]))):
          print(error.json_path, error.message)
      """
    func complaints(_ text: String) throws -> String? {
      try written(text) { path in
        Outsider.run("python3", ["-W", "ignore", "-c", program, schema, path])
      }
    }
    for report in Self.reports {
      #expect(try complaints(SARIFFormat().render(report)) == "")
    }
    // A checker that finds nothing anywhere would prove nothing.
    let wrong = SARIFFormat().render(Self.reports[0])
      .replacing("\"version\" : \"2.1.0\"", with: "\"version\" : \"2.0\"")
    #expect(try complaints(wrong)?.hasPrefix("$.version") == true)
  }
}
