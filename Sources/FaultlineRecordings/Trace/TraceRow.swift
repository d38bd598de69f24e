// One row of a table of a trace, until all tables are read and it can take its place among the others.

/// A request or a save, with its time.
struct TraceRow {
  enum What {
    case request(ObservedRequest)
    case save(ObservedSave)
  }

  let what: What
  let start: Int
  /// Which came first of those with the same time.
  let order: Int

  /// More are not put in order: they would fill the memory.
  static let most = 500_000
}
