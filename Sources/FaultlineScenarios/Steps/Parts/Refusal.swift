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
  func check(
    _ objects: EstimatedContexts.Entry, pointedAt others: [EstimatedContexts.Entry],
    in contexts: EstimatedContexts
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
  ///
  /// What the engine says is not put into words: that would be memory of the workload's.
  func judge(_ what: String, _ body: () throws(GraphError) -> Void) throws {
    guard isExpected else { return try body() }
    do throws(GraphError) { try body() } catch { return }
    throw accepted(what)
  }

  /// Does the same with each of some objects; each must be refused, and there must be one.
  func expect(
    _ what: String, each objects: ContiguousArray<ManagedObject>, named name: String,
    using key: String, _ body: (Int, ManagedObject) throws -> Void
  ) throws {
    guard !objects.isEmpty else {
      throw StepFailure("'\(name)' holds no objects, so nothing could be refused.")
    }
    for (index, object) in objects.enumerated() {
      do throws(GraphError) {
        // What an app's accessors do where queues are checked.
        try object.checkUse(of: key)
      } catch {
        continue
      }
      do {
        try body(index, object)
      } catch is GraphError {
        // Any other error, as of a formula without a value, says nothing about rules.
        continue
      }
      throw accepted(what)
    }
  }

  private func accepted(_ what: String) -> StepFailure {
    StepFailure("the \(what) succeeded, and 'refused: true' says that it must not.")
  }
}
