// The names of trials as cells of a table.

import FaultlineAnalysis
import FaultlineMeasures

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
