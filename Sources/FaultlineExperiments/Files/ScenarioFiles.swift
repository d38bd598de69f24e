// The files that a command line names, read and planned before anything runs.

package import FaultlineMeasures
package import FaultlineScenarios
import FaultlineSystem
import Foundation

/// A scenario with its text and its plan.
package struct PlannedFile {
  package let text: String
  package let plan: Plan
}

extension PlannedFile {
  /// The scenario planned with other choices, or with a changed text.
  ///
  /// The file is not read again, for standard input can be read once; files that it names are found beside it.
  package func planned(_ changed: String? = nil, choosing choices: Choices) throws(Diagnostic)
    -> PlannedFile
  {
    let (text, former) = (changed ?? text, plan.scenario)
    let scenario = try ScenarioReader.scenario(
      text, file: former.file, beside: former.foreign.folder, behaves: choices.behaves)
    return PlannedFile(text: text, plan: try Plan(scenario, choosing: choices))
  }
}

/// Scenario files, found in the order of their paths.
package struct ScenarioFiles {
  /// Where scenarios are unless others are named.
  package static let usualFolder = "Scenarios"
  /// Whether a command line that names none means any.
  package static var isUsualFolderThere: Bool {
    FileManager.default.fileExists(atPath: usualFolder)
  }
  /// Results end in .json and may lie beside scenarios, so one written as JSON is run only by its name.
  private static let endings = ["yaml", "yml"]
  /// A folder of this name holds models and no scenarios.
  private static let modelFolder = "models"

  /// Where the files lie.
  package let paths: [String]
  /// What those that come with the program are called, by their paths.
  private var shownFiles: [String: String] = [:]

  /// Whether a file below a folder is a scenario, by its path from there.
  package static func isScenario(_ path: String) -> Bool {
    let folders = path.split(separator: "/").dropLast()
    return !folders.contains { $0 == modelFolder || $0.hasPrefix(".") } && hasEnding(path)
      && FilePath.name(of: path) != GateReader.projectFile
  }

  /// Whether a file is called as scenarios are.
  package static func hasEnding(_ path: String) -> Bool {
    endings.contains(FilePath.ending(of: path))
  }

  /// The file of a scenario as a path that means the same in every copy of the repository; nil for any other.
  package static func pathInRepository(of scenario: ScenarioResult) -> String? {
    let path = FilePath.plain(scenario.file)
    let isElsewhere =
      scenario.file == InterruptibleReader.standardInputName || path.hasPrefix("/")
      || path.hasPrefix("../") || ["", ".", ".."].contains(path)
    // A name alone may be all that is left of a path elsewhere.
    let isLost = !path.contains("/") && !FileManager.default.fileExists(atPath: path)
    return isElsewhere || isLost ? nil : path
  }

  /// Finds the files under the names given, or under `Scenarios`; and those of the program's own under these names.
  package init(_ names: [String], shipped: [String] = []) throws(Diagnostic) {
    var paths: [String] = []
    for name in names.isEmpty && shipped.isEmpty ? [Self.usualFolder] : names {
      // A file that is named twice, or beside its folder, runs once.
      for path in try Self.files(under: name) where !paths.contains(path) { paths.append(path) }
    }
    for entry in try ShippedScenarios.named(shipped) where !paths.contains(entry.file) {
      paths.append(entry.file)
      shownFiles[entry.file] = entry.shownFile
    }
    self.paths = paths
  }

  /// Reads every file; all mistakes of all files are reported at once.
  package func scenarios(tagged tags: [String] = []) throws -> [Scenario] {
    let scenarios = try each { path throws(Diagnostic) in try scenario(at: path).scenario }
    try Self.checkTags(tags, scenarios)
    return scenarios.filter { $0.isChosen(by: tags) }
  }

  /// Those of the scenarios that can be read at once: no pipe is waited for, and a mistake leaves a file out.
  package func readable() -> [Scenario] {
    paths.filter { !WholeFile.isSpecial($0) }.compactMap { try? scenario(at: $0).scenario }
  }

  private func scenario(
    at path: String, behaves: [BehaviorChoice] = []
  ) throws(Diagnostic) -> (scenario: Scenario, text: String) {
    let file = try InterruptibleReader().read(path)
    var scenario = try ScenarioReader.scenario(
      file.text, file: shownFiles[path] ?? file.name, beside: FilePath.folder(of: file.name),
      behaves: behaves)
    scenario.gate = try ProjectFile.gate().before(scenario.gate)
    return (scenario, file.text)
  }

  /// Reads and plans every file; all mistakes of all files are reported at once.
  package func plans(
    choosing choices: Choices, tagged tags: [String] = [],
    where isWanted: (Scenario) -> Bool = { _ in true }
  ) throws -> [PlannedFile] {
    let all = try each { path throws(Diagnostic) in
      let (scenario, text) = try scenario(at: path, behaves: choices.behaves)
      return PlannedFile(text: text, plan: try Plan(scenario, choosing: choices))
    }
    try Self.checkTags(tags, all.map(\.plan.scenario))
    let plans = all.filter {
      $0.plan.scenario.isChosen(by: tags) && isWanted($0.plan.scenario)
    }
    try Self.checkNames(plans)
    try Self.checkPatterns(plans, choices)
    return plans
  }

  private func each<Value>(_ read: (String) throws(Diagnostic) -> Value) throws -> [Value] {
    var values: [Value] = []
    var mistakes: [Diagnostic] = []
    for path in paths {
      do throws(Diagnostic) { values.append(try read(path)) } catch { mistakes.append(error) }
    }
    guard mistakes.isEmpty else { throw Mistakes(all: mistakes) }
    return values
  }

  /// A tag that no scenario has is a slip, and a run of nothing would hide it.
  package static func checkTags(_ tags: [String], _ scenarios: [Scenario]) throws(Diagnostic) {
    let known = Set(scenarios.flatMap(\.tags)).sorted()
    for tag in tags where !known.contains(tag) {
      throw Diagnostic(
        "no scenario has the tag \(tag.inQuotes)" + Spelling.question(for: tag, among: known),
        notes: ["known tags: \(Spelling.list(known))"])
    }
  }

  /// Two results cannot be filed under one name.
  private static func checkNames(_ plans: [PlannedFile]) throws(Diagnostic) {
    var files: [String: String] = [:]
    for plan in plans {
      let scenario = plan.plan.scenario
      if let other = files.updateValue(scenario.file, forKey: scenario.name) {
        throw Diagnostic(
          "two scenarios are named '\(scenario.name)': this one and \(other)", file: scenario.file,
          notes: ["results are filed by name; give one of them another"])
      }
    }
  }

  /// A pattern that fits no trial is a slip, and a run of nothing would hide it.
  private static func checkPatterns(
    _ plans: [PlannedFile], _ choices: Choices
  ) throws(Diagnostic) {
    let chosen = plans.flatMap { $0.plan.trials.map(\.id) }
    for pattern in choices.only where !chosen.contains(where: Wildcard(pattern).matches) {
      let known = plans.flatMap { $0.plan.ids }
      throw Diagnostic(
        "no trial fits --only \(pattern.inQuotes)"
          + (nearest(to: pattern, among: known).map { ". Did you mean '\($0)'?" } ?? ""),
        notes: ["known trials: \(Spelling.list(known))"])
    }
  }

  /// What was probably meant by a pattern that fits nothing: a part of ids, an id, or another scenario's ids.
  private static func nearest(to pattern: String, among ids: [String]) -> String? {
    let wide = "*\(pattern)*"
    if ids.contains(where: Wildcard(wide).matches) { return wide }
    if let id = Spelling.nearest(to: pattern, among: ids) { return id }
    let parts = pattern.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let names = ids.map { String($0.prefix { $0 != "/" }) }
    guard let name = Spelling.nearest(to: String(parts[0]), among: names) else { return nil }
    return ([name] + parts.dropFirst().map(String.init)).joined(separator: "/")
  }

  private static func files(under name: String) throws(Diagnostic) -> [String] {
    guard name != InterruptibleReader.standardInput else { return [name] }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) else {
      let folder = FilePath.folder(of: name)
      let known =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
      let near = Spelling.question(
        for: FilePath.name(of: name), among: known.sorted())
      throw Diagnostic(
        "there is no such file or folder\(near)", file: name,
        notes: name == usualFolder
          ? [
            "name a scenario, or a folder: faultline run FILE",
            "or run one that comes with the program: faultline run --shipped first-light",
          ] : ShippedScenarios.hints(for: name))
    }
    guard isFolder.boolValue else { return [name] }
    guard access(name, R_OK | X_OK) == 0 else { throw unreadable("folder", name) }
    var found: [String] = []
    for path in FileManager.default.subpaths(atPath: name) ?? [] {
      if isScenario(path) { found.append(FilePath.joined(name, path)) }
    }
    guard !found.isEmpty else {
      throw Diagnostic(
        "there are no scenarios in this folder", file: name,
        notes: ["a scenario is a file that ends in .\(endings.joined(separator: ", ."))"])
    }
    return found.sorted()
  }

  /// Reads `errno`, so it is called directly after what failed.
  private static func unreadable(_ what: String, _ path: String) -> Diagnostic {
    Diagnostic("the \(what) cannot be read: \(String(cString: strerror(errno)))", file: path)
  }
}

/// Everything that is wrong with the files of one command line.
package struct Mistakes: ReportedError {
  package let all: [Diagnostic]

  package var sentence: String { all.map(\.description).joined(separator: "\n") }
  package var printed: String { sentence }
  package var status: ExitStatus { .wrongUse }
}

extension Scenario {
  /// Whether it has one of some tags; with no tags every scenario is chosen.
  package func isChosen(by tags: [String]) -> Bool {
    tags.isEmpty || tags.contains(where: self.tags.contains)
  }
}

/// The file of the project in which the program was started.
package enum ProjectFile {
  /// The file, looked for from here up to the root of the repository; nil where there is none.
  package static var path: String? {
    var folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).standardizedFileURL
    while true {
      let file = folder.appendingPathComponent(GateReader.projectFile).path
      if FileManager.default.fileExists(atPath: file) { return file }
      let isRoot = FileManager.default.fileExists(
        atPath: folder.appendingPathComponent(".git").path)
      guard !isRoot, folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
  }

  /// Reads the gate settings of the project.
  package static func gate() throws(Diagnostic) -> GateSettings {
    guard let path else { return GateSettings() }
    let file = try InterruptibleReader().read(path)
    let here = FileManager.default.currentDirectoryPath + "/"
    return try GateReader.project(
      file.text, file: path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path)
  }
}

// The line of a scenario by which an editor with a YAML language server finds the schema. It may stand anywhere; at the end
// it moves no other line.

/// Where a scenario's schema is, as its last line says it.
package struct SchemaModeline {
  private static let start = "# yaml-language-server: "

  /// A path or a URL; a relative one begins at the scenario's folder.
  package let schema: String

  /// The line, with its end.
  package var line: String { "\(Self.start)$schema=\(schema)\n" }

  /// Whether a line is such a one.
  package static func isOne(_ line: some StringProtocol) -> Bool { line.hasPrefix(start) }

  /// The schema that is installed beside this program, or the one that 'faultline schema' writes beside the scenario.
  package static var ofThisProgram: SchemaModeline {
    SchemaModeline(beside: ChildProcess.ownExecutable)
  }

  package init(schema: String) { self.schema = schema }

  package init(beside executable: String) {
    let prefix = FilePath.folder(of: FilePath.folder(of: executable))
    let installed = FilePath.joined(prefix, "share/faultline/schemas/scenario.schema.json")
    let isThere = FileManager.default.fileExists(atPath: installed)
    schema = isThere ? installed : "scenario.schema.json"
  }
}
