// The scenarios that come with the program. They lie in a folder beside it and are not a part of it, so that they cost
// the start nothing, are written once, and can be read and copied like a user's own.

import FaultlineMeasures
package import FaultlineScenarios
import Foundation

/// The scenarios of this version, wherever the program is started.
package struct ShippedScenarios {
  /// One of them.
  package struct Entry {
    /// What it is called: its file without the ending.
    package let name: String
    /// Where it lies among the others, such as `rules/n-plus-one.yaml`.
    package let path: String
    /// Where it lies on this machine.
    package let file: String
    /// What messages and results call its file: the same on every machine.
    package var shownFile: String { "\(ShippedScenarios.shownFolder)/\(path)" }
    /// What it may be called: by its name, or by its path with or without the ending.
    package var names: [String] { [name, path, String(path.dropLast(5))] }
  }

  /// What stands for the folder in messages and results.
  package static let shownFolder = "shipped"

  package let folder: String
  package let entries: [Entry]

  /// Those of this program; nil where it lies alone.
  package static let found: ShippedScenarios? =
    candidates(beside: ChildProcess.ownExecutable).lazy.compactMap { ShippedScenarios(in: $0) }
    .first

  /// Where they may be: installed beside the program, or in the tree that it was built from, which may be this package
  /// or one that an app depends on.
  package static func candidates(beside executable: String) -> [String] {
    let installed = FilePath.joined(
      FilePath.folder(of: FilePath.folder(of: executable)), "share/faultline/Scenarios")
    var found = [installed]
    var folder = FilePath.folder(of: executable)
    while folder.count > 1 {
      folder = FilePath.folder(of: folder)
      if FilePath.name(of: folder) == ".build" {
        found.append(FilePath.joined(FilePath.folder(of: folder), "Scenarios"))
        found.append(FilePath.joined(folder, "checkouts/faultline/Scenarios"))
      }
    }
    return found
  }

  /// Reads the names in a folder; nil where it is none of ours, as an app's own folder of that name.
  package init?(in folder: String) {
    guard FileManager.default.fileExists(atPath: FilePath.joined(folder, "first-light.yaml")),
      let paths = FileManager.default.subpaths(atPath: folder)
    else { return nil }
    self.folder = folder
    entries = paths.filter(ScenarioFiles.isScenario).sorted().map { path in
      Entry(
        name: String(FilePath.name(of: path).prefix { $0 != "." }), path: path,
        file: FilePath.joined(folder, path))
    }
  }

  /// How a file that is not there can be had, where it has the name of a scenario that comes with the program.
  package static func hints(for file: String) -> [String] {
    guard let found, let entry = found.entries.first(where: { $0.names.contains(file) }) else {
      return []
    }
    return ["a scenario of that name comes with the program: --shipped \(entry.name)"]
  }

  /// Those that a command line names: by name, by path, or by a pattern of either.
  ///
  /// An error stands at the option that the words were given to.
  package static func named(
    _ words: [String], by option: String = "--shipped"
  ) throws(Diagnostic) -> [Entry] {
    guard !words.isEmpty else { return [] }
    let all = try all()
    var chosen: [Entry] = []
    for word in words {
      let pattern = Wildcard(word)
      let fitting = all.filter { entry in
        entry.names.contains(where: pattern.matches)
      }
      guard !fitting.isEmpty else {
        throw Diagnostic(
          "no scenario that comes with faultline fits \(word.inQuotes)"
            + Spelling.question(for: word, among: all.map(\.name)),
          file: option, notes: ["'faultline list scenarios --shipped' names them all"])
      }
      for entry in fitting where !chosen.contains(where: { $0.file == entry.file }) {
        chosen.append(entry)
      }
    }
    return chosen
  }

  /// All of them, or where they should have been.
  package static func all() throws(Diagnostic) -> [Entry] {
    if let found { return found.entries }
    let program = ChildProcess.ownExecutable
    throw Diagnostic(
      "the scenarios that come with faultline are not beside this program", file: program,
      notes: [
        "they belong into \(candidates(beside: program)[0])",
        "faultline new NAME writes a scenario that needs none of them",
      ])
  }
}
