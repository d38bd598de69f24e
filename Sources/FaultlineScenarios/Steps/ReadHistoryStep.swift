// read history: what was saved since a token, and contexts that merge it.

import Faultline
import FaultlineProfiler

/// Reads the transactions of the stores' history since a token, as a reader does that was away.
package struct ReadHistoryStep: Step {
  package static let keyword = "read history"
  package static let meaning =
    "Read what the stores' history has since a token, which then stands behind it; 'history.transactions' counts. In a "
    + "variant without a history it does nothing."
  package static let example = """
    - history token: seen
    - context: {name: worker, transactionAuthor: sync}
    - in: worker
      steps:
        - insert: {entity: Employee, count: 3}
        - save: {}
    - read history: {since: seen, author: sync, merge: main}
    """
  package static let keys = [
    Key(
      "since", .name, required: true,
      "The name of the token; afterwards it stands for the place behind what was read."),
    Key(
      "author", .text,
      "Only transactions of contexts with this 'transactionAuthor' are counted and merged; all if it is left out."
    ),
    Key(
      "other than", .text,
      "Transactions of this author are left out, as a reader leaves out its own; none if it is left out."
    ),
    MergeTargets.key,
    Refusal.key(
      "Whether the engine must refuse it, because a part of the history since the token was purged"),
  ]

  private let token: TokenReference
  private let author: String?
  private let otherAuthor: String?
  private let targets: MergeTargets
  private let refusal: Refusal

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    token = try scope.variables.token(try fields.required("since"))
    author = try fields.optional("author")?.label()
    otherAuthor = try fields.optional("other than")?.label()
    if let author, author == otherAuthor, let node = fields.optional("other than") {
      throw node.diagnostic("the transactions of \(author.inQuotes) are read and left out")
    }
    targets = try MergeTargets(fields, in: &scope)
    refusal = try Refusal(fields)
    scope.listening.isCounted = true
    scope.listening.extras.insert(.history)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try targets.check(in: estimate)
    try estimate.handleAll()
  }

  package func execute(in session: Session) throws {
    guard try session.coordinator.currentPersistentHistoryToken() != nil else { return }
    guard case .token(let since)? = session.variables[token.slot]?.content else {
      throw StepFailure("read history: the token '\(token.name)' was released.")
    }
    var found: PersistentHistoryResult?
    try refusal.judge("reading") { () throws(GraphError) in
      found = try session.context.execute(.fetchHistory(after: since))
    }
    guard !refusal.isExpected, let found else { return }
    // What is left out has been seen as well.
    if let token = found.token {
      session.variables.bind(
        self.token.slot, to: .token(since.moved(to: token)), of: session.current)
    }
    let wanted = found.transactions.filter { transaction in
      (author == nil || transaction.author == author)
        && (otherAuthor == nil || transaction.author != otherAuthor)
    }
    session.historyTally?.add(wanted)
    for transaction in wanted { try targets.merge(transaction.savedChanges, in: session) }
  }
}
