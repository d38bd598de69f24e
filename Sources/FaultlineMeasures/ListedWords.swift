// Words as a sentence has them.

extension [String] {
  /// `a`, `a and b`, or `a, b and c`.
  package var listed: String {
    guard let last, count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
