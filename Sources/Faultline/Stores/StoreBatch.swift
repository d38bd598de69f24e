// A batch request as a store can carry it out by itself: rows are changed, and no object is made.

/// What a store is to do to many rows in one go.
package struct StoreBatch {
  /// Which rows it is about.
  package enum Target {
    case query(StoreQuery)
    /// Rows by their keys; keys without a row are left out.
    case keys([ForeignKey])
  }

  /// What is done to them.
  package enum Work {
    /// The rows go, and delete rules are followed unless the rows are to go alone; a relationship that denies
    /// deletions is none that is followed.
    case delete(followsRules: Bool)
    case update(BatchAssignments)
  }

  package let target: Target
  package let work: Work
  /// Whether the keys of the rows are wanted afterwards: memory for each of them.
  package let wantsKeys: Bool

  /// What came of it.
  package struct Outcome {
    /// How many rows the request was about: those that were found and, where rows go, those that went with them.
    package var count: Int
    /// How many rows were written or removed, those at the other ends of relationships among them.
    package var rowsWritten: Int
    /// The rows that were removed.
    package var deleted: [ForeignKey] = []
    /// The rows that were changed; where rows go, those at the other ends of their relationships.
    package var updated: [ForeignKey] = []

    package init(count: Int, rowsWritten: Int) {
      self.count = count
      self.rowsWritten = rowsWritten
    }
  }

  /// Which of some rows of an entity were changed or removed.
  package typealias Question = (_ keys: [Int64], EntityDescription) throws(GraphError) -> [Int64]
}

/// The new values of an update, checked against the model.
package struct BatchAssignments {
  /// The entity of the row of constants: the first of those that are asked about.
  package let entity: EntityDescription
  /// A row whose values in `slots` all rows get.
  package let constants: Row
  package let slots: [Int]
  /// Slots with values that are computed of each row by itself.
  package let computed: [(slot: Int, term: BoundTerm, form: Form)]
  /// To-one relationships in `slots`, with the destination that all rows get.
  package let references: [(tie: EntityLayout.Tie, destination: ForeignKey?)]

  /// Whether no row gets a value: such rows stay as they are, in their version too.
  package var isEmpty: Bool { slots.isEmpty && computed.isEmpty }

  /// What a computed value is kept as.
  package enum Form: Equatable {
    case real, truth, text
    case integer(ClosedRange<Int64>)
  }
}
