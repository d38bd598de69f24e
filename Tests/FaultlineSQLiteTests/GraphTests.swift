// What every store must do: one body, on each of them.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct GraphTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func office(_ kind: StoreKind) throws -> Office {
    try Office(on: kind.coordinator(try companyModel(), in: folder))
  }

  /// F1, F2, F4, Q3.
  @Test(arguments: StoreKind.allCases)
  func `a saved object is fetched as a fault and fires`(kind: StoreKind) throws {
    let office = try office(kind)
    _ = try office.pair()
    office.context.reset()
    let staff = try office.staff()
    #expect(staff.map(\.isFault) == [true, true])
    #expect(staff.map { $0.value(forKey: "name") as? String } == ["Grace", "Ada"])
    #expect(staff[1].value(forKey: "manager") as? ManagedObject === staff[0])
    expectText(
      drawing(of: office.context),
      is: """
        Employee Grace
        Employee Ada · manager → Grace
        """)
  }

  /// F9: a to-many relationship is a fault of its own.
  @Test(arguments: StoreKind.allCases)
  func `a to-many relationship fires with its members`(kind: StoreKind) throws {
    let office = try office(kind)
    let grace = office.hire("Grace")
    for name in ["Ada", "Edith", "Joan"] { office.hire(name, manager: grace) }
    try office.context.save()
    office.context.reset()
    let staff = try office.staff()
    #expect(staff[0].hasFault(forRelationshipNamed: "reports"))
    let names = staff[0].mutableSetValue(forKey: "reports").map {
      $0.value(forKey: "name") as? String
    }
    #expect(names == ["Ada", "Edith", "Joan"])
  }

  /// F3: a miss goes to the store, a hit does not.
  @Test(arguments: StoreKind.allCases)
  func `a fault without a cached row asks the store once`(kind: StoreKind) throws {
    let office = try office(kind)
    let id = try office.employed("Ada")
    let employee = office.context.object(with: id)
    #expect(employee.isFault)
    let before = office.coordinator.statistics
    #expect(employee.value(forKey: "name") as? String == "Ada")
    let after = office.coordinator.statistics
    #expect(after.roundTrips - before.roundTrips == 1)
    #expect(after.rowsRead - before.rowsRead == 1)
    #expect(after.rowCacheMisses - before.rowCacheMisses == 1)
  }

  /// Semantics 71, 142: the row cache lets a second context read what the first one has saved.
  @Test(arguments: StoreKind.allCases)
  func `another context reads what was saved`(kind: StoreKind) throws {
    let office = try office(kind)
    let id = try office.employed("Ada")
    let other = try Office(on: office.coordinator)
    let ada = office.context.object(with: id)
    ada.setValue(4.5, forKey: "salary")
    try office.context.save()
    #expect(try other.staff()[0].value(forKey: "salary") as? Double == 4.5)
  }

  @Test(arguments: StoreKind.allCases)
  func `limits and offsets count across the rows in order`(kind: StoreKind) throws {
    let office = try office(kind)
    for number in 1...9 { office.hire("\(number)") }
    try office.context.save()
    func names(_ offset: Int, _ limit: Int) throws -> [String?] {
      var request = FetchRequest(entityName: "Employee")
      (request.fetchOffset, request.fetchLimit) = (offset, limit)
      return try office.context.fetch(request).map { $0.value(forKey: "name") as? String }
    }
    #expect(try names(0, 2) == ["1", "2"])
    #expect(try names(7, 5) == ["8", "9"])
    #expect(try names(3, 1) == ["4"])
    #expect(try names(9, 1) == [])
    #expect(try names(Int.max, Int.max) == [])
  }

  /// Semantics 155, 157: another context was quicker, and nothing of the save is written.
  @Test(arguments: StoreKind.allCases)
  func `a conflict writes nothing and names the changed objects`(kind: StoreKind) throws {
    let office = try office(kind)
    let (grace, ada) = try office.pair()
    let other = try Office(on: office.coordinator)
    let mine = office.context.object(with: ada)
    let boss = office.context.object(with: grace)
    mine.setValue("Ada L.", forKey: "name")
    boss.setValue("Grace H.", forKey: "name")
    other.context.object(with: ada).setValue(1.0, forKey: "salary")
    try other.context.save()
    let error = #expect(throws: GraphError.self) { try office.context.save() }
    #expect(error?.code == .merge)
    #expect(error?.objectID == ada)
    other.context.reset()
    #expect(
      try other.staff().map { $0.value(forKey: "name") as? String } == ["Grace", "Ada"])
    office.context.refresh(mine, mergeChanges: false)
    #expect(mine.value(forKey: "salary") as? Double == 1)
  }
}
