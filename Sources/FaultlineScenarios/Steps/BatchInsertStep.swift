// batch insert: the store gets new rows, and no context learns of them.

import Faultline

/// Puts new rows into the store past all contexts.
package struct BatchInsertStep: Step {
  package static let keyword = "batch insert"
  package static let meaning =
    "Put new rows straight into the store, without an object for each; no context learns of them by itself."
  package static let example = """
    - batch insert: {entity: Employee, count: 100, set: {name: 'Employee {index}', salary: 'random(1000, 9000)'}}
    - batch insert: {entity: Employee, count: 100, by: array, merge: main}
    """
  package static let keys = [
    Key("entity", .name, required: true, "The entity of the rows."),
    Key("count", .formula, required: true, "How many rows."),
    Key("set", .values, "Values by attribute."),
    Key(
      "by", .choice(Source.allCases.map(\.rawValue)),
      "A block that fills one dictionary after the other, or an array that has all of them in memory at once; a block "
        + "if it is left out."),
    Key(
      "result", .choice(ResultKind.allCases.map(\.rawValue)),
      "The number of rows, or the IDs of all; IDs with 'merge', and the number without it, if it is left out."
    ),
    MergeTargets.key,
  ]

  /// Where the values come from.
  private enum Source: String, CaseIterable {
    case block, array
  }

  private enum ResultKind: String, CaseIterable {
    case count
    case ids = "IDs"

    var type: BatchResultType { self == .count ? .count : .objectIDs }
  }

  private let entity: EntityDescription
  private let count: Formula
  private let assignments: Assignments
  private let source: Source
  private let result: BatchResultType
  private let targets: MergeTargets

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    entity = try scope.concreteEntity(try fields.required("entity"))
    count = try scope.formula(try fields.required("count"))
    let values = fields.optional("set")
    for entry in try values?.entries() ?? [] {
      guard
        case .attribute = try scope.settable(entry.key, of: entity, withRelationships: false)
      else {
        throw entry.key.diagnostic(
          "'\(entity.name).\(entry.name)' leads to objects, and a batch sets attributes")
      }
    }
    assignments = try Assignments(values, of: entity, in: &scope)
    source = try fields.optional("by")?.choice(of: Source.self) ?? .block
    targets = try MergeTargets(fields, in: &scope)
    let wanted = fields.optional("result")
    result = try wanted?.choice(of: ResultKind.self).type ?? targets.resultType
    if let wanted, result != targets.resultType, result == .count {
      throw wanted.diagnostic(
        "'merge' needs the IDs of the rows, and the result has only their number",
        notes: ["leave 'result' out, or 'merge'"])
    }
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    let count = try estimate.count(count)
    try estimate.insert(count, of: entity, into: nil)
    if count > 0 { try assignments.tryOut(count, in: &estimate) }
    try targets.check(in: estimate)
  }

  package func execute(in session: Session) throws {
    let count = try count.count(in: session.names)
    let rows = InsertedRows(try assignments.drafting(in: session), count: count)
    var request =
      switch source {
      case .array: BatchInsertRequest(entityName: entity.name, objects: rows.all)
      case .block: BatchInsertRequest(entityName: entity.name) { !rows.fill(&$0) }
      }
    request.resultType = result
    // A value that cannot be made is the cause of whatever the store says of the rows.
    let done = Result { try session.context.execute(request) }
    rows.keepSources(in: session)
    if let failure = rows.failure { throw failure }
    try targets.merge(try done.get(), in: session)
  }
}

/// The rows of a batch, made one after the other.
private final class InsertedRows {
  private var drafts: [ValueDraft]
  private let count: Int
  private var index = 0
  /// Why a value could not be made; no row comes after it.
  private(set) var failure: (any Error)?

  init(_ drafts: [ValueDraft], count: Int) {
    self.drafts = drafts
    self.count = count
  }

  /// Fills the values of the next row; false when there are no more.
  func fill(_ values: inout [String: Any?]) -> Bool {
    guard index < count, failure == nil else { return false }
    do {
      for place in drafts.indices {
        values[drafts[place].name] = try drafts[place].value(at: index).bare
      }
    } catch {
      failure = error
      return false
    }
    index += 1
    return true
  }

  /// All of them at once.
  var all: [[String: Any?]] {
    var rows: [[String: Any?]] = []
    var values: [String: Any?] = [:]
    while fill(&values) {
      rows.append(values)
      values = [:]
    }
    return rows
  }

  /// Leaves the streams of random numbers where the last row left them.
  func keepSources(in session: Session) {
    for draft in drafts { session.sources[draft.stream] = draft.source }
  }
}
