// The lessons that a course begins with, in order: each needs only what those before it have shown.

/// A lesson that a course begins with, and why it stands at its place.
package struct FirstLesson {
  /// The scenario's name.
  package let scenario: String
  /// What a reader knows after it, as the index says it.
  package let teaches: String

  /// A lesson stands behind those whose words it uses; a course that has only some of them keeps their order.
  package static let all = [
    Self(
      scenario: "run-loop-lifetime",
      teaches:
        "What holds an object: unsaved changes, the turn's pool, a variable. The context does not."),
    Self(
      scenario: "figure-1-department-is-a-fault",
      teaches:
        "What a fault is and what fires it, now that it is clear when an object is there. What a reset does."
    ),
    Self(
      scenario: "parent-child-cycle",
      teaches:
        "The next holder is another object: a relationship that was accessed. Two of them hold each other."
    ),
    Self(
      scenario: "refresh-breaks-the-cycle",
      teaches: "How a retain cycle is broken: one side becomes a fault again."),
    Self(
      scenario: "undo-holds-objects",
      teaches: "The last holder: an undo manager keeps what was changed, saved or not."),
    Self(
      scenario: "n-plus-one",
      teaches: "What firing costs: one request for each fault, unless the fetch has prefetched."),
    Self(
      scenario: "batch-faulting",
      teaches: "A batch size lies between one request for each row and all rows in memory."),
    Self(
      scenario: "nested-save-goes-one-up",
      teaches:
        "A second context above the first: a save hands everything to the parent, and so to its undo manager."
    ),
    Self(
      scenario: "merge-did-save",
      teaches:
        "A second context beside the first: what it has changed, added and deleted comes in by a merge."
    ),
    Self(
      scenario: "batch-delete-leaves-objects",
      teaches:
        "What is done in the store alone: no context learns of it, and a statement of another program follows no delete rule."
    ),
  ]

  /// The place of a scenario among them.
  static func place(of scenario: String) -> Int? {
    all.firstIndex { $0.scenario == scenario }
  }
}
