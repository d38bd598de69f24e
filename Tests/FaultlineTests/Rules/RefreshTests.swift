// Refreshing everything, and saving nothing.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct RefreshTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Semantics 80, 81: what has no changes is a fault, the rest is brought up to date beneath its changes.
  @Test(arguments: StoreKind.allCases)
  func `refreshing everything keeps changes`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let (manager, report) = try office.pair()
    let staff = [manager, report].map { office.context.object(with: $0) }
    let annex = try Office(on: office.coordinator)
    for one in try annex.staff() { one.setValue(9.0, forKey: "salary") }
    try annex.context.save()
    staff[1].setValue("Lovelace", forKey: "name")
    let new = office.hire("Joan")
    office.context.refreshAllObjects()
    #expect(
      drawing(of: office.context) == """
        Employee (fault)
        Employee Lovelace · changed · manager → (fault)
        Employee Joan · inserted
        """)
    #expect(staff.map { $0.value(forKey: "salary") as? Double } == [9, 9])
    try office.context.save()
    #expect(new.value(forKey: "name") as? String == "Joan")
  }

  /// Semantics 143: nothing is written, and nothing is asked.
  @Test(arguments: StoreKind.allCases)
  func `a save without changes does nothing`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    _ = try office.pair()
    let before = office.coordinator.statistics
    try office.context.save()
    #expect(office.coordinator.statistics == before)
    #expect(office.context.statistics.saves == 1)
  }
}
