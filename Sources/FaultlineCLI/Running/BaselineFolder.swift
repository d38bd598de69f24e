// Where baselines are kept: a file a scenario, in the repository, beside the code they are about.

import FaultlineMeasures
import FaultlineScenarios
import Foundation

/// The folder of the baselines.
struct BaselineFolder {
  let folder: String

  /// The folder that a command line names, or `Reports/baselines`; it need not be there yet, and results have another.
  init(_ arguments: ParsedArguments) throws(Diagnostic) {
    folder = arguments[CommonOptions.baselines] ?? "Reports/baselines"
    var isFolder: ObjCBool = false
    guard
      !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) || isFolder.boolValue
    else {
      throw Diagnostic(
        "baselines are kept in a folder, a file a scenario, and this is no folder", file: folder)
    }
    let results = arguments[CommonOptions.out] ?? ResultFolder.usual
    guard Self.place(folder) != Self.place(results) else {
      throw Diagnostic(
        "results and baselines have the same names, and would be written over each other here",
        file: results, notes: ["choose another folder with --out or --baselines"])
    }
  }

  private static func place(_ folder: String) -> String {
    URL(fileURLWithPath: folder).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// The file of a scenario, as a user would name it.
  func path(of scenario: String) -> String {
    FilePath.joined(folder, "\(scenario).json")
  }

  /// The baselines of these scenarios; one that was never accepted is left out.
  func read(_ scenarios: [String]) throws(Diagnostic) -> [String: Baseline] {
    var baselines: [String: Baseline] = [:]
    try checkNames(scenarios)
    for name in scenarios {
      guard FileManager.default.fileExists(atPath: file(of: name).path) else { continue }
      let baseline: Baseline
      do {
        baseline = try Baseline.read(from: file(of: name))
      } catch {
        throw complaint(name, (error as? ResultFileError)?.reason ?? "\(error)")
      }
      guard baseline.scenario == name else {
        throw complaint(name, "it is of the scenario '\(baseline.scenario)'")
      }
      baselines[name] = baseline
    }
    return baselines
  }

  /// The baselines of scenarios that were to be found below these files and folders, and were not.
  ///
  /// A baseline says where its scenario was; one that does not, being older, is owed where all scenarios are run.
  func missing(from operands: [String], having found: Set<String>) throws(Diagnostic) -> [Baseline]
  {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    var owed: [String] = []
    for name in names where !found.contains(name) {
      let header: Baseline.Header?
      do {
        header = try Baseline.Header(in: try Data(contentsOf: file(of: name)))
        // What is no baseline belongs to the user.
        guard header?.baseline == name else { continue }
      } catch {
        // Of what cannot be read at all the scenario may be gone as well.
        header = nil
      }
      if Self.isOwed(header?.file, by: operands) { owed.append(name) }
    }
    let baselines = try read(owed)
    return owed.compactMap { baselines[$0] }
  }

  private static func isOwed(_ file: String?, by operands: [String]) -> Bool {
    guard let file else { return operands.isEmpty }
    return (operands.isEmpty ? [ScenarioFiles.usualFolder] : operands).contains { operand in
      let path = FilePath.plain(operand)
      return path == "." || file == path || file.hasPrefix("\(path)/")
    }
  }

  /// Writes a baseline in its place.
  func write(_ baseline: Baseline) throws(Diagnostic) {
    do {
      try baseline.write(to: file(of: baseline.scenario))
    } catch {
      throw Diagnostic(
        "the baseline cannot be written: \((error as? ResultFileError)?.reason ?? "\(error)")",
        file: path(of: baseline.scenario)
      ).ofLostOutput
    }
  }

  private func checkNames(_ scenarios: [String]) throws(Diagnostic) {
    for name in scenarios where !FilePath.isFileName(name) {
      throw Diagnostic(
        "no baseline can be named after the scenario \(name.debugDescription)", file: folder)
    }
  }

  /// Reads, changes and writes the baselines of scenarios while no other process does.
  func locked<Outcome>(
    for scenarios: [String], _ body: () throws -> Outcome
  ) throws -> Outcome {
    try checkNames(scenarios)
    let lock: FolderLock
    do throws(WholeFile.Refusal) {
      lock = try FolderLock(folder)
    } catch {
      throw Diagnostic("the baseline cannot be written: \(error.reason)", file: folder)
        .ofLostOutput
    }
    WholeFile.removeAbandoned(in: folder)
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  private func file(of scenario: String) -> URL { FilePath.url(path(of: scenario)) }

  private func complaint(_ name: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      "this baseline cannot be used: \(reason)", file: path(of: name),
      notes: ["bring back an older version of the file, or delete it and run faultline accept"])
  }
}

extension Baseline {
  /// Refuses to write where a baseline is kept: only 'faultline accept' takes its place, with another one.
  static func protect(from what: String, at path: String, _ remedy: String) throws(Diagnostic) {
    guard isKept(at: path) else { return }
    throw Diagnostic(
      "\(what) cannot be written here: a baseline is kept in this file", file: path,
      notes: [remedy])
  }
}
