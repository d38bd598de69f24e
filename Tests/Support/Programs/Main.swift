// Programs that tests start to have a process of their own, which may hang or be killed.
//
// No test links them: they lie beside the tests when everything is built.

import Foundation

@main struct Main {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch (words.first, words.count) {
    case ("write", 2): try EndlessWriter.write(at: URL(fileURLWithPath: words[1]))
    case ("write", 3) where words[2] == "history":
      try EndlessWriter.write(at: URL(fileURLWithPath: words[1]), tracksHistory: true)
    case ("write-pair", 2): try PairWriter.write(in: URL(fileURLWithPath: words[1]), nil)
    case ("write-pair", 3):
      guard let mishap = PairWriter.Mishap(words[2]) else { refuse() }
      try PairWriter.write(in: URL(fileURLWithPath: words[1]), mishap)
    case ("tangle", 2):
      guard let seed = UInt64(words[1]) else { refuse() }
      try Tangle.run(seed: seed)
    default: refuse()
    }
  }

  private static func refuse() -> Never {
    print(
      """
      usage: FaultlineTestPrograms write FILE [history]
             FaultlineTestPrograms write-pair FOLDER [killed:N|full:N]
             FaultlineTestPrograms tangle SEED
      """)
    exit(3)
  }
}
