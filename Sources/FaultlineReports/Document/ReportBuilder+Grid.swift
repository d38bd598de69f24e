// Hundreds of cells: tables of the axes that are varied, with the rows of all cells folded behind them.

import FaultlineMeasures

extension ReportBuilder {
  /// The variants beside each other: where they are many and vary several things, over these; else a row each.
  func cells(_ scenario: ScenarioResult) -> [Report.Block] {
    guard let cells = CellGrid(scenario) else {
      return variantTable(scenario) + deltaTable(scenario)
    }
    let rows = variantTable(scenario, cells.axes) + deltaTable(scenario, cells.axes)
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
