// What a recording says of saves, written for people.

import FaultlineMeasures
import FaultlineRecordings
import FaultlineReports

/// The parts of a page about writing.
enum SavePage {
  static func add(_ recording: Recording, to page: inout Page) {
    if let saves = recording.saves {
      page.add("Saves", lines(saves))
      page.add(
        "Rows written", [("of", false), ("inserted", true), ("updated", true), ("deleted", true)],
        saves.entities.map {
          [$0.entity] + [$0.inserted, $0.updated, $0.deleted].map(NumberText.grouped)
        })
    }
    if let facts = recording.maintenance { page.add("Maintenance after saves", lines(facts)) }
  }

  private static func lines(_ saves: SaveCounts) -> [String] {
    var lines: [String] = []
    let least = saves.isLeast ? "at least " : ""
    var first = counted(saves.saves, "save", "saves")
    if saves.nanoseconds > 0 { first += ", \(RecordingPage.time(saves.nanoseconds))" }
    lines.append(first)
    if saves.saves == 1, let only = saves.sizes.first {
      lines.append("\(least)\(counted(only.rows, "row", "rows"))")
    } else if let smallest = saves.sizes.first, let largest = saves.sizes.last {
      lines.append(
        "\(least)\(counted(smallest.rows, "row", "rows")) in the smallest, \(NumberText.grouped(median(saves.sizes))) in the "
          + "middle, \(NumberText.grouped(largest.rows)) in the largest")
    }
    func add(_ count: Int, _ what: String) {
      if count > 0 { lines.append("\(what): \(NumberText.grouped(count))") }
    }
    add(saves.rolledBack, "rolled back")
    add(saves.unfinished, "without an end in the log, and not counted")
    add(saves.keyReservations, "reservations of keys, each a transaction of its own")
    add(saves.joinRows, "rows of many-to-many relationships")
    add(saves.historyRows, "rows of persistent history")
    for batch in saves.batches {
      lines.append(
        "\(counted(batch.requests, "batch \(batch.kind)", "batch \(batch.kind)s")) of \(batch.entity ?? "unknown")"
      )
    }
    return lines
  }

  /// The rows of the save in the middle.
  private static func median(_ sizes: [SaveSize]) -> Int {
    let all = sizes.reduce(0) { $0 + $1.saves }
    var seen = 0
    for size in sizes {
      seen += size.saves
      if seen * 2 >= all { return size.rows }
    }
    return 0
  }

  private static func lines(_ facts: Maintenance) -> [String] {
    var lines: [String] = []
    if facts.prunes > 0 {
      let largest =
        facts.largestFile.map { ", the largest of \(NumberText.grouped($0)) bytes" } ?? ""
      lines.append("\(counted(facts.prunes, "file", "files")) above the threshold\(largest)")
    }
    func add(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { lines.append(counted(count, one, many)) }
    }
    add(facts.truncations, "checkpoint that truncates the log", "checkpoints that truncate the log")
    if facts.checkpoints > 0 {
      lines.append(
        "\(counted(facts.checkpoints, "checkpoint", "checkpoints")) done, \(counted(facts.frames, "frame", "frames")) moved"
      )
    }
    add(facts.busy, "checkpoint found the database busy", "checkpoints found the database busy")
    add(
      facts.locked, "checkpoint found the database locked", "checkpoints found the database locked")
    add(facts.vacuums, "incremental vacuum", "incremental vacuums")
    return lines
  }
}
