// pin: a reader keeps seeing the store as it is now.

import Faultline
import FaultlineSQLite

/// Opens a reader whose transaction stays open, as that of a context pinned to a query generation does.
package struct PinStep: Step {
  package static let keyword = "pin"
  package static let meaning =
    "Open a reader on the store's file and keep it at what is stored now, until its name is released; 'wal.bytes' shows "
    + "what that keeps."
  package static let example = """
    - pin: {as: report}
    - insert: {entity: Employee, count: rows}
    - save: {}
    - release: report
    """
  package static let keys = [
    Key("as", .name, required: true, "The reader's name, which holds no objects.")
  ]

  private let reader: Int

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let name = try text.fields(of: Self.self).required("as")
    guard scope.store.isOnDisk else {
      throw name.diagnostic(
        "only an SQLite store has a log that a reader can keep, and this runs on "
          + scope.store.name.inQuotes,
        notes: ["'stores: [sqlite]' in the scenario gives it one"])
    }
    reader = try scope.variables.giveListener(name)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    estimate.objects.release(reader)
  }

  package func execute(in session: Session) throws {
    var readers: [AnyObject] = []
    for store in session.coordinator.persistentStores where store.url != nil {
      readers.append(try PinnedReader(store))
    }
    session.variables.bind(reader, to: .listeners(readers), of: session.current)
  }
}
