// What wants a look, for readers with little room: one thing once, however many variants it happened in.

import FaultlineAnalysis
import FaultlineMeasures

extension Report {
  /// The cases that failed or had no answer; the answers to one expectation are one trouble, with a line a variant.
  var troubles: [Case] {
    var groups: [[Case]] = []
    var places: [[String]: Int] = [:]
    for item in cases where item.isTrouble {
      let key = [
        item.scenario, item.question, item.outcome.rawValue, item.place?.description ?? "",
      ]
      if item.kind == .expectation, let place = places[key] {
        groups[place].append(item)
      } else {
        if item.kind == .expectation { places[key] = groups.count }
        groups.append([item])
      }
    }
    return groups.map { group in
      guard group.count > 1 else { return group[0] }
      let lines = group.shown(atMost: List.limit).map { item in
        (item.variant.map { "\($0): " } ?? "") + item.message
      }
      let more = group.count - lines.count
      var all = group[0]
      all.name = "\(all.question) (\(counted(group.count, "variant")))"
      all.message = lines[0]
      all.details = lines.dropFirst() + (more > 0 ? ["… \(more) more"] : []) + all.details
      return all
    }
  }
}

extension Report {
  /// The scenarios of a comparison that are not as they were.
  var entryItems: [Item] {
    blocks.flatMap { block -> [Item] in
      if case .list(let list) = block, list.title == ReportBuilder.entriesTitle {
        list.items
      } else {
        []
      }
    }
  }

  /// Whether no entry says what a case says.
  func isSaidByCaseAlone(_ item: Case) -> Bool {
    subject.faults.contains { $0.scenario == item.scenario }
      || !entryItems.contains { $0.text.hasPrefix("\(item.scenario): ") }
  }
}
