// external: another program writes to the store's file.

import Faultline
import FaultlineSQLite

/// Runs SQL on the store's file behind the engine's back.
package struct ExternalStep: Step {
  package static let keyword = "external"
  package static let value = Kind.text
  package static let meaning =
    "Run SQL on the store's own file, as another program would; the engine learns nothing of it."
  package static let example = """
    - external: UPDATE ZEMPLOYEE SET ZSALARY = ZSALARY + {rows}
    """

  private let node: Node
  private let sql: NameText

  package init(_ text: StepText) throws(Diagnostic) {
    node = text.value
    sql = try NameText(node)
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try sql.check(rehearsal.names)
    guard rehearsal.store.isOnDisk else {
      throw node.diagnostic(
        "only an SQLite store has a file that others can write to, and this runs on "
          + rehearsal.store.name.inQuotes,
        notes: ["'stores: [sqlite]' in the scenario gives it one"])
    }
  }

  package func run(on stage: Stage) throws(StepFailure) {
    let statements = try evaluating { () throws(FormulaError) in try sql.text(in: stage.names) }
    for store in stage.coordinator.persistentStores where store.url != nil {
      try engine { () throws(GraphError) in try ExternalWriter.run(statements, on: store) }
    }
  }
}
