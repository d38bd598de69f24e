// The heap's counters beside a ledger of every block, which another library keeps.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

/// Every shipped scenario plays under a preloaded library that notes each block as it comes and goes.
///
/// A process without that library reads nothing of it, and the library knows nothing of the program but which arenas
/// it makes. Both must come to the same bytes and the same counts at every checkpoint of every pass.
@Suite(.serialized, .enabled(if: Shim.canBeCompiled, "There is no C compiler here."))
struct HeapLedgerTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios")

  /// Few at quick effort, of each folder one that does much.
  private static let paths =
    Effort.current == .quick
    ? [
      "first-light.yaml", "rules/prefetch.yaml", "workloads/one-big-save.yaml",
      "workloads/import-nested-vs-sibling.yaml", "counterfactuals/garbage-collected.yaml",
    ] : ShippedScenariosTests.paths

  @Test func `bytes, peak, allocations and frees are those of the ledger, at every checkpoint`()
    throws
  {
    let shim = try Shim("HeapLedger")
    var compared = 0
    for path in Self.paths {
      for isQuick in Effort.current == .full ? [true, false] : [true] {
        compared += try Self.compare(path, isQuick: isQuick, under: shim)
      }
    }
    // Where nothing was compared, nothing would differ.
    #expect(compared > Self.paths.count * 8)
    print("The heap beside its ledger: \(compared) readings of \(Self.paths.count) scenarios.")
  }

  private static func compare(_ path: String, isQuick: Bool, under shim: Shim) throws -> Int {
    let file = Self.folder.appending(path: path).path
    let scenario = try ScenarioReader.scenario(
      String(contentsOfFile: file, encoding: .utf8), file: file)
    var compared = 0
    for trial in try Plan(scenario, choosing: Choices(quick: isQuick)).trials {
      let isExact = trial.metrics.contains { $0.name == "alloc.count" && $0.exactness == .exact }
      var (count, difference) = try compare(trial.id, of: file, isQuick: isQuick, under: shim)
      // A thread that ends while the numbers are read is in one of the two and not yet in the other. Such a variant
      // gates nothing, but it has to come to the ledger's numbers in one of a few runs.
      for _ in 0..<4 where !isExact && difference != nil {
        (count, difference) = try compare(trial.id, of: file, isQuick: isQuick, under: shim)
      }
      let size = isQuick ? "quick" : "full"
      #expect(difference == nil, "\(trial.id), \(size) size: \(difference ?? "")")
      compared += count
    }
    return compared
  }

  /// Plays a trial and holds each of its passes against the ledger; the first difference if there is one.
  private static func compare(
    _ id: String, of file: String, isQuick: Bool, under shim: Shim
  ) throws -> (count: Int, difference: String?) {
    let answer = try shim.play(id, of: file, quick: isQuick, variable: "FAULTLINE_LEDGER")
    let ledger = answer.lines.compactMap(LedgerLine.init)
    #expect(ledger.count == answer.lines.count)
    // The pass whose readings are kept has the peak at each checkpoint, or there would be nothing to compare.
    let levels =
      answer.samples.first?.checkpoints.compactMap { checkpoint in
        checkpoint["bytes.peak"].flatMap { peak in checkpoint["bytes.live"].map { (peak, $0) } }
      } ?? []
    #expect(!levels.isEmpty && levels.count == answer.samples.first?.checkpoints.count)
    // Whatever order threads come in, there is never more than there was at the most.
    for (peak, live) in levels { #expect(peak >= live) }
    var rest = ledger[...]
    var compared = 0
    for sample in answer.samples {
      let (count, difference) = LedgerLine.compare(sample, with: &rest)
      if let difference { return (compared, difference) }
      compared += count
    }
    return (compared, nil)
  }
}

/// What the ledger knew when the program asked the allocator.
private struct LedgerLine {
  let live: Int
  let storeLive: Int
  let allocations: Int
  let bytes: Int
  let frees: Int
  /// The most that was held since the line before.
  let highest: Int

  init?(_ line: Substring) {
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 9 else { return nil }
    live = numbers[0] + numbers[4]
    storeLive = numbers[4]
    allocations = numbers[1] + numbers[5]
    bytes = numbers[2] + numbers[6]
    frees = numbers[3] + numbers[7]
    highest = numbers[8]
  }

  /// What a checkpoint reads when the pass began at a line and the peak is known.
  private func readings(since base: LedgerLine, peak: Int) -> [(metric: String, value: Int)] {
    [
      ("bytes.live", live - base.live), ("bytes.sqlite", storeLive - base.storeLive),
      ("alloc.count", allocations - base.allocations), ("alloc.bytes", bytes - base.bytes),
      ("free.count", frees - base.frees), ("bytes.peak", peak),
    ]
  }

  /// Finds the lines of a pass's checkpoints, and counts the readings; the first difference if there is one.
  ///
  /// The program also asks between checkpoints, so a checkpoint's line is the one with its number of allocations,
  /// which never fall. A pass begins at one of the first lines that are left.
  static func compare(
    _ sample: Sample, with rest: inout ArraySlice<LedgerLine>
  ) -> (count: Int, difference: String?) {
    var best: (reached: Int, difference: String)?
    for start in rest.indices {
      var reached = 0
      var lines = rest[rest.index(after: start)...]
      if let difference = follow(sample, from: rest[start], &lines, &reached) {
        if reached >= best?.reached ?? 0 { best = (reached, difference) }
      } else {
        rest = lines
        return (reached, nil)
      }
    }
    return (0, best?.difference ?? "there is no line for pass \(sample.pass)")
  }

  private static func follow(
    _ sample: Sample, from base: LedgerLine, _ lines: inout ArraySlice<LedgerLine>,
    _ reached: inout Int
  ) -> String? {
    var peak = 0
    for checkpoint in sample.checkpoints {
      guard let allocations = checkpoint["alloc.count"].flatMap(\.whole) else {
        return "\(checkpoint.name) has no alloc.count"
      }
      var line: LedgerLine?
      while let next = lines.first, next.allocations - base.allocations <= allocations {
        // The same number may stand in several lines; a checkpoint's is the first that fits in everything.
        peak = max(peak, next.highest - base.live)
        if next.allocations - base.allocations == allocations {
          line = next
          if next.differs(from: checkpoint, since: base, peak: peak) == nil { break }
        }
        lines.removeFirst()
      }
      guard let line else {
        return "no line has the \(allocations) allocations of \(checkpoint.name)"
      }
      if let difference = line.differs(from: checkpoint, since: base, peak: peak) {
        return difference
      }
      reached += checkpoint["bytes.peak"] == nil ? 5 : 6
    }
    return nil
  }

  private func differs(from checkpoint: Checkpoint, since base: LedgerLine, peak: Int) -> String? {
    for (metric, value) in readings(since: base, peak: peak) {
      guard let read = checkpoint[metric].flatMap(\.whole) else {
        if metric == "bytes.peak" { continue }
        return "\(metric)@\(checkpoint.name) was not read"
      }
      if read != value { return "\(metric)@\(checkpoint.name) is \(read), in the ledger \(value)" }
    }
    return nil
  }
}

extension Quantity {
  fileprivate var whole: Int? {
    if case .integer(let number) = self { number } else { nil }
  }
}
