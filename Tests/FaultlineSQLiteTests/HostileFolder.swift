// What opening and inspecting make of a store's file, whatever is in it.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation

@testable import FaultlineSQLite

extension StoreFolder {
  func makeStore(at url: URL? = nil, _ names: [String] = ["Ada"]) throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    try coordinator.addPersistentStore(type: .sqlite, at: url ?? store)
    let office = try Office(on: coordinator)
    for name in names { office.hire(name) }
    try office.context.save()
  }

  func refusal(isReadOnly: Bool = false) throws -> GraphError? {
    do {
      _ = try Fixtures.open(store, try companyModel(), isReadOnly: isReadOnly)
      return nil
    } catch let error as GraphError {
      return error
    }
  }

  func inspection() throws -> GraphError? {
    do throws(GraphError) {
      _ = try StoreInspection(of: store)
      return nil
    } catch {
      return error
    }
  }
}
