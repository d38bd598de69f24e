// The exit statuses, which scripts and CI tell apart.

/// What the process says with its last word.
enum Exit {
  static let held: Int32 = 0
  static let internalError: Int32 = 1
  static let broken: Int32 = 2
  static let misuse: Int32 = 3
  static let trialDied: Int32 = 4
  static let nothingComparable: Int32 = 5
  static let interrupted: Int32 = 130
}
