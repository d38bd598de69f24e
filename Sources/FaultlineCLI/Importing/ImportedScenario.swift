// The scenario that an import writes: where the app's store and model are, and where the text goes.

import Faultline
import FaultlineExperiments
import FaultlineMeasures
import FaultlineRecordings
import FaultlineSQLite
import FaultlineScenarios
import Foundation

/// What the options of an import say of a store, a model and a scenario.
struct ImportedScenario {
  /// The model's words, where a store or a model was named.
  let words: ModelWords?
  /// Where the scenario goes, if it is wanted.
  let path: String?
  private let store: String?
  private let model: String?
  private let access: ObservedScenario.Access

  init(_ arguments: ParsedArguments, command: String) throws {
    store = arguments[ImportCommand.store]
    model = arguments[ImportCommand.model]
    path = arguments[ImportCommand.out]
    let wants = path != nil ? ImportCommand.out.spelling : ImportCommand.calibrate.spelling
    let isPlayed = path != nil || arguments.has(ImportCommand.calibrate)
    if isPlayed, store == nil, model == nil {
      throw UsageError(
        "\(wants) needs the app's model: name its store with \(ImportCommand.store.spelling), or the "
          + "model with \(ImportCommand.model.spelling).", command: command)
    }
    if isPlayed, arguments.has(ImportCommand.anonymize) {
      throw UsageError(
        "\(ImportCommand.anonymize.spelling) covers names, and a scenario needs those of the model; choose one of them.",
        command: command)
    }
    if let path, !NewScenario.isName(Self.name(of: path)) {
      throw UsageError(
        "\(quoted(path)) gives the scenario no name: letters, digits, '_', '-' and '.' make one.",
        command: command)
    }
    if let path { try Self.protect(path, arguments) }
    var found: ManagedObjectModel?
    if let model {
      found = try FilePath.reading(model) { url throws(GraphError) in try ModelFinder.model(at: url)
      }
    }
    var access = ObservedScenario.Access.free
    if let store {
      let given = found
      let inspection = try FilePath.reading(store) { url throws(GraphError) in
        try StoreInspection(of: url, model: given)
      }
      guard let own = inspection.model ?? found else {
        throw Diagnostic(
          "the store has no model that can be used; name one with \(ImportCommand.model.spelling)",
          file: store)
      }
      found = own
      access =
        inspection.objection == nil
        ? .free : inspection.isWritableWithHistory ? .withHistory : .readOnly
    }
    self.access = access
    words = found.map(ModelWords.init)
  }

  /// Refuses the model of another app: nothing that was observed could be named or replayed.
  func checkModel(has entities: [EntityName]) throws(Diagnostic) {
    guard let words, !entities.isEmpty, entities.allSatisfy({ words.entity($0) == nil }) else {
      return
    }
    throw Diagnostic(
      "the model has none of the entities that were observed",
      file: model ?? store ?? "",
      notes: [
        "observed: \(Spelling.list(entities.map(\.title)))",
        "the model has: \(Spelling.list(words.model.entities.map(\.name)))",
        "name the store or the model of the app that was observed",
      ])
  }

  /// What is read stays, and so does a scenario that people wrote; one of an earlier import is made anew.
  private static func protect(_ path: String, _ arguments: ParsedArguments) throws(Diagnostic) {
    let inputs = InputFiles(
      arguments, of: .scenarios,
      and: [arguments[ImportCommand.store], arguments[ImportCommand.model]])
    try inputs.protect(from: "the scenario", at: path)
    guard FileManager.default.fileExists(atPath: path), !WholeFile.isSpecial(path) else { return }
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    guard text?.hasPrefix(ObservedScenario.firstWords) != true else { return }
    throw Diagnostic(
      "the scenario cannot be written here: it is there, and no earlier import has made it",
      file: path,
      notes: ["name another file, or remove this one first"])
  }

  /// The name of a scenario is that of its file.
  private static func name(of path: String) -> String {
    let name = FilePath.name(of: path)
    return name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
  }

  /// A file as the scenario names it: relative where it lies beside it, else from the root.
  private func named(_ file: String) -> String {
    let folder = path.map { FilePath.folder(of: $0) } ?? ""
    if FilePath.folder(of: file) == folder { return FilePath.name(of: file) }
    return URL(fileURLWithPath: file).standardizedFileURL.path
  }

  private func ground(_ named: (String) -> String) -> ObservedScenario.Ground {
    guard let store else { return .model(path: named(model ?? "")) }
    return .store(path: named(store), model: named(model ?? store), access)
  }

  /// The scenario replayed, and its requests beside the log's.
  func calibration(
    _ recording: Recording, _ reader: RecordingReader, followedBy observer: any RunObserver
  ) throws -> Calibration? {
    guard let words else { return nil }
    func name(_ entity: EntityName) -> String? {
      words.entity(entity).map { words.root($0).name } ?? entity.name
        ?? entity.table.map { $0.hasPrefix("Z") ? String($0.dropFirst()) : $0 }
    }
    let scenario = ObservedScenario(
      named: "observed", of: recording, reader.course, words: words,
      on: ground { URL(fileURLWithPath: $0).standardizedFileURL.path }, byKey: true)
    let replay = try ReplayRun(scenario.text, naming: name, followedBy: observer)
    var calibration = Calibration(RequestTally(of: reader, naming: name), replay.tally)
    calibration.forced = scenario.forced
    calibration.leftOut = scenario.assumptions
    calibration.failure = replay.failure
    return calibration
  }

  /// Writes the scenario, where one is wanted.
  func write(_ recording: Recording, _ course: Course, byKey: Bool) throws {
    guard let path, let words else { return }
    let scenario = ObservedScenario(
      named: Self.name(of: path), of: recording, course, words: words, on: ground(named),
      byKey: byKey)
    let text = scenario.text + SchemaModeline.ofThisProgram.line
    try OutputFile(what: "the scenario", path: path).write(text)
  }
}
