// What the machine is called, in letters that a file's name may have.

import FaultlineSystem

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
