// A flame graph: calls as boxes under each other, as wide as the bytes that they took.

extension Report {
  /// Calls as boxes, with a table that says the same in numbers.
  package struct FlameGraph: Sendable, Hashable {
    /// The words above the picture.
    package var title: String
    /// What is to be seen, for those who cannot see it.
    package var summary: String
    /// The boxes, each behind the one that it lies under.
    package var boxes: [Box]
    /// The same numbers, function by function.
    package var table: Table

    /// How many rows of boxes there are.
    package var depth: Int { (boxes.map(\.row).max() ?? -1) + 1 }

    /// Makes a graph.
    package init(title: String, summary: String, boxes: [Box], table: Table) {
      self.title = title
      self.summary = summary
      self.boxes = boxes
      self.table = table
    }
  }

  /// A call in a flame graph.
  package struct Box: Sendable, Hashable {
    /// What stands in it.
    package var name: String
    /// What is said of it.
    package var words: String
    /// Its row, counted from the outermost call.
    package var row: Int
    /// Where it begins, from 0 at the left to 1.
    package var start: Double
    /// How wide it is, of 1.
    package var width: Double
    /// The place of its colour.
    package var style: Int

    /// Makes a box.
    package init(name: String, words: String, row: Int, start: Double, width: Double, style: Int) {
      self.name = name
      self.words = words
      self.row = row
      self.start = start
      self.width = width
      self.style = style
    }
  }
}
