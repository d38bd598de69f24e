// The files that a command line names, read and planned before anything runs.

import FaultlineMeasures
import FaultlineScenarios
import Foundation

/// A scenario with its text and its plan.
struct PlannedFile {
  let text: String
  let plan: Plan
}

/// Scenario files, found in the order of their paths.
struct ScenarioFiles {
  private static let endings = ["yaml", "yml", "json"]
  /// A folder of this name holds models and no scenarios.
  private static let modelFolder = "models"
  /// The most bytes that a scenario may have; the reader refuses longer ones with its own words.
  private static let mostBytes = 64 << 20

  let paths: [String]

  /// Finds the files under the names given, or under `Scenarios`.
  init(_ names: [String]) throws(Diagnostic) {
    var paths: [String] = []
    for name in names.isEmpty ? ["Scenarios"] : names { paths += try Self.files(under: name) }
    self.paths = paths
  }

  /// Reads and plans every file; all mistakes of all files are told at once.
  func plans(choosing choices: Choices) throws -> [PlannedFile] {
    var plans: [PlannedFile] = []
    var mistakes: [Diagnostic] = []
    for path in paths {
      do throws(Diagnostic) {
        let text = try Self.text(of: path)
        let scenario = try ScenarioReader.scenario(text, file: path)
        plans.append(PlannedFile(text: text, plan: try Plan(scenario, choosing: choices)))
      } catch {
        mistakes.append(error)
      }
    }
    guard mistakes.isEmpty else { throw Mistakes(all: mistakes) }
    try Self.checkNames(plans)
    return plans
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

  private static func files(under name: String) throws(Diagnostic) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) else {
      let folder = (name as NSString).deletingLastPathComponent
      let known = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
      let near = Spelling.question(
        for: (name as NSString).lastPathComponent, among: known.sorted())
      throw Diagnostic("there is no such file or folder\(near)", file: name)
    }
    guard isFolder.boolValue else { return [name] }
    var found: [String] = []
    for path in FileManager.default.subpaths(atPath: name) ?? [] {
      let parts = path.split(separator: "/")
      guard !parts.dropLast().contains(where: { $0 == modelFolder || $0.hasPrefix(".") }),
        endings.contains((path as NSString).pathExtension)
      else { continue }
      found.append(name.hasSuffix("/") ? name + path : "\(name)/\(path)")
    }
    guard !found.isEmpty else {
      throw Diagnostic(
        "there are no scenarios in this folder", file: name,
        notes: ["a scenario is a file that ends in .\(endings.joined(separator: ", ."))"])
    }
    return found.sorted()
  }

  private static func text(of path: String) throws(Diagnostic) -> String {
    let data: Data
    do {
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      guard size <= mostBytes else {
        throw Diagnostic("the file is too large for a scenario", file: path)
      }
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch let error as Diagnostic {
      throw error
    } catch {
      throw Diagnostic("the file cannot be read: \(error.localizedDescription)", file: path)
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw Diagnostic(
        "the file is not UTF-8 text", file: path, notes: ["save it as UTF-8 and try again"])
    }
    return text
  }
}

/// Everything that is wrong with the files of one command line.
struct Mistakes: ToldError {
  let all: [Diagnostic]

  var sentence: String { all.map(\.description).joined(separator: "\n") }
  var printed: String { sentence }
  var status: ExitStatus { .wrongUse }
}
