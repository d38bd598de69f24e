// What a page's script is given of each frame: classes and words for what is drawn already, and numbers.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import Foundation

/// The frames of a film in the shortest form.
struct ReplayData: Encodable {
  private var frames: [Frame]

  /// One frame: the line of the script, nodes, lines of the picture, names of bundles, and the counters in the order
  /// of the table.
  private struct Frame: Encodable {
    var l: Int
    var n: [[Word]]
    var e: [[Word]]
    var k: [[Word]]
    var c: [[Word]]
    /// The loop, of those of the film, its round, counted from 1, and how many it has, or 0 where that is not known;
    /// nothing outside of loops.
    var r: [Int]
  }

  /// A number or a word.
  private enum Word: Encodable {
    case number(Int)
    case text(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }

  init(_ film: Replay, _ bundles: ReplayBundles) {
    let rows = ReplayCounters(film).rows
    let rounds = Self.rounds(film)
    frames = film.frames.indices.map { place in
      let frame = film.frames[place]
      let former = place > 0 ? film.frames[place - 1] : nil
      return Frame(
        l: frame.line ?? 0, n: Self.nodes(film, frame, former),
        e: Self.lines(film, bundles, frame, former), k: Self.labels(bundles, frame),
        c: rows.map { Self.counter($0, frame, former) }, r: rounds[place])
    }
  }

  /// The data as the content of a script element, which it cannot end.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(self)) ?? Data("{}".utf8)
    return String(decoding: data, as: UTF8.self).replacing("<", with: "\\u003c")
  }

  private static func nodes(
    _ film: Replay, _ frame: Replay.Frame, _ former: Replay.Frame?
  ) -> [[Word]] {
    var nodes = frame.states.map { state -> [Word] in
      let node = film.nodes[state.node]
      var classes = ["on"]
      if !node.kind.isRoot {
        classes.append(state.faults == 0 ? "real" : state.realized == 0 ? "fault" : "mixed")
        if state.pending > 0 { classes.append("pending") }
        if state.inCycles > 0 { classes.append("cycle") }
      }
      if frame.changed.contains(state.node) { classes.append("changed") }
      let sign = state.inserted > 0 ? "+" : state.deleted > 0 ? "−" : state.updated > 0 ? "~" : ""
      let words = node.kind.isRoot ? "" : state.words(of: node)
      let retains = state.retains.map { "retain count \($0)" } ?? ""
      return [
        .number(state.node), .text(classes.joined(separator: " ")), .text(words), .text(sign),
        .text(node.kind.isRoot ? "" : retains),
      ]
    }
    for gone in frame.released where frame.state(of: gone.node) == nil {
      nodes.append([
        .number(gone.node), .text("on gone"), .text("gone"), .text(""), .text(""),
      ])
    }
    // A name that was let go, or a context, is seen to go as an object is.
    for state in former?.states ?? [] where film.nodes[state.node].kind.isRoot {
      guard frame.state(of: state.node) == nil else { continue }
      nodes.append([
        .number(state.node), .text("on gone"), .text(""), .text(""), .text(""),
      ])
    }
    return nodes
  }

  /// The lines that are there: their classes say which ends have heads, and what is said of the line as a whole.
  private static func lines(
    _ film: Replay, _ bundles: ReplayBundles, _ frame: Replay.Frame, _ former: Replay.Frame?
  ) -> [[Word]] {
    func counts(_ frame: Replay.Frame?) -> [Int: Replay.Tie] {
      Dictionary((frame?.ties ?? []).map { ($0.edge, $0) }) { one, _ in one }
    }
    let (now, before) = (counts(frame), counts(former))
    return bundles.lines.enumerated().compactMap { number, line in
      let ties = line.edges.compactMap { now[$0] }
      guard !ties.isEmpty else { return nil }
      let isStrong = ties.contains { film.edges[$0.edge].reason.isStrong }
      var classes = ["on", isStrong ? "strong" : "weak"]
      // What only finds is seen where nothing holds.
      let shown = ties.filter { film.edges[$0.edge].reason.isStrong == isStrong }
      if shown.contains(where: { film.edges[$0.edge].to == line.other }) { classes.append("away") }
      if shown.contains(where: { film.edges[$0.edge].to == line.hub }) { classes.append("back") }
      if ties.contains(where: \.isInCycle) { classes.append("cycle") }
      let isNew = line.edges.contains { edge in
        film.edges[edge].reason.isStrong && now[edge]?.count != before[edge]?.count
      }
      if former != nil, isNew { classes.append("new") }
      return [.number(number), .text(classes.joined(separator: " "))]
    }
  }

  /// The names of the bundles that are there.
  private static func labels(_ bundles: ReplayBundles, _ frame: Replay.Frame) -> [[Word]] {
    bundles.labels(in: frame).enumerated().compactMap { number, label in
      guard let label, !label.away.isEmpty || !label.back.isEmpty else { return nil }
      return [
        .number(number), .text(label.isInCycle ? "on cycle" : "on"), .text(label.away),
        .text(label.back),
      ]
    }
  }

  /// The outermost loop that is open in each frame, and its round.
  private static func rounds(_ film: Replay) -> [[Int]] {
    var loop = 0
    var former: Replay.Round?
    return film.frames.map { frame in
      let round = frame.rounds.first
      defer { former = round }
      guard let round else { return [] }
      let goesOn = former.map { $0.loop == round.loop && $0.number <= round.number } ?? false
      if !goesOn { loop += 1 }
      return [loop, round.number + 1, round.of ?? 0]
    }
  }

  private static func counter(
    _ metric: String, _ frame: Replay.Frame, _ former: Replay.Frame?
  ) -> [Word] {
    guard let value = frame.reading(metric) else { return [] }
    let change = former?.reading(metric).map { value &- $0 } ?? 0
    let sign =
      change == 0 ? "" : (change > 0 ? "▲ +" : "▼ ") + NumberText.grouped(change)
    return [.text(NumberText.grouped(value)), .text(sign)]
  }
}
