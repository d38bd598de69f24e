// The program that the tasks of a sweep run: named, or copied to where they find it.

import CFaultline
import FaultlineMeasures
package import FaultlineScenarios
import Foundation

/// Paths as other machines know them.
package enum SweepPlace {
  /// The whole path of a folder, without links on the way where it is there.
  package static func whole(_ path: String) -> String {
    FilePath.url(path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}

/// A program for machines that may have no Swift.
package struct DeployableExecutable {
  /// As the user has named it; nil for this one.
  private let name: String?
  private let path: String

  package init(_ name: String?) {
    self.name = name
    path = name.map(SweepPlace.whole) ?? ChildProcess.ownExecutable
  }

  /// Its path, of a file that can be run.
  package func checked() throws(Diagnostic) -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      FileManager.default.isExecutableFile(atPath: path)
    else {
      throw Diagnostic(
        "there is no program here that can be run", file: name ?? path,
        notes: ["'.ci/package' builds one that runs without Swift, and prints where it is"])
    }
    return path
  }

  /// Copies it into the sweep's folder, and returns the path of the copy.
  package func ship(to sweep: String) throws(Diagnostic) -> String {
    let file = try checked()
    let folder = FilePath.joined(sweep, "program")
    let copy = FilePath.joined(folder, "faultline")
    let files = FileManager.default
    guard !files.contentsEqual(atPath: file, andPath: copy) else { return copy }
    let beside = "\(copy).\(UInt64.random(in: .min ... .max))"
    do {
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try files.copyItem(atPath: file, toPath: beside)
      // A task may be running the one that is there: it is replaced, and not written over.
      guard rename(beside, copy) == 0 else {
        throw CocoaError(.fileWriteUnknown)
      }
    } catch {
      try? files.removeItem(atPath: beside)
      throw Diagnostic(
        "the program cannot be copied here: \(WholeFile.reason(for: error))", file: copy)
    }
    return copy
  }

  /// What may go wrong on other machines; of another program than this one nothing is known.
  package var warning: String? {
    guard name == nil, Self.needsSwift else { return nil }
    return """
      this program needs Swift's libraries on every machine that runs it. '.ci/package' builds one that brings them; \
      --program names it.
      """
  }

  /// Whether Swift's library is a file of its own in this process.
  private static var needsSwift: Bool { faultline_library_having("swift_retain") != nil }
}
