// The owners of bytes along a run, in the words of a legend: those that matter, and the rest together.

import FaultlineMeasures

/// What the pictures of a scenario's memory are made of: the same parts in the same colours in each.
struct MemoryParts {
  /// The owners in the order in which they lie upon each other, with what a legend calls them.
  private static let words: [(owner: String, words: String)] = [
    ("sqlite", "SQLite"), ("store", "store"), ("snapshots", "rows"), ("objects", "objects"),
    ("faults", "faults"), ("values", "changed values"), ("sets", "relationships"),
    ("undo", "undo"), ("registry", "contexts' tables"),
  ]
  private static let rest = "the rest"

  /// The places of the owners that have a part of their own.
  private let shown: [Int]

  /// Finds the owners that have at least a fiftieth of the most that was held.
  init(_ timelines: [MemoryTimeline]) {
    let most = timelines.flatMap(\.bytes).max() ?? 0
    shown = Self.words.indices.filter { place in
      timelines.contains { timeline in
        timeline.bytes(of: Self.words[place].owner).contains { $0 > 0 && $0 * 50 >= most }
      }
    }
  }

  /// The parts of one timeline; the last is the rest, so that the sum is exact.
  private func parts(of timeline: MemoryTimeline) -> [(name: String, style: Int, bytes: [Int])] {
    let named = shown.map { place in
      (Self.words[place].words, place, timeline.bytes(of: Self.words[place].owner))
    }
    let rest = timeline.at.indices.map { moment in
      named.reduce(timeline.bytes[moment]) { $0.subtractingSaturated($1.2[moment]) }
    }
    return named + [(Self.rest, Self.words.count, rest)]
  }

  func series(of timeline: MemoryTimeline) -> [Report.Series] {
    parts(of: timeline).map { part in
      let points = timeline.at.indices.map { moment in
        let value = NumberText.exact(.integer(part.bytes[moment]), .bytes)
        return Report.Point(
          x: Double(timeline.at[moment]), y: Double(max(0, part.bytes[moment])), label: value,
          place: timeline.words(at: moment), value: value)
      }
      return Report.Series(name: part.name, style: part.style, points: points)
    }
  }

  /// A row a moment.
  func table(
    _ all: [(name: Report.Cell, timeline: MemoryTimeline)], _ column: Report.Column
  ) -> Report.Table {
    let heads = shown.map { Self.words[$0].words } + [Self.rest, "all"]
    let columns =
      [column, Report.Column(title: "moment", alignment: .leading, priority: 1)]
      + heads.enumerated().map { place, head in
        Report.Column(title: head, alignment: .trailing, priority: place + 2)
      }
    let rows = all.flatMap { name, timeline in
      let parts = parts(of: timeline)
      return timeline.at.indices.map { moment in
        Report.Row(
          cells: [name, Report.Cell(timeline.words(at: moment))]
            + (parts.map { $0.bytes[moment] } + [timeline.bytes[moment]]).map {
              Report.Cell(.integer($0), .bytes)
            })
      }
    }
    return Report.Table(title: "Memory along the run, by owner", columns: columns, rows: rows)
  }
}

extension MemoryTimeline {
  /// The bytes of an owner at each moment; zeros where it never had any.
  fileprivate func bytes(of owner: String) -> [Int] {
    owners.first { $0.owner == owner }?.bytes ?? at.map { _ in 0 }
  }
}
