// A scenario that is planned once more, with other choices or another text.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI
@testable import FaultlineExperiments

@Suite struct PlannedFileTests {
  private static let text = """
    faultline: 1
    name: own
    title: A scenario with a model beside it
    model: company.yaml
    parameters:
      rows: {type: int, default: 2}
    steps:
      - insert: {entity: Employee, count: rows}
    """

  /// The path that is shown may be no path of a file, as that of a scenario that comes with the program.
  @Test func `the files that a scenario names are found again`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("Employee: {name: string}".utf8).write(to: folder.appending(path: "company.yaml"))
    let scenario = try ScenarioReader.scenario(
      Self.text, file: "shipped/own.yaml", beside: folder.path)
    let file = PlannedFile(text: Self.text, plan: try Plan(scenario, choosing: Choices()))
    #expect(try file.planned(choosing: Choices(quick: true)).plan.trials.count == 1)
    let changed = Self.text.replacing("default: 2", with: "default: 3")
    #expect(try file.planned(changed, choosing: Choices()).text == changed)
    let mistaken = Self.text.replacing("default: 2", with: "default: two")
    #expect(throws: Diagnostic.self) { try file.planned(mistaken, choosing: Choices()) }
  }
}
