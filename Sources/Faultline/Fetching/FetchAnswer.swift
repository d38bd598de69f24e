// What comes back for a request: rows of the stores and unsaved changes, as one answer.

/// The answer to a question, of the next level up and of unsaved changes.
enum FetchAnswer {
  /// Rows of stores, all of them as they are, and new objects behind them.
  case rows(FetchedRows, [ManagedObject])
  /// Rows and objects, put together in memory.
  case merged(MergedAnswer)

  /// Puts a question to the next level up, and lets unsaved changes have their say.
  init(
    _ question: StoreQuestion, from offset: Int, atMost limit: Int, withValues: Bool,
    in context: ManagedObjectContext
  ) throws(GraphError) {
    let upstream = try context.upstream()
    let pending = try PendingChanges(question, in: context)
    // The answers of several stores follow each other, unless there is an order in all of them.
    let needsOrder = !question.order.isEmpty || offset > 0
    let isScattered = needsOrder ? try upstream.asksSeveral(question) : false
    let isWhole = offset == 0 && limit == 0
    let isAppended = question.condition == nil && !needsOrder && isWhole && pending.outdated.isEmpty
    if pending.isEmpty || isAppended, !isScattered {
      self = .rows(
        try upstream.fetch(question, from: offset, atMost: limit, withValues: withValues),
        pending.candidates)
    } else {
      self = .merged(
        try MergedAnswer(
          question, pending, from: offset, atMost: limit, in: context, withValues: withValues))
    }
  }
}
