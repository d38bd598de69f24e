// faultline port: an app's sources to a package for Linux.

import FaultlineMeasures
import FaultlinePort
import FaultlineScenarios
import Foundation

/// Rewrites sources with Core Data so that they compile on Linux against the module `CoreData`.
struct PortCommand: Command {
  let name = "port"
  let summary = "Rewrite an app's Core Data layer for Linux."
  let purpose = """
    Writes a Swift package for Linux from folders of an app's Swift sources, with the module CoreData of this package. \
    Every FOLDER becomes a target; folders that import XCTest or Testing become test targets. A folder with a \
    Package.swift stands for the targets of that package. NAME=FOLDER names the target as other sources import it.

    Every line keeps its number, so errors and stack traces point into the original sources. Classes that Xcode would \
    generate are generated from the models, and models and other resources are copied.

    What cannot be ported is listed in NOT-PORTED.md, with file, line and reason. Running the command again \
    updates the package: it writes only what changed, removes what went, and keeps your edits and your own files.
    """
  let operands = OperandRule(placeholder: "FOLDER...", allowed: 1...64, completion: .folders)
  let options: [any DeclaredOption] =
    [out, faultline, packageName, asMacOS, combine] + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline port App/Model AppTests --out Ported",
      says: "Writes the package Ported with a target and its tests."),
    CommandExample(
      line:
        "faultline port Library=Sources LibraryTests=Tests --out Ported --faultline ../faultline",
      says: "Names the targets, and the checkout with the module CoreData."),
  ]

  static let out = CommandOption<String>(
    "out", .text("PACKAGE"), completing: .folders, help: "Write the package into this folder.")
  static let faultline = CommandOption<String>(
    "faultline", .text("PATH"), completing: .folders,
    help:
      "Depend on this checkout of Faultline. Without it, the checkout this program was built in.")
  static let packageName = CommandOption<String>(
    "package-name", .text("NAME"), completing: .nothing,
    help: "Give the package this name. Without it, the name of its folder.")
  static let asMacOS = CommandOption(
    flag: "as-macos", help: "Compile code for macOS too: '#if os(macOS)' holds on Linux.")
  static let combine = CommandOption(
    flag: "combine", help: "Use OpenCombine where sources import Combine.")

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    guard let folder = arguments[Self.out], !folder.isEmpty else {
      throw UsageError("\(Self.out.spelling) names the folder of the package.", command: name)
    }
    let targets = try targets(of: arguments.operands, console)
    var options = PortOptions()
    options.countsAsMacOS = arguments.has(Self.asMacOS)
    options.hasCombine = arguments.has(Self.combine)
    options.packageName =
      arguments[Self.packageName] ?? URL(filePath: folder).lastPathComponent
    options.faultline = PortDependency.find(arguments[Self.faultline], for: folder)
    console.note("rewriting sources")
    let port = Port(targets, options: options)
    let summary: PackageWriter.Summary
    do {
      summary = try PackageWriter(folder: folder).write(port.files)
    } catch {
      throw Diagnostic("the file cannot be written: \(error.reason)", file: error.path).ofLostOutput
    }
    try console.print(PortPage(port: port, summary: summary, folder: folder).text)
    return .held
  }

  private func targets(of folders: [String], _ console: Console) throws -> [PortTarget] {
    do {
      let list = try TargetList(folders)
      console.note("reading sources")
      return try list.read()
    } catch let problem as TargetList.Problem {
      throw UsageError(problem.sentence, command: name)
    } catch let problem as SourceFolder.Unreadable {
      throw UsageError("\(quoted(problem.path)) cannot be read.", command: name)
    }
  }
}

extension TargetList.Problem {
  fileprivate var sentence: String {
    switch self {
    case .notAFolder(let path): "\(quoted(path)) is not a folder."
    case .sameName(let name, let first, let second):
      "\(quoted(first)) and \(quoted(second)) are both named \(name). Write NAME=FOLDER for one of them."
    }
  }
}
