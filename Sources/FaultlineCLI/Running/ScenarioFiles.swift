// The files that a command line names, read and planned before anything runs.

import FaultlineMeasures
import FaultlineScenarios
import Foundation
import Glibc

/// A scenario with its text and its plan.
struct PlannedFile {
  let text: String
  let plan: Plan
}

/// Scenario files, found in the order of their paths.
struct ScenarioFiles {
  /// Where scenarios are when nobody says where.
  static let usualFolder = "Scenarios"
  /// Whether somebody who names none means any.
  static var isUsualFolderThere: Bool { FileManager.default.fileExists(atPath: usualFolder) }
  /// Results end in .json and may lie beside scenarios, so one written as JSON is run only by its name.
  private static let endings = ["yaml", "yml"]
  /// A folder of this name holds models and no scenarios.
  private static let modelFolder = "models"

  let paths: [String]

  /// Finds the files under the names given, or under `Scenarios`.
  init(_ names: [String]) throws(Diagnostic) {
    var paths: [String] = []
    for name in names.isEmpty ? [Self.usualFolder] : names {
      // A file that is named twice, or beside its folder, runs once.
      for path in try Self.files(under: name) where !paths.contains(path) { paths.append(path) }
    }
    self.paths = paths
  }

  /// Reads every file; all mistakes of all files are told at once.
  func scenarios() throws -> [Scenario] {
    try each { path throws(Diagnostic) in
      try ScenarioReader.scenario(try Self.text(of: path), file: path)
    }
  }

  /// Reads and plans every file; all mistakes of all files are told at once.
  func plans(choosing choices: Choices) throws -> [PlannedFile] {
    let plans = try each { path throws(Diagnostic) in
      let text = try Self.text(of: path)
      let scenario = try ScenarioReader.scenario(text, file: path)
      return PlannedFile(text: text, plan: try Plan(scenario, choosing: choices))
    }
    try Self.checkNames(plans)
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
      let known =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
      let near = Spelling.question(
        for: (name as NSString).lastPathComponent, among: known.sorted())
      throw Diagnostic(
        "there is no such file or folder\(near)", file: name,
        notes: name == usualFolder ? ["name a scenario, or a folder: faultline run FILE"] : [])
    }
    guard isFolder.boolValue else { return [name] }
    guard access(name, R_OK | X_OK) == 0 else { throw unreadable("folder", name) }
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

  /// The text of a file, or of a pipe; no more is read than a scenario may have.
  private static func text(of path: String) throws(Diagnostic) -> String {
    guard let file = fopen(path, "re") else { throw unreadable("file", path) }
    defer { fclose(file) }
    let most = YAMLReader.largest
    let bytes = [UInt8](unsafeUninitializedCapacity: most + 1) { buffer, count in
      count = fread(buffer.baseAddress, 1, most + 1, file)
    }
    guard ferror(file) == 0 else { throw unreadable("file", path) }
    guard bytes.count <= most else {
      throw Diagnostic("a scenario has at most \(most) bytes, and this file has more", file: path)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      // The reader knows where the text ends to be one.
      _ = try YAMLReader.read(bytes: bytes, file: path)
      return ""
    }
    return text
  }

  /// Reads `errno`, so it is called directly after what failed.
  private static func unreadable(_ what: String, _ path: String) -> Diagnostic {
    Diagnostic("the \(what) cannot be read: \(String(cString: strerror(errno)))", file: path)
  }
}

/// Everything that is wrong with the files of one command line.
struct Mistakes: ToldError {
  let all: [Diagnostic]

  var sentence: String { all.map(\.description).joined(separator: "\n") }
  var printed: String { sentence }
  var status: ExitStatus { .wrongUse }
}
