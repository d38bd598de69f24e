// The files that a command reads, which nothing that it writes may take the place of.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios
import Foundation
import FaultlineSystem

/// What a command line names to be read: files, and folders of scenarios or results.
struct InputFiles {
  /// What a command reads of a folder.
  enum Kind: String {
    case scenarios = ".yaml"
    case results = ".json"
  }

  private let kind: Kind
  private let paths: [String]

  /// Takes the operands and what options name besides.
  init(_ arguments: ParsedArguments, of kind: Kind, and others: [String?] = []) {
    self.kind = kind
    paths = arguments.operands + others.compactMap { $0 }
  }

  /// Refuses to write where something is read, whatever the way to it is called, and where a baseline is kept.
  func protect(from what: String, at path: String) throws(Diagnostic) {
    try Baseline.protect(from: what, at: path, "name another file")
    guard let target = FileIdentity(of: path) else { return }
    for input in paths where input != InterruptibleReader.standardInput {
      if FileIdentity(of: input) == target { throw refusal(what, path, "it is read: \(input)") }
      guard path.hasSuffix(kind.rawValue), let folder = FileIdentity(of: input) else { continue }
      var parent = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
      while parent.path != "/" {
        parent.deleteLastPathComponent()
        if FileIdentity(of: parent.path) == folder {
          throw refusal(what, path, "it is there, and \(input) is read")
        }
      }
    }
  }

  private func refusal(_ what: String, _ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      "\(what) cannot be written here: \(harmless(reason))", file: path,
      notes: ["name another file, or remove this one first"])
  }
}

/// What a file or a folder is on its disk, by whatever path it is reached.
private struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Nil where there is nothing, or no file of the disk.
  init?(of path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0, [S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT) else {
      return nil
    }
    (device, number) = (UInt64(facts.st_dev), UInt64(facts.st_ino))
  }
}
