// A recording, written for people.

import FaultlineMeasures
import FaultlineRecordings
import FaultlineReports

/// The page about a recording.
enum RecordingPage {
  static func page(_ recording: Recording) -> Page {
    var page = Page([.title(headline(recording))])
    addFiles(recording, to: &page)
    if let calibration = recording.calibration { CalibrationPage.add(calibration, to: &page) }
    addRepeated(recording, to: &page)
    page.add("Requests", requestColumns, recording.requests.map(row))
    addWorstTurn(recording, to: &page)
    SavePage.add(recording, to: &page)
    MemoryPage.add(recording, to: &page)
    addRest(recording, to: &page)
    return page
  }

  // MARK: - The first line

  private static func headline(_ recording: Recording) -> String {
    let sums = RequestKind.allCases.compactMap { kind -> String? in
      let count = recording.requests.filter { $0.kind == kind }.reduce(0) { $0 + $1.requests }
      return count == 0 ? nil : counted(count, kind.title, Self.plural(kind))
    }
    var facts = sums
    if let saves = recording.saves, saves.saves > 0 {
      facts.append(counted(saves.saves, "save", "saves"))
    }
    if let leaks = recording.leaks?.leaks { facts.append(counted(leaks, "leak", "leaks")) }
    if !recording.metrics.isEmpty {
      facts.append(counted(recording.metrics.count, "payload", "payloads") + " of MetricKit")
    }
    return facts.isEmpty ? "No requests" : facts.joined(separator: ", ")
  }

  private static func plural(_ kind: RequestKind) -> String {
    switch kind {
    case .fetch: "fetches"
    case .keys: "fetches of keys"
    case .list: "fetches by keys"
    case .dictionary: "fetches of figures"
    case .batch: "batches"
    case .prefetch: "prefetches"
    default: kind.title + "s"
    }
  }

  // MARK: - Files

  private static func addFiles(_ recording: Recording, to page: inout Page) {
    let rows = recording.sources.map { source in
      [
        source.name, source.kind.title + (source.level.map { ", level \($0)" } ?? ""),
        NumberText.grouped(source.all) + " "
          + (source.all == 1 ? String(source.unit.dropLast()) : source.unit),
        NumberText.grouped(source.understood),
        NumberText.grouped(source.notUnderstood), NumberText.grouped(source.unrelated),
        source.isCut ? "cut" : "",
      ]
    }
    page.add(
      "Files",
      [
        ("file", false), ("kind", false), ("all", true), ("understood", true),
        ("not understood", true), ("unrelated", true), ("", false),
      ], rows)
  }

  // MARK: - Requests

  /// What requests are of: an entity, or a relationship of it.
  ///
  /// The entity of a prefetch is the one whose rows came. The log does not say whose relationship led there.
  static func subject(_ entity: String?, _ relationship: String?, of kind: RequestKind?) -> String {
    let entity = entity ?? "unknown"
    guard let relationship else { return entity }
    return kind == .prefetch ? "\(entity) by '\(relationship)'" : "\(entity).\(relationship)"
  }

  static func time(_ nanoseconds: Int) -> String {
    let milliseconds = Double(nanoseconds) / 1e6
    return NumberText.decimal(milliseconds, places: milliseconds < 10 ? 2 : 1) + " ms"
  }

  private static let requestColumns = [
    ("kind", false), ("of", false), ("requests", true), ("rows", true), ("most", true),
    ("time", true),
  ]

  private static func row(_ line: RequestCount) -> [String] {
    let batch = line.batchSize.map { " of \($0)" } ?? ""
    let unknown = line.unknownRows == line.requests
    let rows =
      unknown ? "-" : NumberText.grouped(line.rows) + (line.unknownRows > 0 ? " and more" : "")
    return [
      line.kind.title + batch, subject(line.entity, line.relationship, of: line.kind),
      NumberText.grouped(line.requests), rows, line.largest.map(NumberText.grouped) ?? "-",
      line.nanoseconds > 0 ? time(line.nanoseconds) : "-",
    ]
  }

  // MARK: - Repetition

  private static func addRepeated(_ recording: Recording, to page: inout Page) {
    var lines: [String] = []
    for (place, group) in recording.repeated.enumerated() {
      let turns =
        group.turns.map {
          ", in \(counted($0, "turn", "turns")), at most \(NumberText.grouped(group.mostInOne)) in one"
        }
        ?? ""
      let time = group.nanoseconds > 0 ? ", \(Self.time(group.nanoseconds))" : ""
      lines.append(
        "\(place + 1). \(what(group))\(turns)\(time) (first: \(group.first.file):\(group.first.line))"
      )
      for caller in group.callers {
        lines.append("   \(NumberText.grouped(caller.requests)) from \(caller.caller)")
      }
      lines.append("   \(group.advice)")
    }
    page.add("Asked again and again (N+1)", lines)
  }

  private static func what(_ group: RepeatedRequests) -> String {
    let entity = group.entity ?? "unknown"
    switch group.kind {
    case .relationship:
      return
        "\(counted(group.requests, "relationship fault", "relationship faults")) of \(subject(entity, group.relationship, of: group.kind))"
    case .fault: return "\(counted(group.requests, "fault", "faults")) of one \(entity) each"
    default:
      return
        "\(counted(group.requests, group.kind.title, plural(group.kind))) of one \(entity) each"
    }
  }

  // MARK: - The worst turn

  private static func addWorstTurn(_ recording: Recording, to page: inout Page) {
    // A stretch that is the whole recording says nothing new.
    guard let turn = recording.worstTurn, turn.requests > 1,
      !turn.isStretch || turn.requests < recording.requestCount
    else { return }
    var said =
      "\(counted(turn.requests, "request", "requests")), \(counted(turn.rows, "row", "rows"))"
    if turn.saves > 0 {
      said += turn.isStretch ? " up to a save" : ", \(counted(turn.saves, "save", "saves"))"
    }
    said += "; it begins at \(turn.first.file):\(turn.first.line)"
    if let began = turn.began {
      said += ", \(NumberText.decimal(Double(began) / 1e9, places: 3)) s"
    }
    if let lasted = turn.lasted { said += ", and lasts \(time(lasted))" }
    if let thread = turn.thread { said += ", on \(thread)" }
    let what =
      turn.isStretch
      ? "The longest stretch without a save"
      : "The worst of \(counted(recording.turns ?? 1, "turn", "turns"))"
    page.add("\(what): \(said)", requestColumns, turn.parts.prefix(10).map(row))
  }

  // MARK: - The rest

  private static func addRest(_ recording: Recording, to page: inout Page) {
    page.add("Stores", recording.stores)
    page.add(
      "Faults that fired more than once",
      recording.firedAgain.map { "\($0.object): \($0.fired) times" })
    page.add(
      "Statements that are not the app's",
      recording.upkeep.map { "\($0.purpose.title): \(NumberText.grouped($0.statements))" })
    page.add("Messages", recording.messages.map(\.description))
    page.add(
      "Not understood",
      recording.sources.flatMap { source in
        source.refused.map { line in
          "\(source.name):\(line.line)" + (line.text.map { "  \($0)" } ?? "")
        }
          + (source.notUnderstood > source.refused.count
            ? [
              "\(source.name): \(NumberText.grouped(source.notUnderstood - source.refused.count)) more"
            ] : [])
      })
    page.add("What to know of these numbers", recording.remarks)
  }
}

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
