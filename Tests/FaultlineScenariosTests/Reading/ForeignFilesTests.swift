// Models and stores that stand beside a scenario: read, copied, and never touched.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct ForeignFilesTests {
  private static let fixtures = ProcessInfo.processInfo.environment["FAULTLINE_FIXTURES"]

  /// A folder with a scenario in it and what it names.
  private func planning(_ keys: String, _ files: [String: String] = [:]) -> String {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "faultline-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return rejection { () throws(Diagnostic) in
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files {
          try Data(text.utf8).write(to: folder.appending(path: name))
        }
      } catch {
        return "\(error)"
      }
      let text = """
        faultline: 1
        name: own
        title: Own
        \(keys)
        steps:
          - fetch: {entity: Employee}
        """
      let file = folder.appending(path: "own.yaml").path
      do throws(Diagnostic) {
        let plan = try Plan(ScenarioReader.scenario(text, file: file), choosing: Choices())
        return plan.trials.map { "\($0.id) \($0.model.entities.map(\.name))" }.joined()
      } catch {
        // Where the folder lies decides where a note breaks.
        return error.description.replacing(folder.path, with: "…")
          .replacing(/\n +…$/, with: " …")
      }
    }
  }

  @Test func `a model may stand in a file beside the scenario`() {
    #expect(
      planning("model: company.yaml", ["company.yaml": "Employee: {name: string}"])
        == #"own/default ["Employee"]"#)
  }

  @Test func `a mistake in it is reported where it stands`() {
    expectText(
      planning("model: company.yaml", ["company.yaml": "Employee: {name: sting}"]),
      is: """
        …/company.yaml:1:18: error: 'sting' is not allowed here. Did you mean 'string'?
         1 | Employee: {name: sting}
           |                  ^~~~~
           = allowed: integer16, integer32, integer64, decimal, double, float, string, boolean, date,
               binary, uuid, uri, transformable, objectID, undefined
        """)
  }

  @Test func `what is not there, or is no store, is reported`() {
    expectText(
      planning("model: compony.yaml", ["company.yaml": "Employee: {name: string}"]),
      is: """
        …/own.yaml:4:8: error: there is no file 'compony.yaml'. Did you mean 'company.yaml'?
         4 | model: compony.yaml
           |        ^~~~~~~~~~~~
           = names of files are relative to the scenario's folder: …
        """)
    expectText(
      planning(
        "model: {Employee: {name: string}}\nstores: [{open: notes.txt}]", ["notes.txt": "Hello."]),
      is: """
        …/own.yaml:5:10: error: '…/notes.txt' is no SQLite store
         5 | stores: [{open: notes.txt}]
           |          ^~~~~~~~~~~~~~~~~
        """)
  }

  @Test(.enabled(if: fixtures != nil, "FAULTLINE_FIXTURES is not set"))
  func `a store of the user's is opened as a copy, and stays as it was`() throws {
    let fixtures = try #require(Self.fixtures)
    let store = "\(fixtures)/stores/coredataplus-samplemodel-v1/SampleModel_V1.sqlite"
    let model =
      "\(fixtures)/models/coredataplus-samplemodel/SampleModel.xcdatamodeld/SampleModel.xcdatamodel"
    let before = try Data(contentsOf: URL(filePath: store))
    let text = """
      faultline: 1
      name: own
      title: Own
      model: \(model)
      stores: [{open: \(store)}]
      behaves: {destinations: when-followed}
      steps:
        - fetch: {entity: Car, into: cars, as: realized}
        - insert: {entity: Car, count: 2, into: new, set: {numberPlate: 'Plate {index}'}}
        - save: {}
      """
    let trial = try Plan(
      ScenarioReader.scenario(text, file: "own.yaml"), choosing: Choices()
    ).trials[0]
    #expect(trial.id == "own/default")
    let contents = try StoreContents(trial, cache: InitialDataCache(at: "/nowhere"))
    for _ in 1...2 {
      let folder = try FaultlineScenarios.StoreFolder()
      try contents.lay(in: folder.path)
      let session = try Session(
        trial, folder: folder.path, contents: contents, instruments: CheckpointNotes())
      try session.play(trial.steps)
      // Each pass begins with what the user has, and not with what the last one left.
      #expect(session.context.registeredObjectCount == session.variables["cars"].count + 2)
    }
    #expect(try Data(contentsOf: URL(filePath: store)) == before)
  }

  /// A store with a history may only be read; its own model is inside of it.
  @Test(.enabled(if: fixtures != nil, "FAULTLINE_FIXTURES is not set"))
  func `a store that cannot be written to is read by its own model`() throws {
    let fixtures = try #require(Self.fixtures)
    let store = "\(fixtures)/stores/coredataplus-samplemodel2-v2/SampleModel2_V2.sqlite"
    let text = """
      faultline: 1
      name: own
      title: Own
      model: \(store)
      stores: [{open: \(store)}]
      steps:
        - fetch: {entity: Feedback, into: feedback, as: realized}
        - delete: feedback
        - save: {}
      """
    let trial = try Plan(
      ScenarioReader.scenario(text, file: "own.yaml"), choosing: Choices()
    ).trials[0]
    let folder = try FaultlineScenarios.StoreFolder()
    let contents = try StoreContents(trial, cache: InitialDataCache(at: "/nowhere"))
    try contents.lay(in: folder.path)
    let session = try Session(
      trial, folder: folder.path, contents: contents, instruments: CheckpointNotes())
    let failure = #expect(throws: StepFailure.self) { try session.play(trial.steps) }
    #expect(session.variables["feedback"].count == 3)
    #expect("\(failure.map { "\($0)" } ?? "")".contains("it has a history of its changes"))
  }
}
