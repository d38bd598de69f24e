// What a results controller knows of its results: their IDs, in which order, in which sections.

import Foundation

/// One object of the results, which need not be in memory.
struct ResultsRow {
  var id: ManagedObjectID
  /// The serial of an object that was never saved; 0 for all others.
  var newcomer: UInt32 = 0
  /// Whether it got another ID since it was put here: among its equals its place may be another now.
  var isRenamed = false
  /// What it is sorted by; empty until an object has to be put in its place.
  var values: ContiguousArray<SortValue> = []
}

/// Rows in their order, cut into sections.
struct ResultsList {
  struct Section: Equatable {
    let name: String
    var rows: Range<Int>
  }

  /// A row with the section that it belongs to.
  struct Placed {
    var row: ResultsRow
    var section: String
  }

  var rows: ContiguousArray<ResultsRow>
  private(set) var sections: [Section]

  /// A list without sections is one section without a name, which is there even when it is empty.
  init(unsectioned rows: ContiguousArray<ResultsRow>) {
    self.rows = rows
    sections = [Section(name: "", rows: rows.indices)]
  }

  /// Cuts rows into sections of known sizes; nil if they do not fit.
  init?(_ rows: ContiguousArray<ResultsRow>, cutInto sizes: [(name: String, count: Int)]) {
    self.rows = rows
    sections = []
    for (name, count) in sizes {
      let start = sections.last?.rows.upperBound ?? 0
      guard count > 0, count <= rows.count - start else { return nil }
      sections.append(Section(name: name, rows: start..<start + count))
    }
    guard sections.last?.rows.upperBound ?? 0 == rows.count else { return nil }
  }

  /// Cuts rows where the names of their sections change; nil for a list without sections.
  ///
  /// A name that comes back after another one was an end is a mistake of the order.
  init(
    _ rows: ContiguousArray<ResultsRow>, sections names: [String]?
  ) throws(OutOfOrderSection) {
    self.init(unsectioned: rows)
    guard let names else { return }
    sections = []
    var seen: Set<String> = []
    for (place, name) in names.enumerated() {
      if let last = sections.last, last.name == name {
        sections[sections.count - 1].rows = last.rows.lowerBound..<place + 1
      } else {
        guard seen.insert(name).inserted else {
          throw OutOfOrderSection(name: name, id: rows[place].id)
        }
        sections.append(Section(name: name, rows: place..<place + 1))
      }
    }
  }

  /// Puts rows of the same section together, where the first of them stands.
  init(_ rows: ContiguousArray<ResultsRow>, gathering names: [String]) {
    var sizes: [(name: String, count: Int)] = []
    var numbers: [String: Int] = [:]
    for name in names {
      let number = numbers[name] ?? sizes.count
      if number == sizes.count { sizes.append((name, 0)) }
      numbers[name] = number
      sizes[number].count += 1
    }
    let places = rows.indices.sorted { one, other in
      let (first, second) = (numbers[names[one]] ?? 0, numbers[names[other]] ?? 0)
      return first == second ? one < other : first < second
    }
    self.init(unsectioned: ContiguousArray(places.map { rows[$0] }))
    sections = []
    for (name, count) in sizes {
      let start = sections.last?.rows.upperBound ?? 0
      sections.append(Section(name: name, rows: start..<start + count))
    }
  }

  /// The number of the section in which a place lies.
  func section(at place: Int) -> Int {
    var (low, high) = (0, sections.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if sections[middle].rows.lowerBound > place { high = middle } else { low = middle }
    }
    return low
  }

  /// The list with some rows taken out and others put where they belong.
  func replacing(
    _ leaving: Set<ManagedObjectID>, with arrivals: [Placed], in order: ResultsOrder,
    isSectioned: Bool
  ) throws(OutOfOrderSection) -> ResultsList {
    var kept: ContiguousArray<ResultsRow> = []
    var names: [String] = []
    kept.reserveCapacity(rows.count + arrivals.count)
    for section in sections {
      for place in section.rows where !leaving.contains(rows[place].id) {
        kept.append(rows[place])
        if isSectioned { names.append(section.name) }
      }
    }
    let arrivals = arrivals.sorted { order.puts($0.row, before: $1.row) }
    guard !arrivals.isEmpty else {
      return try ResultsList(kept, sections: isSectioned ? names : nil)
    }
    var merged: ContiguousArray<ResultsRow> = []
    var mergedNames: [String] = []
    merged.reserveCapacity(kept.count + arrivals.count)
    var next = 0
    for arrival in arrivals {
      var (low, high) = (next, kept.count)
      while low < high {
        let middle = (low + high) / 2
        if order.puts(arrival.row, before: kept[middle]) { high = middle } else { low = middle + 1 }
      }
      merged += kept[next..<low]
      merged.append(arrival.row)
      if isSectioned {
        mergedNames += names[next..<low]
        mergedNames.append(arrival.section)
      }
      next = low
    }
    merged += kept[next...]
    if isSectioned { mergedNames += names[next...] }
    return try ResultsList(merged, sections: isSectioned ? mergedNames : nil)
  }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: rows, .registry)
    for row in rows {
      visitor.show(elementsOf: row.values, .registry)
      for value in row.values { value.showBlocks(to: visitor) }
    }
    visitor.show(elementsOf: sections, .registry)
    for section in sections { visitor.show(section.name, .registry) }
  }
}

/// A row of a section that had ended before.
struct OutOfOrderSection: Error {
  let name: String
  let id: ManagedObjectID
}

/// Compares rows by the values of the sort keys, and where those are equal as every fetch does.
struct ResultsOrder {
  let keys: [BoundSortKey]
  /// Where each entity stands among those that count.
  let ranks: [Int]

  init(_ question: StoreQuestion, entityCount: Int) {
    keys = question.order
    ranks = question.ranks(entityCount: entityCount)
  }

  /// Whether one row comes before another.
  func puts(_ one: ResultsRow, before two: ResultsRow) -> Bool {
    for (place, key) in keys.enumerated() {
      let order = key.order(one.values[place].scalar, two.values[place].scalar)
      if order != 0 { return order < 0 }
    }
    return standing(of: one) < standing(of: two)
  }

  /// Whether rows stand as their values say.
  func agrees(with rows: some Sequence<ResultsRow>) -> Bool {
    zip(rows, rows.dropFirst()).allSatisfy { !puts($1, before: $0) }
  }

  private func standing(of row: ResultsRow) -> Standing {
    Standing(
      newcomer: row.newcomer, isTemporary: row.id.isTemporaryID, space: row.id.space.ordinal,
      rank: ranks[row.id.entity.index], key: row.id.key)
  }
}

/// A value of a sort key, as long as a list keeps it.
///
/// A comparison makes a scalar of it, so that lists, stores and fetches put objects in one and the same order.
enum SortValue {
  case none
  case integer(Int)
  case real(Double)
  case text(String)
  case bytes([UInt8])

  init(_ scalar: Scalar) {
    switch scalar {
    // Objects have no order, and no request can be sorted by them.
    case .none, .object: self = .none
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(text)
    case .bytes(let data): self = .bytes(Array(data))
    }
  }

  var scalar: Scalar {
    switch self {
    case .none: .none
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .bytes(let bytes): .bytes(Data(bytes))
    }
  }

  func showBlocks(to visitor: BlockVisitor) {
    switch self {
    case .none, .integer, .real: break
    case .text(let text): visitor.show(text, .registry)
    case .bytes(let bytes): visitor.show(elementsOf: bytes, .registry)
    }
  }
}
