// What a page's script is told of each frame: classes and words for what is drawn already, and numbers.

import FaultlineMeasures
import Foundation

/// The frames of a film in the shortest form; no text of a scenario is in it.
struct ReplayData: Encodable {
  private var frames: [Frame]

  /// One frame: the line, the nodes, the edges, and the counters in the order of the table.
  private struct Frame: Encodable {
    var l: Int
    var n: [[Word]]
    var e: [[Word]]
    var c: [[Word]]
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

  init(_ film: Film) {
    let rows = ReplayCounters(film).rows
    frames = film.frames.indices.map { place in
      let frame = film.frames[place]
      let former = place > 0 ? film.frames[place - 1] : nil
      return Frame(
        l: frame.line ?? 0, n: Self.nodes(film, frame), e: Self.edges(film, frame, former),
        c: rows.map { Self.counter($0, frame, former) })
    }
  }

  /// The data as the content of a script element, which it cannot end.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(self)) ?? Data("{}".utf8)
    return String(decoding: data, as: UTF8.self).replacing("<", with: "\\u003c")
  }

  private static func nodes(_ film: Film, _ frame: Film.Frame) -> [[Word]] {
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
    return nodes
  }

  private static func edges(
    _ film: Film, _ frame: Film.Frame, _ former: Film.Frame?
  ) -> [[Word]] {
    frame.ties.map { tie in
      let edge = film.edges[tie.edge]
      var classes = ["on", edge.reason.isStrong ? "strong" : "weak"]
      if tie.isInCycle { classes.append("cycle") }
      let before = former?.ties.first { $0.edge == tie.edge }
      if former != nil, before?.count != tie.count, edge.reason.isStrong { classes.append("new") }
      let count = tie.count > 1 && !edge.label.isEmpty ? " ×\(NumberText.grouped(tie.count))" : ""
      return [
        .number(tie.edge), .text(classes.joined(separator: " ")),
        .text(Self.short(edge.label) + count),
      ]
    }
  }

  /// A relationship's name; it comes from a model, so it is a word, but perhaps a long one.
  private static func short(_ label: String) -> String {
    label.count > 16 ? label.prefix(8) + "…" + label.suffix(7) : label
  }

  private static func counter(
    _ metric: String, _ frame: Film.Frame, _ former: Film.Frame?
  ) -> [Word] {
    guard let value = frame.reading(metric) else { return [] }
    let change = former?.reading(metric).map { value &- $0 } ?? 0
    let sign =
      change == 0 ? "" : (change > 0 ? "▲ +" : "▼ ") + NumberText.grouped(change)
    return [.text(NumberText.grouped(value)), .text(sign)]
  }
}
