// Steps that the engine must refuse: what a rule forbids is shown by trying it.

import Faultline

/// The key `refused` of a step that may expect the engine's error.
struct Refusal: Sendable {
  /// Whether the step fails unless the engine refuses it.
  let isExpected: Bool
  private let node: Node?

  /// The key, with what a step says of it.
  static func key(_ meaning: String) -> Key {
    Key("refused", .flag, "\(meaning); false if it is left out.")
  }

  /// The key of a step that uses objects, which may be those of any context then.
  static let ofStrangers = key(
    "Whether the engine must refuse each object, because it belongs to another context or is used outside of its "
      + "context's private queue")

  init(_ fields: Fields) throws(Diagnostic) {
    node = fields.optional("refused")
    isExpected = try node?.flag() ?? false
  }

  /// Refuses to expect what cannot happen: one context's objects, used where they may be.
  func weigh(
    _ objects: WorkloadContexts.Entry, pointedAt others: [WorkloadContexts.Entry],
    _ contexts: WorkloadContexts
  ) throws(Diagnostic) {
    guard let node, isExpected, !contexts.refusesUse(of: objects),
      !others.contains(where: { $0.number != objects.number || $0.isRenewed })
    else { return }
    throw node.diagnostic(
      "nothing refuses this: the objects belong to one context, \(objects.name.inQuotes), and may be used here",
      notes: [
        "objects of two contexts cannot be related, and those of a private queue cannot be used outside of it (P7)"
      ])
  }

  /// Carries something out, or expects that the engine does not let it.
  func judge(
    _ what: String, _ body: () throws(StepFailure) -> Void
  ) throws(StepFailure) {
    guard isExpected else { return try body() }
    do throws(StepFailure) {
      try body()
    } catch {
      // A formula without a value says nothing about rules.
      guard error.isOfEngine else { throw error }
      return
    }
    throw StepFailure("the \(what) succeeded, and 'refused: true' says that it must not.")
  }

  /// Does the same with each of some objects; each must be refused, and there must be one.
  func judge(
    _ what: String, each objects: ContiguousArray<ManagedObject>, named name: String,
    using key: String,
    _ body: (Int, ManagedObject) throws(StepFailure) -> Void
  ) throws(StepFailure) {
    guard !objects.isEmpty else {
      throw StepFailure("'\(name)' holds no objects, so nothing could be refused.")
    }
    for (index, object) in objects.enumerated() {
      try judge(what) { () throws(StepFailure) in
        // What an app's accessors do where queues are checked.
        try engine { () throws(GraphError) in try object.checkUse(of: key) }
        try body(index, object)
      }
    }
  }
}
