// A walk through a collected environment, beside the simplest search for what is reached.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport

/// A company whose people come, are tied, named and forgotten; at each turn's end those must be left that are reached.
final class CollectedWalk {
  private let context: ManagedObjectContext
  private var random: SplitMix64
  /// Names outside of the graph.
  private var names: [ManagedObject] = []
  private var diary: [String] = []
  /// Objects that were not reached and went.
  private(set) var collected = 0

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    context = try makeContext(try companyModel())
    context.collectsCycles = true
  }

  /// Takes steps until something is wrong; says what, or nothing after the last step.
  func run(steps: Int) throws -> String? {
    for step in 1...steps {
      let mark = context.beginTurn()
      for _ in 0..<number(below: 6) { try takeStep() }
      context.processPendingChanges()
      let reached = reached()
      let before = context.registeredObjectCount
      try context.endTurn(mark)
      let left = context.registeredObjects.map(\.registrationNumber)
      collected += before - left.count
      let complaints = context.invariantViolations(full: true)
      guard left == reached, complaints.isEmpty else {
        return "turn \(step): \(left) are left and \(reached) are reached; \(complaints); "
          + diary.suffix(25).joined(separator: ", ")
      }
    }
    return nil
  }

  /// The numbers of those that are held by a name or for unsaved changes, and of those that they lead to.
  private func reached() -> [UInt64] {
    names.removeAll { $0.managedObjectContext == nil }
    var waiting = names + context.registeredObjects.filter(\.hasChanges)
    var reached: Set<UInt64> = []
    while let object = waiting.popLast() {
      guard reached.insert(object.registrationNumber).inserted else { continue }
      object.forEachReference { waiting.append($1) }
    }
    return reached.sorted()
  }

  private func takeStep() throws {
    switch number(below: 20) {
    case 0..<4: hire()
    case 4..<8: tie()
    case 8..<10: if let object = any() { names.append(object) }
    case 10..<13: if !names.isEmpty { names.remove(at: number(below: names.count)) }
    case 13..<15:
      note("save")
      try context.save()
    case 15..<17: try fetch()
    case 17: if let object = any() { context.refresh(object, mergeChanges: object.hasChanges) }
    case 18: if let object = any() { context.delete(object) }
    default:
      context.usesAutoreleasePool.toggle()
      note("pool \(context.usesAutoreleasePool)")
    }
  }

  private func hire() {
    note("hire")
    let entity = number(below: 4) == 0 ? "Department" : "Employee"
    context.insertNewObject(forEntityName: entity).setValue("somebody", forKey: "name")
  }

  private func tie() {
    guard let employee = any(), employee.entity.name == "Employee", let other = any() else {
      return
    }
    let key = other.entity.name == "Employee" ? "manager" : "department"
    note("\(key) of \(employee.registrationNumber) is \(other.registrationNumber)")
    employee.setValue(other, forKey: key)
  }

  /// Brings some back that were let go, with some of their relationships.
  private func fetch() throws {
    var request = FetchRequest(entityName: number(below: 3) == 0 ? "Department" : "Employee")
    request.fetchLimit = 1 + number(below: 4)
    let found = try context.fetch(request)
    note("fetch \(found.count)")
    for object in found where number(below: 2) == 0 {
      let keys = object.entity.name == "Employee" ? ["manager", "reports"] : ["employees"]
      for key in keys { _ = object.value(forKey: key) }
    }
  }

  private func any() -> ManagedObject? {
    let all = context.registeredObjects.filter { !$0.isDeleted }
    return all.isEmpty ? nil : all[number(below: all.count)]
  }

  private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func note(_ step: String) { diary.append(step) }
}
