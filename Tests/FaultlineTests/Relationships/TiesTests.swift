// Where the words of relationships stand: C1 holds and C2 breaks the same references in either place.

import FaultlineTestGraph
import Testing

@testable import Faultline

@Suite struct TiesTests {
  private func address(_ object: ManagedObject) -> UInt { Address(of: object).bits }

  /// The word is written in memory: where a field moves, this fails before anything else does.
  @Test func `an only relationship stands in the object itself`() throws {
    let context = try makeContext(try flatModel())
    let ada = context.insertNewObject(forEntityName: "Employee")
    let sales = context.insertNewObject(forEntityName: "Department")
    ada.setValue(sales, forKey: "department")
    #expect(ada.tieWord == address(sales) && ada.tieBlock == nil)
    #expect(sales.tieBlock == nil)
    try context.save()
    context.refresh(ada, mergeChanges: false)
    #expect(ada.tieWord == 0 && ada.ties == nil)
    #expect(ada.value(forKey: "department") as? ManagedObject === sales)
    #expect(ada.tieWord == address(sales))
    ada.setValue(nil, forKey: "department")
    #expect(ada.ties?.isRealized(0) == true && ada.ties?.destination(0) == nil)
  }

  @Test func `several stand in a block, which goes with them`() throws {
    let office = try Office()
    let (ada, grace) = (office.hire("Ada"), office.hire("Grace"))
    ada.setValue(grace, forKey: "manager")
    let ties = ada.identityTable.layout.ties
    let tie = try #require(ties.firstIndex { $0.relationship.name == "manager" })
    #expect(ada.tieBlock?[tie] == address(grace))
    try office.context.save()
    office.context.refresh(ada, mergeChanges: false)
    #expect(ada.tieWord == 0 && ada.tieBlock == nil && ada.ties == nil)
  }
}
