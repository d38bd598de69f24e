// A school whose store keeps a history, and the rows of that as texts.

import FaultlineTestGraph
import FaultlineTestSupport
import Foundation

@testable import Faultline
@testable import FaultlineSQLite

/// Tests of a store with a history.
protocol HistorySchool: ForeignSchool {}

extension HistorySchool {
  private static var origin: HistoryOrigin {
    HistoryOrigin(
      bundleID: "app.school", processID: "school",
      first: Date(timeIntervalSinceReferenceDate: 700_000_000.5))
  }

  func options(_ tracksHistory: Bool = true) -> StoreOptions {
    var options = StoreOptions()
    options.tracksHistory = tracksHistory
    options.historyOrigin = Self.origin
    return options
  }

  func context(_ options: StoreOptions? = nil) throws -> ManagedObjectContext {
    try makeContext(
      on: try StoreKind.sqlite.coordinator(
        try school(), in: folder, options: options ?? self.options()))
  }

  @discardableResult func insert(
    _ entity: String, _ values: [String: Any], _ context: ManagedObjectContext
  ) -> ManagedObject {
    let object = context.insertNewObject(forEntityName: entity)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  var transactions: String {
    database.dump(
      "ATRANSACTION",
      "Z_PK Z_ENT Z_OPT ZAUTHORTS ZBUNDLEIDTS ZCONTEXTNAMETS ZPROCESSIDTS ZTIMESTAMP ZAUTHOR ZQUERYGEN"
    )
  }

  var changes: String {
    database.dump(
      "ACHANGE", "Z_PK Z_ENT Z_OPT ZCHANGETYPE ZENTITY ZENTITYPK ZTRANSACTIONID ZCOLUMNS")
  }

  var names: String { database.dump("ATRANSACTIONSTRING", "Z_PK Z_ENT Z_OPT ZNAME") }

  var numbers: String {
    database.text("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
  }
}
