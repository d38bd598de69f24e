// The file of a trial that has ended: three lines, of which the last says whether the others are whole.
//
// The second line is the trial as the result will have it, so that a merge lays it out and makes no values of it.

import FaultlineDigest
package import FaultlineMeasures
import FaultlineScenarios
import FaultlineSystem

/// What a trial file says.
package struct TrialFile: Sendable {
  package let header: TrialHeader
  /// The whole file.
  let bytes: [UInt8]
  /// Where the trial stands in it.
  let trial: Range<Int>
  /// The digest in its last line.
  package let digest: String

  /// What can be found where a trial file is looked for.
  package enum Reading: Sendable {
    case missing
    /// It cannot be believed, and why.
    case broken(String)
    /// It was written by a newer program, in a format of that version.
    case newer(Int)
    case whole(TrialFile)
  }

  private struct HeaderLine: Codable {
    let header: TrialHeader
  }

  private struct TrialLine: Codable {
    let trial: TrialResult
  }

  private struct EndLine: Codable {
    struct End: Codable {
      let lines: Int
      let sha256: String
    }
    let end: End
  }

  /// Writes down what a trial has answered, without what only informs.
  package init(_ header: TrialHeader, _ result: TrialResult, exact: ExactMetrics) {
    self.header = header
    var result = result
    result.samples = exact.exactPart(of: result.samples)
    var bytes = Array(StableJSON.line(of: HeaderLine(header: header)).utf8)
    let start = bytes.count + Self.prefix.utf8.count
    bytes += Array(StableJSON.line(of: TrialLine(trial: result)).utf8)
    trial = start..<bytes.count - 2
    digest = Digest256(bytes).hex
    bytes += Array(
      StableJSON.line(of: EndLine(end: EndLine.End(lines: 2, sha256: digest))).utf8)
    self.bytes = bytes
  }

  private static let prefix = #"{"trial":"#

  /// The result, with readings in no order but that of their names.
  package func result() -> TrialResult? {
    bytes.withUnsafeBytes { StableJSON.value(TrialResult.self, $0, trial) }
  }

  /// How it died, if it did.
  package var death: Death? {
    bytes.withUnsafeBytes { bytes in
      var death: Death?
      var cursor = JSONCursor(bytes, at: trial.lowerBound)
      try? cursor.object { cursor, key throws(JSONCursor.Failure) in
        let range = try cursor.skip()
        if key.isWord("death") { death = StableJSON.value(Death.self, bytes, range) }
      }
      return death
    }
  }
}

// MARK: - Reading

extension TrialFile {
  /// Reads what lies in a place; a file is believed only if its last line fits.
  package static func read(_ path: String) -> Reading {
    switch FileBytes.read(path) {
    case .missing: .missing
    case .refused(let reason): .broken("it cannot be read: \(reason)")
    case .read(let bytes): reading(bytes)
    }
  }

  static func reading(_ bytes: [UInt8]) -> Reading {
    guard !bytes.isEmpty else { return .broken("it is empty") }
    guard bytes.last == 0x0A, let before = bytes.dropLast().lastIndex(of: 0x0A) else {
      return .broken("it ends in the middle of a line: it was cut short")
    }
    let end = bytes.withUnsafeBytes {
      StableJSON.value(EndLine.self, $0, before + 1..<bytes.count)
    }
    guard let end = end?.end else { return .broken("it has no last line: it was cut short") }
    let digest = bytes.withUnsafeBytes { Digest256(of: .init(rebasing: $0[...before])).hex }
    guard digest == end.sha256, end.lines == 2 else {
      return .broken("what it says and its digest differ: a bit was flipped, or it was edited")
    }
    guard let first = bytes.firstIndex(of: 0x0A), first < before else {
      return .broken("it has not the lines of a trial file")
    }
    let header = bytes.withUnsafeBytes { StableJSON.value(HeaderLine.self, $0, 0..<first) }
    guard let header = header?.header else {
      let version = bytes.withUnsafeBytes { StableJSON.value(Version.self, $0, 0..<first) }
      guard let version, version.header.schemaVersion > TrialHeader.currentSchemaVersion else {
        return .broken("its first line is no head of a trial file")
      }
      return .newer(version.header.schemaVersion)
    }
    guard header.schemaVersion <= TrialHeader.currentSchemaVersion else {
      return .newer(header.schemaVersion)
    }
    let start = first + 1 + prefix.utf8.count
    guard start < before - 1, bytes[(first + 1)...].starts(with: prefix.utf8) else {
      return .broken("its second line is no trial")
    }
    return .whole(
      TrialFile(header: header, bytes: bytes, trial: start..<before - 1, digest: digest))
  }

  private struct Version: Decodable {
    struct Head: Decodable {
      let schemaVersion: Int
    }
    let header: Head
  }

  private init(header: TrialHeader, bytes: [UInt8], trial: Range<Int>, digest: String) {
    self.header = header
    self.bytes = bytes
    self.trial = trial
    self.digest = digest
  }
}

// Why a trial file is not used, in the words of everything that reads one.
extension SweepCell {
  /// Its file was written by a newer program.
  func isNewer(_ version: Int, _ path: String, notes: [String]) -> Diagnostic {
    Diagnostic(
      "this file of '\(id)' has the format \(version), and this faultline reads up to "
        + "\(TrialHeader.currentSchemaVersion)", file: path, notes: notes)
  }

  /// Its file is damaged, or no trial's.
  func isUnbelieved(_ reason: String, _ path: String, in folder: SweepFolder) -> Diagnostic {
    Diagnostic(
      "this file of '\(id)' is not believed: \(reason)", file: path, notes: [howToRun(in: folder)])
  }

  /// What runs it, for a note.
  func howToRun(in folder: SweepFolder) -> String {
    "run it: faultline sweep run \(folder.path) --shard \(shard)"
  }
}

// What stands beside a trial file: which machine played it, how long it took, and what only informs.
// It is compared with nothing.

/// The machine file of one attempt at a trial.
package struct TrialMachine: Sendable, Codable {
  package static let currentSchemaVersion = 1

  package var schemaVersion = Self.currentSchemaVersion
  /// The digest of the work.
  package var key: String
  /// The name of the machine, or of the node that a scheduler has given it.
  package var host: String
  package var pid: Int
  /// How many attempts there were, this one among them.
  package var attempt: Int
  /// The digest of the trial file that the attempt came to.
  package var sha256: String
  package var machine: Machine
  /// What it took and what only informs, as the file beside a result has it.
  package var trial: RunSidecar.Trial
}

/// The bytes of a file.
enum FileBytes {
  case missing
  case refused(String)
  case read([UInt8])

  static func read(_ path: String) -> FileBytes {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      return errno == ENOENT ? .missing : .refused(String(cString: strerror(errno)))
    }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      return .refused("it is no file of the disk")
    }
    let size = Int(facts.st_size)
    var problem: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let some = readSome(file, buffer.baseAddress.map { $0 + count }, size - count)
        if some < 0, errno == EINTR { continue }
        if some < 0 { problem = errno }
        guard some > 0 else { return }
        count += some
      }
    }
    return problem == 0 ? .read(bytes) : .refused(String(cString: strerror(problem)))
  }
}

/// Reads as much as there is now; outside of the type, whose method has the same name.
private func readSome(_ file: Int32, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
  read(file, bytes, count)
}
