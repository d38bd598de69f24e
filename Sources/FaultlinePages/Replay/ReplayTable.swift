// Which object is held by what after a step: the words of the picture, as a table.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay

/// The objects of each frame with all that holds them, and what of that came or went in the step.
struct ReplayTable {
  private let film: Replay
  /// The edges that hold each node's objects.
  private let holds: [[Int]]

  init(_ film: Replay) {
    self.film = film
    holds = film.nodes.indices.map { node in
      film.edges.indices.filter { film.edges[$0].to == node && film.edges[$0].reason.isStrong }
    }
  }

  /// The table of a frame; nothing where no object is there and none went.
  func element(of place: Int) -> String {
    let frame = film.frames[place]
    let former = place > 0 ? film.frames[place - 1] : nil
    let gone = Set(frame.released.map(\.node))
    let rows = film.nodes.indices.compactMap { node -> String? in
      guard !film.nodes[node].kind.isRoot else { return nil }
      if let state = frame.state(of: node) { return row(state, frame, former) }
      return gone.contains(node) ? row(gone: node, former) : nil
    }
    guard !rows.isEmpty else { return "" }
    return
      "<table class=\"holds\"><caption class=\"hush\">What holds each object after this step</caption>"
      + "<thead><tr><th scope=\"col\">object</th><th scope=\"col\">held by</th></tr></thead>"
      + "<tbody>\(rows.joined())</tbody></table>"
  }

  private func row(_ state: Replay.State, _ frame: Replay.Frame, _ former: Replay.Frame?) -> String
  {
    let node = film.nodes[state.node]
    let now = ties(of: state.node, frame)
    let before = former.map { ties(of: state.node, $0) } ?? [:]
    var isChanged = frame.changed.contains(state.node)
    let holders = holds[state.node].compactMap { edge -> String? in
      guard let tie = now[edge] else { return nil }
      let isNew = former != nil && before[edge] == nil
      if isNew { isChanged = true }
      return holder(edge, tie.isInCycle ? "cycle" : nil, isNew ? "ins" : "span")
    }
    let past = holds[state.node].filter { now[$0] == nil && before[$0] != nil }
    if !past.isEmpty { isChanged = true }
    let held =
      holders.isEmpty ? "<span>nothing that is known</span>" : holders.joined(separator: ", ")
    return line(node, state.words(of: node), held + gone(past), isChanged ? "changed" : "")
  }

  private func row(gone node: Int, _ former: Replay.Frame?) -> String {
    let before = former.map { ties(of: node, $0) } ?? [:]
    let held = "<span>nothing</span>" + gone(holds[node].filter { before[$0] != nil })
    return line(film.nodes[node], "gone", held, "changed lost")
  }

  /// What held until this step, said to be gone also where no line can be seen through it.
  private func gone(_ edges: [Int]) -> String {
    guard !edges.isEmpty else { return "" }
    let holders = edges.map { holder($0, nil, "del") }.joined(separator: ", ")
    return " <small class=\"past\">no more: \(holders)</small>"
  }

  private func line(_ node: Replay.Node, _ words: String, _ held: String, _ name: String) -> String
  {
    let mark = name.isEmpty ? "" : " class=\"\(name)\""
    return "<tr\(mark)><th scope=\"row\"><span dir=\"auto\">\(escaped(node.title))</span> "
      + "<small>\(escaped(words))</small></th><td>\(held)</td></tr>"
  }

  private func holder(_ edge: Int, _ name: String?, _ element: String) -> String {
    let edge = film.edges[edge]
    let rule = NarrationWords(film).rule(edge.reason, of: edge.to)
    let words: String
    if film.nodes[edge.from].kind.isRoot {
      let holder = NarrationWords.holder(film.nodes[edge.from], edge.reason)
      words = holder.hasPrefix("the ") ? String(holder.dropFirst(4)) : holder
    } else {
      words = "'\(edge.name)' of \(film.nodes[edge.from].title)"
    }
    let mark = name.map { " class=\"\($0)\"" } ?? ""
    return
      "<\(element)\(mark) dir=\"auto\">\(escaped(words))\(rule.isEmpty ? "" : " (\(rule))")</\(element)>"
  }

  private func ties(of node: Int, _ frame: Replay.Frame) -> [Int: Replay.Tie] {
    let edges = Set(holds[node])
    return Dictionary(frame.ties.filter { edges.contains($0.edge) }.map { ($0.edge, $0) }) {
      one, _ in
      one
    }
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
