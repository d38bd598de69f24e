// The axes of a matrix: what its trials vary, found in the fields of their keys, and which of them are rows and columns.

import FaultlineAnalysis
import FaultlineMeasures

/// What the trials of a scenario vary.
struct CellAxes {
  /// What an axis is made of.
  enum Kind: Int {
    case setting, variant, size, store
  }

  /// Something that has at least two values.
  struct Axis {
    let kind: Kind
    let name: String
    /// Nothing stands for a trial that does not have it, such as a cell that was added to the matrix.
    let values: [Setting.Value?]
  }

  let axes: [Axis]
  /// The place of each trial's value on each axis.
  let places: [[Int]]

  /// Finds the axes of trials.
  init(_ keys: [TrialKey]) {
    let drafts =
      [(Kind.variant, "variant")] + Self.names(keys, \.axes).map { (.setting, $0) }
      + Self.names(keys, \.sizes).map { (.size, $0) } + [(.store, "store")]
    var axes: [Axis] = []
    var places = keys.map { _ in [Int]() }
    for (kind, name) in drafts {
      let mine = keys.map { Self.value(of: $0, kind, name) }
      var values = mine.withoutRepeats
      guard values.count > 1 else { continue }
      // Sizes go up, however they are listed.
      if kind == .size, !values.contains(where: { $0?.whole == nil }) {
        values.sort { ($0?.whole ?? 0) < ($1?.whole ?? 0) }
      }
      let known = Dictionary(uniqueKeysWithValues: zip(values, values.indices))
      axes.append(Axis(kind: kind, name: name, values: values))
      for (trial, value) in mine.enumerated() { places[trial].append(known[value] ?? 0) }
    }
    self.axes = axes
    self.places = places
  }

  private static func names(_ keys: [TrialKey], _ part: (TrialKey) -> [Setting]) -> [String] {
    keys.flatMap { part($0).map(\.name) }.withoutRepeats
  }

  private static func value(of key: TrialKey, _ kind: Kind, _ name: String) -> Setting.Value? {
    switch kind {
    case .variant: .word(key.variant)
    case .setting: key.axes.first { $0.name == name }?.value
    case .size: key.sizes.first { $0.name == name }?.value
    case .store: key.store.map { .word($0) }
    }
  }

  /// The values of a trial.
  func at(_ trial: Int) -> [Report.AxisValue] {
    places[trial].enumerated().map { Report.AxisValue(axis: $0, value: $1) }
  }

  /// The trials with the same values on some axes together, in the order of these values.
  func grouped(by some: [Int]) -> [[Int]] {
    Dictionary(grouping: places.indices) { trial in some.map { places[trial][$0] } }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  /// The axes that no variant can choose: what reads other numbers there is no better.
  var ofSurroundings: [Int] {
    axes.indices.filter { axes[$0].kind == .size || axes[$0].kind == .store }
  }
}

extension CellAxes.Axis {
  /// The values as they stand beside rows and above columns.
  var labels: [String] { values.map { $0.map(Self.label) ?? "not set" } }

  /// The values for addresses and programs.
  var plain: [String] { values.map { $0?.plain ?? "not set" } }

  private static func label(_ value: Setting.Value) -> String {
    value.description.isEmpty ? "''" : value.description
  }

  /// A value where nothing else says of what it is.
  func words(_ place: Int) -> String {
    guard let value = values[place] else { return "\(name) not set" }
    return kind == .variant || kind == .store
      ? value.plain : Setting(name: name, value: value).assignment
  }
}

extension CellAxes {
  /// Which axes are rows and columns, and which part the tables.
  struct Layout {
    let rows: Int
    let columns: Int
    let facets: [Int]
  }

  /// Longer rows of sizes are turned.
  private static let mostColumns = 12

  /// Sizes go along the columns, the longest of the others down the rows, and what is left parts the tables; nil where
  /// fewer than two things are varied.
  ///
  /// Of two that are equally long a setting goes before the variant, sizes and stores; without sizes the second longest
  /// goes along the columns.
  var layout: Layout? {
    guard axes.count > 1 else { return nil }
    let longest = axes.indices.sorted { one, other in
      let (a, b) = (axes[one], axes[other])
      if a.values.count != b.values.count { return a.values.count > b.values.count }
      return a.kind != b.kind ? a.kind.rawValue < b.kind.rawValue : one < other
    }
    let columns = longest.first { axes[$0].kind == .size } ?? longest[1]
    let rows = longest.first { $0 != columns } ?? longest[0]
    let facets = axes.indices.filter { $0 != rows && $0 != columns }
    let isTurned =
      axes[columns].values.count > max(Self.mostColumns, axes[rows].values.count)
    return isTurned
      ? Layout(rows: columns, columns: rows, facets: facets)
      : Layout(rows: rows, columns: columns, facets: facets)
  }
}

// The names of trials as cells of a table.
extension TrialNames {
  /// Returns the name as a cell, which in a narrow window has the values alone.
  func cell(of trial: TrialResult, isReference: Bool = false) -> Report.Cell {
    Report.Cell(
      name(of: trial), isReference: isReference, short: shortHead == nil ? nil : values(of: trial))
  }

  /// The column of such cells.
  var column: Report.Column {
    Report.Column(title: "variant", alignment: .leading, priority: 0, short: shortHead)
  }
}
