// Many trials as tables of the axes that they vary: a part for each reading, small tables for what is varied beside
// rows and columns.

import FaultlineAnalysis
import FaultlineMeasures

extension Report {
  /// The numbers of many trials over the axes that they vary.
  package struct Grid: Sendable, Hashable {
    /// The words above.
    package var title: String
    /// How many cells there are, what they vary, and what is the same in all of them.
    package var lead: [String]
    /// What is varied, to choose by.
    package var axes: [Axis]
    /// The tables of each reading, the most important first.
    package var parts: [Part]
    /// Within what the best and the worst are looked for, such as `at the same rows and store`; empty for all cells.
    package var scope: String
    /// How many cells were run.
    package var count: Int
    /// The readings that have no tables here, as there would be too many.
    package var leftOut: [String]
    /// Where all of it is, for formats that show less.
    package var elsewhere: String

    /// Something that is varied, with its values in their order.
    package struct Axis: Sendable, Hashable {
      /// What it is called.
      package var name: String
      /// What its values are called.
      package var values: [String]
      /// The same for addresses and programs, without groups of digits.
      package var plain: [String]

      /// Names an axis.
      package init(name: String, values: [String], plain: [String]) {
        self.name = name
        self.values = values
        self.plain = plain
      }
    }

    /// The tables of one reading.
    package struct Part: Sendable, Hashable {
      /// What was read.
      package var title: String
      /// The metric, where it was read, and which way is better.
      package var lead: String
      /// The tables, one for each combination of what is neither in rows nor in columns.
      package var facets: [Facet]

      /// Gathers tables.
      package init(title: String, lead: String, facets: [Facet]) {
        self.title = title
        self.lead = lead
        self.facets = facets
      }
    }

    /// A table of two axes, where all others have one value.
    package struct Facet: Sendable, Hashable {
      /// The values of the others.
      package var at: [AxisValue]
      /// The numbers, under these values in words; without others the title is empty.
      package var table: Table

      /// Places a table.
      package init(at: [AxisValue], table: Table) {
        self.at = at
        self.table = table
      }
    }

    /// Gathers tables over axes.
    package init(
      title: String, lead: [String], axes: [Axis], parts: [Part], scope: String, count: Int,
      leftOut: [String] = [], elsewhere: String = ""
    ) {
      self.title = title
      self.lead = lead
      self.axes = axes
      self.parts = parts
      self.scope = scope
      self.count = count
      self.leftOut = leftOut
      self.elsewhere = elsewhere
    }
  }

  /// A value of an axis, both by their places.
  package struct AxisValue: Sendable, Hashable {
    /// The place of the axis among those of its scenario.
    package var axis: Int
    /// The place of the value on it.
    package var value: Int

    /// Points at a value.
    package init(axis: Int, value: Int) {
      self.axis = axis
      self.value = value
    }
  }
}

extension Report.Grid {
  /// How many numbers a text shows; with more, it is no longer looked at.
  private static let mostInText = 600

  /// What a text has room for: so many parts, and so many tables of each.
  var shownInText: (parts: ArraySlice<Part>, facets: Int) {
    let parts = parts.prefix(max(1, Self.mostInText / max(1, count)))
    let facets = parts.first?.facets.count ?? 0
    return (parts, min(facets, max(1, facets * Self.mostInText / max(1, count))))
  }

  /// What a text leaves out, and where it is.
  var remarksInText: [String] {
    let (shown, facets) = shownInText
    let tables = (parts.first?.facets.count ?? 0) - facets
    let readings = parts.dropFirst(shown.count).map(\.title) + leftOut
    let missing =
      (tables > 0 ? ["\(counted(tables, "more table")) of each reading"] : [])
      + (readings.isEmpty ? [] : ["the tables of \(readings.listed)"])
    return (missing.isEmpty ? [] : ["… and \(missing.listed)"]) + [elsewhere]
  }

  /// The signs that stand in its tables, each with what it says.
  func legend(best: String, tie: String, worst: String, broken: String) -> String {
    let cells = parts.lazy.flatMap(\.facets).flatMap(\.table.rows).flatMap(\.cells)
    let place = scope.isEmpty ? "" : " \(scope)"
    let tones = Set(cells.map(\.tone))
    let signs: [(isSeen: Bool, words: String)] = [
      (tones.contains(.best), "\(best) best\(place)"),
      (tones.contains(.tie), "\(tie) a tie with it, \(Tie.words)"),
      (tones.contains(.worst), "\(worst) worst, or a tie with it"),
      (cells.contains(where: \.isBroken), "\(broken) breaks an expectation"),
      (cells.contains { $0.text == Report.Cell.notRun.text }, "a dot: not run"),
      (cells.contains { $0.text == Report.Cell.notRead.text }, "a dash: not read"),
    ]
    return signs.filter(\.isSeen).map(\.words).joined(separator: " · ")
  }
}

extension Report.Cell {
  /// Where nothing was read.
  static var notRead: Report.Cell { Report.Cell("–", tone: .same) }

  /// Where no trial ran.
  static var notRun: Report.Cell {
    var cell = Report.Cell("·", tone: .same)
    cell.exact = "not run"
    return cell
  }

  /// Where a trial died.
  static var died: Report.Cell { Report.Cell("crashed", tone: .worse) }
}

// Hundreds of cells: tables of the axes that are varied, with the rows of all cells folded behind them.
extension ReportBuilder {
  /// The variants beside each other: where they are many and vary several things, over these; else a row each.
  func cells(_ scenario: ScenarioResult) -> [Report.Block] {
    guard let cells = CellGrid(scenario) else {
      return variantTable(scenario)
    }
    let rows = variantTable(scenario, cells.axes)
    return [.grid(cells.grid)] + rows.map { $0.folded(ofMore: 0) }
  }
}

extension Report.Block {
  /// The most rows that a page unfolds; with more it opens too slowly.
  static let mostRows = 2_000
  /// What a table has at least before anything folds it.
  static let mostSeen = 40

  /// The same, but a table of more rows is folded on a page and counted elsewhere.
  func folded(ofMore than: Int = mostSeen) -> Report.Block {
    guard case .table(var table) = self, table.rows.count > than else { return self }
    let all = counted(table.rows.count, "row")
    table.fold = "\(table.title): \(all), which --format html unfolds."
    let more = table.rows.count - Self.mostRows
    if more > 0 {
      table.rows = Array(table.rows.prefix(Self.mostRows))
      table.remarks.append("… \(counted(more, "more row")); --format csv has every reading")
      table.fold =
        "\(table.title): \(all), of which --format html unfolds "
        + "\(NumberText.grouped(Self.mostRows))."
    }
    return .table(table)
  }
}
