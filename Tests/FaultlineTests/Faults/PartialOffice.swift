// An office whose objects are fetched with some properties.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport

/// What the suites about partial faults begin with.
protocol PartialOffice {}

extension PartialOffice {
  /// Two employees with their manager, saved and forgotten.
  func office(_ kind: StoreKind, _ folder: StoreFolder) throws -> Office {
    let office = try Office(kind, in: folder)
    let grace = office.hire("Grace")
    for (index, name) in ["Ada", "Bob"].enumerated() {
      let employee = office.hire(name, manager: grace)
      employee.setValue(Double(index + 1) * 100, forKey: "salary")
      employee.setValue("a long text about \(name)", forKey: "notes")
    }
    try office.context.save()
    office.context.reset()
    return office
  }

  func request(_ names: PropertyExpression..., by key: String = "name") -> FetchRequest {
    var request = FetchRequest(entityName: "Employee", sortKeys: [SortKey(key)])
    request.propertiesToFetch = names
    return request
  }

  func trips(_ office: Office, _ body: () throws -> Void) rethrows -> Int {
    let before = office.coordinator.statistics.roundTrips
    try body()
    return office.coordinator.statistics.roundTrips - before
  }
}
