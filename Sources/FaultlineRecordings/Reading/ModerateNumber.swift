// Numbers of a log that may be damaged: none is so large that a sum of many of them would stop the program.

extension Int {
  /// More than any app counts, and far from the end of what an integer holds.
  private static let most = 1 << 50

  /// Reads a number from zero on; nil for what is none, and for one that no app has counted.
  init?(moderate text: some StringProtocol) {
    guard let number = Int(text), (0...Self.most).contains(number) else { return nil }
    self = number
  }
}
