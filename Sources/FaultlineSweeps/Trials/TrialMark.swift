// A file with a name that no other process has: while a trial runs it is a sign of life, and in the end the result.

import FaultlineMeasures
import FaultlineSystem

/// The temporary file of one trial.
package final class TrialMark {
  private let path: String
  private let file: Int32
  private var lastBeat = ContinuousClock.now
  private static let pause = Duration.seconds(5)

  /// Makes the file: `.<key>.<host>.<pid>.<number>`.
  init(_ folder: String, key: String, host: String) throws(WholeFile.Refusal) {
    let number = UInt32.random(in: .min ... .max)
    path = "\(folder)/.\(key).\(host).\(getpid()).\(number)"
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw WholeFile.refusal() }
  }

  deinit {
    close(file)
    unlink(path)
  }

  /// Shows that the trial still runs; to be asked again and again.
  package func beat() {
    let now = ContinuousClock.now
    guard lastBeat.duration(to: now) >= Self.pause else { return }
    lastBeat = now
    futimens(file, nil)
  }

  /// Writes the result, so that it is on the disk before it has its name.
  func write(_ bytes: [UInt8]) throws(WholeFile.Refusal) {
    try WholeFile.writeAll(bytes, to: file)
    guard fsync(file) == 0 else { throw WholeFile.refusal() }
  }

  /// Gives the file a name, unless another has it.
  func link(_ name: String) throws(WholeFile.Refusal) -> Bool {
    if linkFile(path, name) == 0 { return true }
    let problem = errno
    // Over a network the answer may be lost, and the link be there.
    var facts = stat()
    if stat(path, &facts) == 0, facts.st_nlink == 2 { return true }
    if problem == EEXIST { return false }
    // Some disks have no links; there a name is taken with a file of its own.
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(problem) else {
      throw WholeFile.refusal(problem)
    }
    let claim = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard claim >= 0 else {
      if errno == EEXIST { return false }
      throw WholeFile.refusal()
    }
    close(claim)
    try replace(name)
    return true
  }

  /// Takes the place of a file that cannot be believed.
  func replace(_ name: String) throws(WholeFile.Refusal) {
    guard rename(path, name) == 0 else { throw WholeFile.refusal() }
  }
}

/// Outside of the type, whose method has the same name.
private func linkFile(_ old: String, _ new: String) -> Int32 { link(old, new) }

/// The name of this machine.
package enum HostName {
  /// The name that Slurm has given the node, or else the system's own: several nodes may be one machine.
  package static func current(_ environment: [String: String]) -> String {
    let name = environment["SLURMD_NODENAME"].flatMap { $0.isEmpty ? nil : $0 } ?? own
    let plain = name.map { character in
      character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
        ? character : "-"
    }
    return plain.isEmpty ? "unnamed" : String(plain.prefix(64))
  }

  private static var own: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "unnamed" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
