// Results that were written before: one file, or all of a folder, with what is known of their machine.

package import FaultlineMeasures
package import FaultlineReplay
package import FaultlineScenarios
import Foundation

/// Results as they lie on disk.
package struct ResultFiles {
  /// All the scenarios.
  package let result: RunResult
  /// The accepted scenarios, if the files are baselines.
  package let accepted: [AcceptedScenario]
  /// Where each was measured, as far as a file beside it says.
  package let facts: [String: KeyFacts]
  /// Which revision each is of, as far as a file beside it says.
  package let revisions: [String: String]
  /// What each looked like step by step, where a film lies beside the result.
  package let films: [String: Replay]
  /// What allocates, by trial, where that lies beside the results.
  package let flames: [String: Flame]

  private static let ending = ".json"
  private static let sidecarEnding = ".machine.json"
  /// What the name of a film ends with, beside the result of its scenario.
  package static let filmEnding = ".film.json"

  /// Reads results, baselines, or folders of either; of a baseline, the machine that is nearest to
  /// these facts.
  package init(_ names: String..., near other: ResultFiles? = nil) throws(Diagnostic) {
    try self.init(names, near: other)
  }

  package init(_ names: [String], near other: ResultFiles? = nil) throws(Diagnostic) {
    var accepted: [AcceptedScenario] = []
    var scenarios: [ScenarioResult] = []
    var facts: [String: KeyFacts] = [:]
    var revisions: [String: String] = [:]
    var films: [String: Replay] = [:]
    var flames: [String: Flame] = [:]
    var files: [String: String] = [:]
    var paths: [String] = []
    for name in names { paths += try Self.files(under: name) }
    for path in paths {
      var read = try Self.scenarios(of: path, near: other)
      if let set = read.accepted { accepted.append(set) }
      if Self.isUnfinished(path) {
        // What a merge has left unfinished says itself what is missing.
        for place in read.scenarios.indices where read.scenarios[place].missing.isEmpty {
          guard !read.scenarios[place].trials.isEmpty else { continue }
          read.scenarios[place].trials[0].findings.insert(
            Finding(kind: .note, message: Self.unfinishedNote), at: 0)
        }
      }
      for scenario in read.scenarios {
        if let other = files.updateValue(path, forKey: scenario.name) {
          throw Diagnostic(
            "the scenario '\(scenario.name)' has a result here and in \(other)", file: path)
        }
        facts[scenario.name] = read.facts
        revisions[scenario.name] = read.revision
        films[scenario.name] = Self.film(beside: path, of: scenario)
        flames.merge(Self.flames(beside: path, of: scenario)) { first, _ in first }
      }
      scenarios += read.scenarios
    }
    self.accepted = accepted
    result = RunResult(scenarios: scenarios)
    self.facts = facts
    self.revisions = revisions
    self.films = films
    self.flames = flames
  }

  /// Whether a file has what a run has left that was cut short.
  private static func isUnfinished(_ path: String) -> Bool {
    path.hasSuffix(ResultFolder.unfinishedEnding)
  }

  /// Refuses results to which variants may be missing; such a one is found only where it is named.
  package static func refuseUnfinished(_ names: [String], to use: String) throws(Diagnostic) {
    guard let path = names.first(where: isUnfinished) else { return }
    throw Diagnostic(
      "this result is unfinished: the run was cut short, or merged in part, and variants are missing",
      file: path,
      notes: ["run the scenario to its end, and \(use) that"])
  }

  /// Refuses files that are not there: the first of them, with the others beside it.
  package static func refuseMissing(_ names: [String]) throws(Diagnostic) {
    let missing = names.filter { !FileManager.default.fileExists(atPath: $0) }
    guard let first = missing.first else { return }
    let others = missing.dropFirst().map { "there is no '\($0)' either" }
    throw Diagnostic("there is no such file or folder", file: first, notes: others)
  }

  private static let unfinishedNote =
    "This result is unfinished: the run was cut short, and the variants that it had not played are missing."

  /// What allocates in a scenario's trials, in the folder beside its result.
  private static func flames(beside path: String, of scenario: ScenarioResult) -> [String: Flame] {
    let folder = FilePath.joined(FilePath.folder(of: path), AttributionFiles.folder)
    return AttributionFiles.flames(of: scenario.trials.map(\.id), in: folder)
  }

  /// The film beside a result; one that cannot be read, or is another scenario's, is as good as none.
  private static func film(beside path: String, of scenario: ScenarioResult) -> Replay? {
    guard path.hasSuffix(ending) else { return nil }
    let file = FilePath.url(path.dropLast(ending.count) + filmEnding)
    guard let film = try? Replay.read(from: file), film.scenario == scenario.name else {
      return nil
    }
    return film.isSound ? film : nil
  }

  private static func files(under name: String) throws(Diagnostic) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) else {
      throw Diagnostic("there is no such file or folder", file: name)
    }
    guard isFolder.boolValue else { return [name] }
    let all = ((try? FileManager.default.contentsOfDirectory(atPath: name)) ?? []).sorted()
      .filter {
        $0.hasSuffix(ending) && !$0.hasSuffix(sidecarEnding) && !$0.hasSuffix(filmEnding)
      }
    let names = all.filter { !isUnfinished($0) }
    guard !names.isEmpty else {
      let unfinished = all.map { FilePath.joined(name, $0) }
      throw Diagnostic(
        unfinished.isEmpty
          ? "there are no results in this folder"
          : "there are only unfinished results in this folder, of a run that was cut short",
        file: name,
        notes: unfinished.isEmpty
          ? ["'faultline run --out FOLDER' writes some"]
          : ["name them to see them: \(Spelling.list(unfinished))"])
    }
    return names.map { FilePath.joined(name, $0) }
  }

  private static func scenarios(
    of path: String, near other: ResultFiles?
  ) throws(Diagnostic) -> (
    scenarios: [ScenarioResult], accepted: AcceptedScenario?, facts: KeyFacts?, revision: String?
  ) {
    let file = FilePath.url(path)
    if let baseline = try? Baseline.read(from: file) {
      let head = other?.result.scenarios.first { $0.name == baseline.scenario }
      let facts = other?.facts[baseline.scenario]
      guard
        let accepted = baseline.accepted(for: facts, size: head?.size)
          ?? baseline.accepted(for: facts)
      else { throw Diagnostic("this baseline has nothing that was accepted", file: path) }
      return ([accepted.result], accepted, accepted.set.facts, nil)
    }
    do {
      var result = try RunResult.read(from: file)
      let name = path.hasSuffix(ending) ? path.dropLast(ending.count) + sidecarEnding : ""
      let sidecar = try sidecar(String(name))
      if let sidecar { result.addTimes(of: sidecar) }
      return (result.scenarios, nil, sidecar.map { KeyFacts($0) }, sidecar?.revision)
    } catch let error as Diagnostic {
      throw error
    } catch {
      throw Diagnostic((error as? ResultFileError)?.reason ?? "\(error)", file: path)
    }
  }

  /// What stands beside a result, of its machine and its times; one that is there can be read.
  private static func sidecar(_ path: String) throws(Diagnostic) -> RunSidecar? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      return try RunSidecar.read(from: FilePath.url(path))
    } catch {
      throw Diagnostic(
        "what stands beside the result cannot be read: \((error as? ResultFileError)?.reason ?? "\(error)")",
        file: path, notes: ["it says where the result was measured; run again, or remove the file"])
    }
  }
}

/// Writes what a command has made, or says in a user's words why it cannot.
package struct OutputFile {
  /// What is written, to begin a sentence with: `the replay`.
  package let what: String
  /// Where, as the user named it.
  package let path: String

  package init(
    what: String,
    path: String
  ) {
    self.what = what
    self.path = path
  }

  package func write(_ text: String) throws(Diagnostic) {
    // What lies in a folder is known late, and a run may have accepted a baseline meanwhile.
    try Baseline.protect(from: what, at: path, "name another file or folder")
    do throws(WholeFile.Refusal) {
      try WholeFile.write(text, to: path)
    } catch {
      let problem = Diagnostic("\(what) cannot be written: \(error.reason)", file: path)
      throw error.isLackOfRoom ? problem.ofLostOutput : problem
    }
  }
}
