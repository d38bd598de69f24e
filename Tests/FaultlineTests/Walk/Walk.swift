// One random walk: the engine and the reference do the same, and are compared step by step.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport

/// A walk whose every step follows from its seed.
final class Walk {
  let context: ManagedObjectContext
  private(set) var company = ReferenceCompany()
  private var random: SplitMix64
  private var ids: [Int: ManagedObjectID] = [:]
  private var numbers: [ManagedObjectID: Int] = [:]
  /// Objects that were never saved are held, since their IDs change with the save.
  private var new: [Int: ManagedObject] = [:]
  /// Names that the walk keeps.
  private var held: [Int: ManagedObject] = [:]
  private var touched: [ManagedObject] = []
  private(set) var diary: [String] = []
  private var complaints: [String] = []
  /// Whether nobody has a manager: then each entity has one relationship, which stands in its objects themselves.
  private let isFlat: Bool

  init(seed: UInt64, isFlat: Bool = false) throws {
    random = SplitMix64(seed: seed)
    self.isFlat = isFlat
    context = try makeContext(try isFlat ? flatModel() : companyModel())
  }

  /// Takes steps until something is wrong; says what, or nothing after the last step.
  func run(steps: Int) throws -> String? {
    for step in 1...steps {
      try takeStep()
      complaints += context.invariantViolations(
        full: step % 1000 == 0 || step == steps, of: touched)
      touched = []
      guard complaints.isEmpty else {
        return "step \(step): \(complaints.joined(separator: "; "))\nlast steps: "
          + diary.suffix(25).joined(separator: ", ")
      }
    }
    return nil
  }

  /// Releases all objects, by the ways that the engine offers.
  func letGo() throws {
    (new, held, touched) = ([:], [:], [])
    context.retainsRegisteredObjects = false
    context.usesAutoreleasePool = false
    try context.endTurn(0)
    try context.save()
    context.refreshAllObjects()
  }

  private func takeStep() throws {
    switch number(below: 112) {
    case 0..<9: insert()
    case 9..<24: setValue()
    case 24..<36: relateToOne()
    case 36..<46: relateToMany()
    case 46..<50: try save()
    case 50..<57: try fetch()
    case 57..<72: touch()
    case 72..<78: refresh()
    case 78..<80: refreshAll()
    case 80..<81: reset()
    case 81..<86: turn()
    case 86..<88: togglePool()
    case 88..<90: toggleRetention()
    case 90..<94: hold()
    case 94..<98: delete()
    case 98..<99: rollback()
    case 99..<102: identify()
    case 102..<105: try fill()
    default: release()
    }
  }

  // MARK: - Steps

  private func insert() {
    guard company.handles.count < 60 else { return touch() }
    let kind: ReferenceCompany.Kind = number(below: 5) == 0 ? .department : .employee
    let handle = company.insert(kind)
    note("insert \(handle)")
    let object = context.insertNewObject(forEntityName: kind.rawValue)
    new[handle] = object
    learn(object, handle)
    touched.append(object)
  }

  private func setValue() {
    guard let (handle, object) = any(), let kind = company.records[handle]?.kind else { return }
    if number(below: 2) == 0 {
      let name = number(below: 5) == 0 ? nil : "name \(number(below: 1000)), more than fifteen"
      note("\(handle).name = \(name ?? "nil")")
      object.setValue(name, forKey: "name")
      company.change(handle) { $0.name = name }
    } else {
      let amount = Double(number(below: 1000))
      note("\(handle).amount = \(amount)")
      object[kind == .employee ? Self.salary : Self.budget] = amount
      company.change(handle) { $0.amount = amount }
    }
  }

  private func relateToOne() {
    guard let (handle, object) = any(.employee) else { return }
    let (key, kind) = randomRelationship()
    // Every employee may be their own manager, and one in five has none.
    let other = number(below: 5) == 0 ? nil : any(kind)
    note("\(handle).\(key) = \(other?.handle ?? 0)")
    object.setValue(other?.object, forKey: key)
    company.change(handle) {
      if key == "manager" { $0.manager = other?.handle } else { $0.department = other?.handle }
    }
  }

  private func relateToMany() {
    let (back, kind) = randomRelationship()
    guard let (handle, object) = any(kind), let (other, member) = any(.employee) else { return }
    let set = object.mutableSetValue(forKey: kind == .employee ? "reports" : "employees")
    if number(below: 3) > 0 {
      note("\(handle) gains \(other) by \(back)")
      set.add(member)
      company.change(other) {
        if back == "manager" { $0.manager = handle } else { $0.department = handle }
      }
    } else {
      note("\(handle) loses \(other) by \(back)")
      set.remove(member)
      company.change(other) {
        if back == "manager", $0.manager == handle { $0.manager = nil }
        if back == "department", $0.department == handle { $0.department = nil }
      }
    }
  }

  private func save() throws {
    note("save")
    try context.save()
    company.save()
    for (handle, object) in new { learn(object, handle) }
    new = [:]
    held = held.filter { company.records[$0.key] != nil }
  }

  private func fetch() throws {
    let kind = ReferenceCompany.Kind.allCases[number(below: 2)]
    var request = FetchRequest(entityName: kind.rawValue)
    let style = number(below: 4)
    request.returnsObjectsAsFaults = style != 1
    request.includesPropertyValues = style != 2
    if number(below: 2) == 0 {
      request.relationshipKeyPathsForPrefetching =
        switch (kind, isFlat) {
        case (.employee, false): ["manager.department", "reports"]
        case (.department, false): ["employees.manager"]
        case (.employee, true): ["department"]
        case (.department, true): ["employees"]
        }
    }
    if style == 3 {
      let reference: PropertyExpression = isFlat ? "department" : "manager"
      request.propertiesToFetch = kind == .employee ? ["name", reference] : ["name"]
    }
    note("fetch \(kind) \(style) \(request.relationshipKeyPathsForPrefetching)")
    let found = try context.fetch(request)
    let handles = found.compactMap { numbers[$0.objectID] }
    expect(Set(handles) == Set(company.all(kind)) && found.count == company.all(kind).count) {
      "the fetch found \(handles) and should find \(company.all(kind))"
    }
    let unsaved = company.unsaved(kind)
    expect(Array(handles.suffix(unsaved.count)) == unsaved) { "unsaved objects do not come last" }
    if style == 3 { for (handle, object) in zip(handles, found) { compareName(handle, object) } }
    if style == 1 { expect(!found.contains(where: \.isFault)) { "a fault came, none was wanted" } }
    touched += found
  }

  private func touch() {
    guard let (handle, object) = any() else { return }
    note("touch \(handle)")
    compare(handle, object)
  }

  private func refresh() {
    guard let (handle, object) = any() else { return }
    // Dropping one end of a changed relationship is the danger of C4, and has a test of its own.
    let merges = number(below: 2) == 0 || object.hasRelationshipChanges
    note("refresh \(handle) \(merges)")
    context.refresh(object, mergeChanges: merges)
    if !merges, !object.isInserted { company.revert(handle) }
  }

  private func delete() {
    guard company.handles.count > 20, let (handle, object) = any() else { return touch() }
    note("delete \(handle)")
    context.delete(object)
    context.processPendingChanges()
    company.delete(handle)
    touched.append(contentsOf: context.updatedObjects)
    if company.records[handle] == nil { (new[handle], held[handle]) = (nil, nil) }
  }

  private func rollback() {
    note("rollback")
    context.rollback()
    company.reset()
    new = [:]
    held = held.filter { company.records[$0.key] != nil }
    expect(!context.hasChanges) { "a rollback left changes" }
  }

  /// Gives new objects permanent IDs before their save.
  private func identify() {
    let handles = new.keys.sorted().filter { _ in number(below: 2) == 0 }
    let objects = handles.compactMap { new[$0] }
    note("identify \(handles)")
    do { try context.obtainPermanentIDs(for: objects) } catch { complaints.append("\(error)") }
    for (handle, object) in zip(handles, objects) { learn(object, handle) }
    touched += context.updatedObjects + context.insertedObjects
  }

  /// Fills several faults together.
  private func fill() throws {
    let some = (0..<number(below: 20)).compactMap { _ in any() }
    note("fill \(some.map(\.handle))")
    try context.fill(some.map(\.object))
    expect(!some.contains(where: \.object.isFault)) { "a fault was not filled" }
  }

  private func refreshAll() {
    note("refreshAll")
    context.refreshAllObjects()
  }

  private func reset() {
    note("reset")
    context.reset()
    company.reset()
    (new, held) = ([:], [:])
    expect(context.registeredObjectCount == 0) { "a reset left objects registered" }
  }

  private func turn() {
    note("turn")
    context.turn {
      for _ in 0..<3 { touch() }
    }
    if number(below: 3) == 0 { expect((try? context.endTurn(0)) != nil) { "a turn did not end" } }
  }

  private func togglePool() {
    context.usesAutoreleasePool.toggle()
    note("pool \(context.usesAutoreleasePool)")
  }

  private func toggleRetention() {
    context.retainsRegisteredObjects.toggle()
    note("retains \(context.retainsRegisteredObjects)")
  }

  private func hold() {
    guard let (handle, object) = any() else { return }
    note("hold \(handle)")
    held[handle] = object
  }

  private func release() {
    guard let handle = company.handles.randomElement(using: &random) else { return }
    note("release \(handle)")
    held[handle] = nil
  }

  // MARK: - Comparing

  /// Reads everything of one object, and so fires its faults.
  private func compare(_ handle: Int, _ object: ManagedObject) {
    guard let record = company.records[handle] else { return }
    expect(object.value(forKey: "name") as? String == record.pending.name) { "\(handle).name" }
    let amount = object.value(forKey: record.kind == .employee ? "salary" : "budget") as? Double
    expect(amount == record.pending.amount) { "\(handle).amount is \(amount ?? .nan)" }
    guard record.kind == .employee else {
      return compare(handle, object, "employees", company.employees(of: handle))
    }
    compare(handle, object, "department", Set(record.pending.department.map { [$0] } ?? []))
    if isFlat { return }
    compare(handle, object, "manager", Set(record.pending.manager.map { [$0] } ?? []))
    compare(handle, object, "reports", company.reports(of: handle))
  }

  /// Reads what a fetch has named, for which no store is asked.
  private func compareName(_ handle: Int, _ object: ManagedObject) {
    guard let record = company.records[handle] else { return }
    let trips = { self.context.persistentStoreCoordinator?.statistics.roundTrips }
    let before = trips()
    expect(object.value(forKey: "name") as? String == record.pending.name) { "\(handle).name" }
    expect(trips() == before) { "\(handle) asked the store for its name" }
  }

  private func compare(_ handle: Int, _ object: ManagedObject, _ key: String, _ expected: Set<Int>)
  {
    let value = object.value(forKey: key)
    let others = value as? Set<ManagedObject> ?? (value as? ManagedObject).map { [$0] } ?? []
    let found = Set(others.map { numbers[$0.objectID] ?? 0 })
    expect(found == expected) {
      "\(handle).\(key) is \(found.sorted()) and should be \(expected.sorted())"
    }
  }

  private func expect(_ holds: Bool, or complaint: () -> String) {
    if !holds { complaints.append(complaint()) }
  }

  // MARK: - Choosing

  private static let salary = PropertyKey<Double>("salary")
  private static let budget = PropertyKey<Double>("budget")

  private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func randomRelationship() -> (key: String, destination: ReferenceCompany.Kind) {
    !isFlat && number(below: 2) == 0 ? ("manager", .employee) : ("department", .department)
  }

  private func any(_ kind: ReferenceCompany.Kind? = nil) -> (handle: Int, object: ManagedObject)? {
    let handles = kind.map { company.all($0) } ?? company.handles
    guard let handle = handles.randomElement(using: &random), let id = ids[handle] else {
      return nil
    }
    let object = context.object(with: id)
    if let known = held[handle] ?? new[handle] {
      expect(known === object) { "\(handle) is two objects" }
    }
    touched.append(object)
    return (handle, object)
  }

  private func learn(_ object: ManagedObject, _ handle: Int) {
    ids[handle] = object.objectID
    numbers[object.objectID] = handle
  }

  private func note(_ step: String) {
    diary.append(step)
    if diary.count > 200 { diary.removeFirst(100) }
  }
}
