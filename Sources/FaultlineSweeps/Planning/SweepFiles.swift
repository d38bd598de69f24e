// What lies in a sweep's folder, and the files that scenarios name, copied there for other machines.

import FaultlineDigest
import FaultlineMeasures
import FaultlineScenarios
import Foundation

/// Models and stores beside a scenario.
struct SweepFiles {
  /// From where their names are read.
  let folder: String
  private let names: [String]

  /// Those of a scenario where its author has it.
  init(_ scenario: Scenario) {
    folder = scenario.foreign.folder
    names = scenario.foreign.names
  }

  /// Their copies: a name may lead out of the scenario's folder, so that the copy of that lies some levels down.
  init(_ scenario: SweepScenario, in place: String) {
    names = scenario.files.map(\.name)
    let levels = names.map { name in
      FilePath.plain(name).split(separator: "/").prefix { $0 == ".." }.count
    }
    folder = (0..<(levels.max() ?? 0)).reduce(place) { path, _ in FilePath.joined(path, "in") }
  }

  /// The digest of each, by its name.
  func digests() throws(Diagnostic) -> [Setting] {
    var digests: [Setting] = []
    for name in names {
      guard !name.hasPrefix("/") else {
        throw Diagnostic(
          "the scenario names '\(name)', which other machines need not have", file: folder,
          notes: ["name it relative to the scenario's folder, and a copy goes with the sweep"])
      }
      digests.append(Setting(name: name, value: try digest(of: name)))
    }
    return digests
  }

  private func digest(of name: String) throws(Diagnostic) -> String {
    var words: [String] = []
    for (path, data) in try contents(of: name) {
      words += [path, Digest256(Array(data)).hex]
    }
    return WorkDigest.of(words)
  }

  /// All files that belong to a name, by their paths from the folder.
  private func contents(of name: String) throws(Diagnostic) -> [(String, Data)] {
    let start = FilePath.joined(folder, name)
    var paths: [String] = []
    for path in StoreContents.belongings(of: start) {
      let inner = (FileManager.default.subpaths(atPath: path) ?? []).sorted()
      paths += inner.isEmpty ? [path] : inner.map { FilePath.joined(path, $0) }
    }
    var contents: [(String, Data)] = []
    var isFolder: ObjCBool = false
    for path in paths {
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      guard let data = FileManager.default.contents(atPath: path) else {
        throw Diagnostic("the file cannot be read", file: path)
      }
      let outer = folder.isEmpty ? path : String(path.dropFirst(folder.count + 1))
      contents.append((outer, data))
    }
    return contents
  }

  /// Copies all of them to where a sweep has them.
  func copy(to copies: SweepFiles) throws(Diagnostic) {
    for name in names {
      for (path, data) in try contents(of: name) {
        let file = FilePath.joined(copies.folder, path)
        do {
          try WholeFile.makeFolder(copies.folder)
          try WholeFile.makeFolders(to: file)
          try data.write(to: FilePath.url(file), options: .atomic)
        } catch {
          let reason = WholeFile.reason(for: error)
          throw Diagnostic("the file cannot be copied here: \(reason)", file: file)
        }
      }
    }
  }

  /// Refuses copies that are no more what was planned.
  func check(_ scenario: SweepScenario) throws(Diagnostic) {
    for file in scenario.files where try digest(of: file.name) != file.value.plain {
      throw Diagnostic(
        "this file is not what '\(scenario.name)' was planned with",
        file: FilePath.joined(folder, file.name),
        notes: ["plan anew, or bring the copy back that the plan was made with"])
    }
  }
}

/// The folder that the machines of a sweep share, or copy together.
package struct SweepFolder: Sendable, Equatable {
  /// The folder's path, as a user has named it.
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The document of the plan.
  package var plan: String { FilePath.joined(path, "plan.json") }

  /// Where trial files lie, one for each trial that has ended.
  package var trials: String { FilePath.joined(path, "trials") }

  /// Where the files lie that a scenario names, by its place in the plan.
  package func files(ofScenario place: Int) -> String {
    FilePath.joined(path, "files/\(place + 1)")
  }

  /// The file of a trial, by the digest of its work.
  package func trial(_ key: String) -> String { FilePath.joined(trials, "\(key).jsonl") }
}
