// Which of the checkpoints that a scenario asks for its loops come to, found out before anything runs.

/// Looks for names of checkpoints among those that a pass takes.
///
/// A name such as `page-180` is one of those that `page-{i}` stands for, and still no round may have it: with
/// `every: 20` the rounds are 19, 39 and so on.
struct CheckpointSearch {
  /// A loop around a checkpoint.
  struct Loop {
    let name: String?
    let rounds: Int
    /// The round, where every one is played by itself; nil where one stands for all.
    let round: Int?
    /// In every how many rounds, for each `every` around the checkpoint.
    let intervals: [Int]

    /// The rounds in which the checkpoint is taken.
    fileprivate var taking: [Int] {
      let all = round.map { $0...$0 } ?? 0...max(0, rounds - 1)
      return all.filter { round in intervals.allSatisfy { round % $0 == $0 - 1 } }
    }
  }

  /// More rounds than these are not gone through: the name is taken for one of theirs.
  private static let mostRounds = 100_000

  /// The names that nothing has come to yet.
  private(set) var missing: Set<String>
  /// The first names that a template of such a name comes to instead.
  private(set) var instead: [String: [String]] = [:]
  private var gone = 0

  init(_ wanted: Set<String>) { missing = wanted }

  /// Notes what a checkpoint is called in the loops around it.
  mutating func take(_ template: NameText, _ names: Names, in loops: [Loop]) {
    for wanted in missing where template.matches(wanted) {
      if find(wanted, template, names, loops[...]) { missing.remove(wanted) }
    }
  }

  private mutating func find(
    _ wanted: String, _ template: NameText, _ names: Names, _ loops: ArraySlice<Loop>
  ) -> Bool {
    guard let loop = loops.first else {
      gone += 1
      guard gone <= Self.mostRounds, let name = try? template.text(in: names) else { return true }
      if name != wanted, instead[wanted, default: []].count < 3 {
        instead[wanted, default: []].append(name)
      }
      return name == wanted
    }
    let others = loops.dropFirst()
    guard let name = loop.name, template.mentions(name) else {
      // In all of its rounds the name is the same.
      return find(wanted, template, names, others)
    }
    return loop.taking.contains { round in
      var names = names
      names.set(name, to: round)
      return find(wanted, template, names, others)
    }
  }
}
