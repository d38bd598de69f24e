// A table under its title: the same figures for a terminal and for a page.

/// One table of a run.
struct Section {
  let title: String
  let table: Table
  /// What has to be known beside the figures.
  var note: String?

  init(_ title: String, _ table: Table, note: String? = nil) {
    self.title = title
    self.table = table
    self.note = note
  }

  var text: String {
    [title, table.text, note].compactMap(\.self).joined(separator: "\n\n")
  }

  var markdown: String {
    ["## \(title)", table.markdown, note].compactMap(\.self).joined(separator: "\n\n")
  }
}
