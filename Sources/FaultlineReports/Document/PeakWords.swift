// A peak in words: what its bytes are, and what holds them.

import FaultlineMeasures

extension PeakExplanation {
  /// The peak and the first cause of it in one line: `peak 22.3 MiB: 100,000 Item held only by the pool`.
  var headline: String {
    let size = "peak \(NumberText.bytes(bytes))"
    guard failureReason == nil, let first = parts.first else { return size }
    return "\(size): " + first.words(within: Self.columns - size.count - 2)
  }

  /// The first line of a peak names its cause in so many columns, or cuts the name of the entity.
  static let columns = 60

  /// When it was: the step, the rounds of its loops, and what the engine was doing.
  var moment: String {
    var words = [step.map { "in \($0)" } ?? "before the first step or after the last"]
    for round in rounds {
      words.append(
        "round \(NumberText.grouped(round.number))" + (round.loop.map { " of '\($0)'" } ?? ""))
    }
    if let operation { words.append("during the \(operation)") }
    return words.joined(separator: ", ")
  }

  /// The difference to another peak in one sentence, which names what makes the most of it.
  func difference(from reference: PeakExplanation, called name: String) -> String? {
    guard failureReason == nil, reference.failureReason == nil else { return nil }
    let difference = bytes - reference.bytes
    let own = Dictionary(parts.map { ($0.identity, $0.bytes) }, uniquingKeysWith: +)
    let other = Dictionary(reference.parts.map { ($0.identity, $0.bytes) }, uniquingKeysWith: +)
    guard difference != 0 else {
      return own == other ? "the same as '\(name)'" : "as many bytes as '\(name)', of other parts"
    }
    let pool = difference > 0 ? parts : reference.parts
    let cause = pool.max { one, another in
      let gains = [one, another].map { part in
        abs((own[part.identity] ?? 0) - (other[part.identity] ?? 0))
      }
      return gains[0] < gains[1]
    }
    let word = difference > 0 ? "more" : "less"
    let size = "\(NumberText.bytes(abs(difference))) \(word) than '\(name)'"
    guard let cause else { return size }
    return "\(size): \(difference > 0 ? "" : "without ")\(cause.words())"
  }
}

extension PeakExplanation.Part {
  /// What distinguishes it from the other parts of any peak.
  fileprivate var identity: [String] {
    [kind.rawValue, entity ?? "", operation ?? ""] + holders
  }

  /// What it is and what holds it; where there is too little room, the name of the entity is cut.
  func words(within columns: Int = .max) -> String {
    let whole = words(calling: entity ?? "")
    guard let entity, whole.count > columns else { return whole }
    let room = max(Self.shortestName, entity.count - (whole.count - columns))
    return room < entity.count ? words(calling: entity.prefix(room - 1) + "…") : whole
  }

  private static let shortestName = 8

  private func words(calling name: String) -> String {
    switch kind {
    case .objects where count == 0 && holders.isEmpty: "what \(name) objects have left behind"
    // The peak falls before their objects are there.
    case .objects where count == 0: "rows of \(name)" + held
    case .objects: subject(name) + held
    case .forgotten: "objects that no context finds any more"
    case .undo: "undo, what it notes besides the objects it holds"
    case .rowCache: "the row cache, rows that no object uses and its tables"
    case .registry: "tables of contexts, containers and results"
    case .store: "the store, rows in memory and what it keeps to be asked"
    case .script: "the scenario's own names and steps"
    case .passing: "taken and given back by the \(operation ?? "step")"
    case .sqlite: "SQLite, its page cache and statements"
    case .other: "what no owner accounts for"
    }
  }

  /// The objects, or the part of them that takes most of the bytes where that is not the objects.
  private func subject(_ name: String) -> String {
    let objects = "\(NumberText.grouped(count)) \(name)"
    if bytes(of: "sets") * 2 > bytes { return "relationship sets of \(objects)" }
    if bytes(of: "snapshots") * 2 > bytes, faults * 2 > count { return "cached rows of \(objects)" }
    return objects
  }

  private func bytes(of owner: String) -> Int {
    owners.first { $0.owner == owner }?.bytes ?? 0
  }

  private var held: String {
    if holders.isEmpty { return ", held by nothing that is known" }
    if holders.count == 1 { return " held only by \(holders[0])" }
    let shown = Array(holders.shown(atMost: 2))
    let more = holders.count - shown.count
    return " held by "
      + (more > 0 ? "\(shown.joined(separator: ", ")) and \(more) more" : shown.listed)
  }
}
