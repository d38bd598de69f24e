// The drawing of a leak: a holder, the references from him on, and the object that should be gone.

/// Draws a way as a trace: the holder, each reference with its reason, and the suspect one underlined.
///
/// ```
/// ┬─ the undo manager, for what can be undone
/// │  ~~~~~~~~~~~~~~~~
/// ├─ Employee
/// │    ↓ department, a realized relationship
/// ╰→ Department: should be gone, for every name was let go
/// ```
struct LeakDrawing {
  private let root: String
  private let suspect: String?
  private let steps: [ReferenceStep]
  /// What stands for steps that are left out.
  private let cut: String?
  private let last: String
  /// Whether the last object is the one with which the steps began.
  private let closes: Bool

  init(_ way: Retention.Way, _ holder: NamedHolder, _ cycle: CycleKind?) {
    if let cycle, way.path.isEmpty {
      root = "a retain cycle: each object holds the next, and nothing else holds any"
      suspect = nil
      steps = cycle.steps
      cut = cycle.cut
      last = cycle.steps.first?.entity ?? way.entity
      closes = true
    } else {
      root = holder.words + (cycle.map { ": \($0.text)" } ?? "")
      suspect = cycle?.steps.first?.description ?? holder.name
      steps = way.path
      cut = nil
      last = way.entity
      closes = false
    }
  }

  /// The lines, with what should have become of the last object.
  func lines(ending expected: String) -> [String] {
    var lines = ["┬─ \(root)"]
    if let suspect { lines.append("│  " + Self.underline(suspect, in: root)) }
    for (index, step) in steps.enumerated() {
      lines.append("├─ \(step.entity)")
      lines.append("│    ↓ \(step.relationship), a realized relationship")
      // In a circle any reference may be the one to drop; the first stands for all.
      if closes, index == 0 {
        lines.append("│      " + String(repeating: "~", count: step.relationship.count))
      }
    }
    if let cut { lines.append("├─ \(cut)") }
    lines.append("╰→ \(last)\(closes ? ", where it began" : ""): \(expected)")
    return lines
  }

  private static func underline(_ suspect: String, in text: String) -> String {
    guard let range = text.firstRange(of: suspect) else { return "" }
    return String(repeating: " ", count: text.distance(from: text.startIndex, to: range.lowerBound))
      + String(repeating: "~", count: suspect.count)
  }
}
