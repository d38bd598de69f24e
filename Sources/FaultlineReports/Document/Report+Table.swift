// A table whose cells are texts already: what is best, worse or the reference is decided here.

package import FaultlineMeasures

extension Report {
  /// Numbers in rows and columns.
  package struct Table: Sendable, Hashable {
    /// The words above the table.
    package var title: String
    /// What is true of all rows, said once above them; mostly nothing.
    package var lead: String
    /// The columns; the first names the rows and is never dropped.
    package var columns: [Column]
    /// The rows, each with a cell for every column.
    package var rows: [Row]
    /// What is to be said below.
    package var remarks: [String]
    /// Whether rows are better broken into lines than shortened, where there is no room.
    package var isWhole: Bool
    /// Whether rows are read one by one where there is no room, with the title of each column: none is left out.
    package var isListedWhereNarrow = false
    /// A Boolean value that indicates whether rows become blocks of their own before a column is left out.
    package var dropsNoColumn = false
    /// What is said instead of many rows where they cannot be folded; empty where the rows are to be seen.
    package var fold = ""
    /// Whether it says at length what another table says in short: a page folds it once it is long.
    package var isSecond = false

    /// Makes a table.
    package init(
      title: String, lead: String = "", columns: [Column], rows: [Row], remarks: [String] = [],
      isWhole: Bool = false
    ) {
      self.title = title
      self.lead = lead
      self.columns = columns
      self.rows = rows
      self.remarks = remarks
      self.isWhole = isWhole
    }
  }

  /// A column's head.
  package struct Column: Sendable, Hashable {
    /// The words above the column.
    package var title: String
    /// The side on which its cells line up.
    package var alignment: Alignment
    /// Its importance: where there is no room, the highest number goes first.
    package var priority: Int
    /// The words above short cells, if the column has any.
    package var short: String?
    /// Which values of axes its cells have in common, where it stands in a table of axes.
    package var at: [AxisValue] = []

    /// The sides there are.
    package enum Alignment: String, Sendable, Hashable, CaseIterable {
      case leading, trailing
    }

    /// Makes a column's head.
    package init(title: String, alignment: Alignment, priority: Int, short: String? = nil) {
      self.title = title
      self.alignment = alignment
      self.priority = priority
      self.short = short
    }
  }

  /// A row of cells.
  package struct Row: Sendable, Hashable {
    /// The cells in the order of the columns.
    package var cells: [Cell]
    /// Which values of axes its cells have in common, where the scenario has axes.
    package var at: [AxisValue]

    /// Makes a row.
    package init(cells: [Cell], at: [AxisValue] = []) {
      self.cells = cells
      self.at = at
    }
  }

  /// A text in a table.
  package struct Cell: Sendable, Hashable {
    /// The text.
    package var text: String
    /// How it is meant.
    package var tone: Tone
    /// Whether it names the variant that the others are compared with.
    package var isReference: Bool
    /// The number behind the text, to sort by.
    package var value: Quantity?
    /// The number to its last digit, where the text is rounded.
    package var exact: String?
    /// What stands here where the whole text has no room.
    package var short: String?
    /// The relative difference from the reference, such as `−39 %`; nil where there is none.
    package var change: String?
    /// How near to the worst it is, from 0 to `Cell.deepest`, where cells are shaded.
    package var level: Int?
    /// Whether an expectation broke here.
    package var isBroken = false

    /// The level of the worst.
    package static let deepest = 4

    /// Makes a cell.
    package init(
      _ text: String, tone: Tone = .plain, isReference: Bool = false, short: String? = nil
    ) {
      self.text = text
      self.tone = tone
      self.isReference = isReference
      self.short = short
    }

    /// Makes a cell of a number.
    package init(_ value: Quantity, _ scale: Metric.Scale, tone: Tone = .plain) {
      self.init(NumberText.text(value, scale), tone: tone)
      self.value = value
      let exact = NumberText.exact(value, scale)
      self.exact = exact == text ? nil : exact
    }
  }
}
