// Compares two texts of many lines whole, and shows both and where they part when they differ.

public import Testing

/// Records a failure with both texts when they differ.
public func expectText(
  _ actual: String, is expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let difference = textDifference(actual, expected) else { return }
  Issue.record("\(difference)", sourceLocation: sourceLocation)
}

/// Says where two texts part and shows both, or gives nil when they are the same.
public func textDifference(_ actual: String, _ expected: String) -> String? {
  guard actual != expected else { return nil }
  let found = actual.split(separator: "\n", omittingEmptySubsequences: false)
  let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let line = zip(found, wanted).prefix { $0 == $1 }.count
  return """
    the texts part in line \(line + 1)
      expected: \(shown(line < wanted.count ? wanted[line] : nil))
      found:    \(shown(line < found.count ? found[line] : nil))
    ── expected ──
    \(expected)
    ── found ──
    \(actual)
    ──
    """
}

/// A line in quotes with its invisible characters written out, so that a lost space can be seen.
private func shown(_ line: Substring?) -> String {
  line.map { String($0).debugDescription } ?? "(no such line)"
}
