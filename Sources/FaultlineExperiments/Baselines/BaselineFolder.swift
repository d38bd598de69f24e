// Where baselines are kept: a file a scenario, in the repository, beside the code they are about.

package import FaultlineMeasures
package import FaultlineScenarios
package import Foundation

/// The folder of the baselines.
package struct BaselineFolder {
  package let folder: String
  /// The folder of the baselines unless another one is named.
  package static let usual = "Reports/baselines"
  /// A Boolean value that indicates whether commands need not name the folder.
  package var isDefault: Bool { folder == Self.usual }

  /// Takes a folder, or `Reports/baselines`; it need not be there yet, and results have another.
  package init(_ named: String?, besideResultsIn results: String?) throws(Diagnostic) {
    folder = named ?? Self.usual
    var isFolder: ObjCBool = false
    guard
      !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) || isFolder.boolValue
    else {
      throw Diagnostic(
        "baselines are kept in a folder, a file a scenario, and this is no folder", file: folder)
    }
    let results = results ?? ResultFolder.usual
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
  package func path(of scenario: String) -> String {
    FilePath.joined(folder, "\(scenario).json")
  }

  /// The file of a scenario's baseline; nil where it was never accepted.
  package func contents(of name: String) throws(Diagnostic) -> Data? {
    guard FilePath.isFileName(name) else {
      throw Diagnostic(
        "no baseline can be named after the scenario \(name.debugDescription)", file: folder)
    }
    guard FileManager.default.fileExists(atPath: file(of: name).path) else { return nil }
    guard !WholeFile.isSpecial(file(of: name).path),
      let data = try? Data(contentsOf: file(of: name))
    else {
      throw Diagnostic(
        "this baseline cannot be read", file: path(of: name),
        notes: ["it is no file of the disk, or belongs to somebody else"])
    }
    return data
  }

  /// The scenarios that were to be found below these files and folders, and were not: they have a baseline.
  ///
  /// A baseline says where its scenario was; one that does not, being older, is owed where all scenarios are run.
  package func owed(to operands: [String], having found: Set<String>) -> [String] {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    return names.filter { name in
      guard !found.contains(name) else { return false }
      let header: Baseline.Header?
      do {
        header = try Baseline.Header(in: try Data(contentsOf: file(of: name)))
        // What is no baseline belongs to the user.
        guard header?.baseline == name else { return false }
      } catch {
        // Of what cannot be read at all the scenario may be gone as well.
        header = nil
      }
      return Self.isOwed(header?.file, by: operands)
    }
  }

  /// Removes the baseline of a scenario.
  package func remove(_ scenario: String) throws(Diagnostic) {
    do {
      try FileManager.default.removeItem(at: file(of: scenario))
    } catch {
      throw Diagnostic(
        "the baseline cannot be removed: \(WholeFile.reason(for: error))", file: path(of: scenario))
    }
  }

  private static func isOwed(_ file: String?, by operands: [String]) -> Bool {
    guard let file else { return operands.isEmpty }
    return (operands.isEmpty ? [ScenarioFiles.usualFolder] : operands).contains { operand in
      let path = FilePath.plain(operand)
      return path == "." || file == path || file.hasPrefix("\(path)/")
    }
  }

  /// Writes a baseline in its place.
  package func write(_ baseline: Baseline) throws(Diagnostic) {
    do {
      try baseline.write(to: file(of: baseline.scenario))
    } catch {
      throw Diagnostic(
        "the baseline cannot be written: \((error as? ResultFileError)?.reason ?? "\(error)")",
        file: path(of: baseline.scenario)
      ).ofLostOutput
    }
  }

  /// Reads, changes and writes baselines while no other process does.
  package func locked<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
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
}

extension Baseline {
  /// Refuses to write where a baseline is kept: only 'faultline accept' takes its place, with another one.
  package static func protect(from what: String, at path: String, _ remedy: String)
    throws(Diagnostic)
  {
    guard isKept(at: path) else { return }
    throw Diagnostic(
      "\(what) cannot be written here: a baseline is kept in this file", file: path,
      notes: [remedy])
  }
}
