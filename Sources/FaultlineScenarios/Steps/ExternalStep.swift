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

  private let sql: NameText

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    sql = try NameText(text.value, in: scope.names)
    guard scope.store.isOnDisk else {
      throw text.value.diagnostic(
        "only an SQLite store has a file that others can write to, and this runs on "
          + scope.store.name.inQuotes,
        notes: ["'stores: [sqlite]' in the scenario gives it one"])
    }
  }

  package func execute(in session: Session) throws {
    let statements = try sql.text(in: session.names)
    for store in session.coordinator.persistentStores where store.url != nil {
      try ExternalWriter.run(statements, on: store)
    }
  }
}
