// A walk through everything that changes results, with controllers of every form that look on.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation

/// A context that is changed at random, and controllers whose callbacks are replayed on plain lists.
final class ResultsWalk {
  private let office: Office
  private let other: Office
  private let saves: Saves
  private var random: SplitMix64
  private let requests: [(request: FetchRequest, sections: String?)]
  private var controllers: [FetchedResultsController] = []
  private var tables: [Table] = []
  private let plain: FetchRequest
  /// Whether tables look on, which hold the objects that they show; IDs hold no objects.
  private let holds: Bool
  private var snapshots: [SnapshotKeeper] = []
  private var differences = DifferenceKeeper()
  private var number = 0
  private var diary: [String] = []

  init(_ kind: StoreKind, seed: Int, in folder: StoreFolder) throws {
    random = SplitMix64(seed: UInt64(seed))
    holds = seed % 4 < 2
    let coordinator = try kind.coordinator(try companyModel(), in: folder)
    office = try Office(on: coordinator, undo: seed.isMultiple(of: 2))
    other = try Office(on: coordinator)
    saves = Saves(of: other.context)
    for context in [office.context, other.context] {
      context.mergePolicy = .mergeByPropertyObjectTrump
    }
    plain = FetchRequest(
      entityName: "Employee", predicate: try FetchPredicate(format: "salary BETWEEN {20, 80}"),
      sortKeys: [SortKey("salary", ascending: false), SortKey("name")])
    requests = [
      (plain, nil),
      (
        FetchRequest(
          entityName: "Employee", predicate: try FetchPredicate(format: "NOT name CONTAINS '7'"),
          sortKeys: [SortKey("notes"), SortKey("salary")]), "notes"
      ),
      (
        FetchRequest(
          entityName: "Employee", predicate: try FetchPredicate(format: "salary > 10"),
          sortKeys: [
            SortKey("department.name", options: .localized), SortKey("name", ascending: false),
          ]), "department.name"
      ),
      (
        FetchRequest(
          entityName: "Department",
          predicate: try FetchPredicate(format: "ANY employees.salary > 50"),
          sortKeys: [SortKey("employees.@count"), SortKey("name")]), nil
      ),
    ]
    for _ in 0..<3 { found() }
    for _ in 0..<12 { hire() }
    office.context.processPendingChanges()
    try watch()
  }

  /// Lets new controllers look on, from the results as they are.
  private func watch() throws {
    (controllers, tables, snapshots) = ([], [], [])
    for (request, sections) in requests {
      let controller = FetchedResultsController(
        fetchRequest: request, managedObjectContext: office.context, sectionNameKeyPath: sections)
      let (table, keeper) = (Table(), SnapshotKeeper())
      controller.delegate = holds ? table : keeper
      try controller.performFetch()
      if holds { table.reload(controller) }
      controllers.append(controller)
      tables.append(table)
      snapshots.append(keeper)
    }
    differences = DifferenceKeeper()
    let controller = FetchedResultsController(
      fetchRequest: plain, managedObjectContext: office.context)
    controller.delegate = differences
    try controller.performFetch()
    controllers.append(controller)
    differences.ids = try office.context.fetchIDs(plain)
  }

  /// One change, processed; says what is wrong afterwards.
  func step() throws -> String? {
    for _ in 0..<Int.random(in: 1...3, using: &random) { try change() }
    office.context.processPendingChanges()
    return try difference().map { $0 + "\nlast steps: " + diary.suffix(30).joined(separator: ", ") }
  }

  private func note(_ words: String, _ object: ManagedObject? = nil) {
    diary.append(
      words + (object.map { " \($0.objectID.uriRepresentation().lastPathComponent)" } ?? ""))
  }

  // MARK: - Changing

  private func change() throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<16: hire()
    case 16..<18: found()
    case 18..<34: try edit(office.context)
    case 34..<42: try transfer(office.context)
    case 42..<46: try rename(office.context)
    case 46..<56: try dismiss(office.context)
    case 56..<57: try dismiss(office.context, "Department")
    case 57..<68:
      note("save")
      try office.context.save()
    case 68..<78: try workElsewhere()
    case 78..<82:
      try someone("Employee", office.context).map {
        note("refresh", $0)
        // The other end would keep what this end forgets (semantics 79).
        let mayDrop = $0.changedValues()["department"] == nil
        office.context.refresh($0, mergeChanges: Bool.random(using: &random) || !mayDrop)
      }
    // What was removed elsewhere has no row that it could be refreshed from.
    case 82..<84 where office.context.deletedObjectCount == 0:
      note("refresh all")
      office.context.refreshAllObjects()
    case 84..<90:
      note("undo")
      office.context.undo()
    case 90..<94:
      note("redo")
      office.context.redo()
    case 94..<96:
      note("rollback")
      office.context.rollback()
    case 96..<97:
      note("reset")
      office.context.reset()
      try watch()
    default: for table in tables { _ = table.takeCalls() }
    }
  }

  private func hire() {
    number += 1
    let employee = office.employ(
      "\(word()) \(number)", Double(Int.random(in: 0..<20, using: &random) * 5),
      grade: Bool.random(using: &random) ? grade() : nil)
    if let department = try? someone("Department", office.context) {
      employee.setValue(department, forKey: "department")
      note("hire \(number) in", department)
    }
  }

  private func found() { note("found", office.found(word())) }

  private func rename(_ context: ManagedObjectContext) throws {
    let department = try someone("Department", context)
    note("rename", department)
    department?.setValue(word(), forKey: "name")
  }

  private func word() -> String {
    ["Ada", "bob", "Cyd", "édith", "Item 9", "Item 10"].randomElement(using: &random) ?? ""
  }

  private func grade() -> String { ["A", "B", "C"].randomElement(using: &random) ?? "" }

  private func edit(_ context: ManagedObjectContext) throws {
    guard let employee = try someone("Employee", context) else { return }
    note("edit", employee)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: employee.setValue(Double.random(in: 0..<100, using: &random), forKey: "salary")
    case 1: employee.setValue(grade(), forKey: "notes")
    case 2: employee.setValue(word(), forKey: "name")
    default: employee.setValue(nil, forKey: "notes")
    }
  }

  private func transfer(_ context: ManagedObjectContext) throws {
    guard let employee = try someone("Employee", context) else { return }
    let department = try someone("Department", context)
    let goal = Bool.random(using: &random) ? department : nil
    note("transfer", employee)
    note("to", goal)
    employee.setValue(goal, forKey: "department")
  }

  private func dismiss(_ context: ManagedObjectContext, _ entity: String = "Employee") throws {
    guard let object = try someone(entity, context) else { return }
    note("delete \(entity)", object)
    context.delete(object)
  }

  /// Another context changes a few and saves, and the save is merged: with changes that are pending here, of which
  /// some may be processed between the save and its merge.
  private func workElsewhere() throws {
    if Bool.random(using: &random) {
      note("save")
      try office.context.save()
    }
    note("elsewhere: ")
    other.context.reset()
    for _ in 0..<3 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: other.employ(word(), Double.random(in: 0..<100, using: &random), grade: grade())
      case 1: try dismiss(other.context)
      case 2: try transfer(other.context)
      case 3: try rename(other.context)
      default: try edit(other.context)
      }
    }
    try other.context.save()
    note("saved elsewhere")
    if Bool.random(using: &random) {
      try edit(office.context)
      try transfer(office.context)
      if Bool.random(using: &random) {
        note("process")
        office.context.processPendingChanges()
      }
    }
    note("merge")
    for save in saves.take() { office.context.mergeChanges(save) }
  }

  /// An object that a context finds.
  private func someone(
    _ entity: String, _ context: ManagedObjectContext
  ) throws -> ManagedObject? {
    var request = FetchRequest(entityName: entity)
    let count = try context.count(for: request)
    guard count > 0 else { return nil }
    request.fetchOffset = Int.random(in: 0..<count, using: &random)
    request.fetchLimit = 1
    return try context.fetch(request).first
  }

  // MARK: - Comparing

  private func difference() throws -> String? {
    for (place, (request, sections)) in requests.enumerated() {
      guard holds else {
        let fresh = try office.context.fetchIDs(request)
        guard let seen = snapshots[place].snapshots.last, seen.itemIdentifiers != fresh else {
          continue
        }
        return "snapshot \(place) has \(seen.itemIdentifiers), and a fetch finds \(fresh)"
      }
      let fresh = try office.context.fetch(request)
      let table = tables[place]
      if let complaint = table.complaints.first { return "\(request.entityName): \(complaint)" }
      guard let shown = controllers[place].fetchedObjects else {
        return "controller \(place) has no results"
      }
      guard shown.elementsEqual(fresh, by: ===) else {
        return "controller \(place) has \(text(Array(shown))), and a fetch finds \(text(fresh))"
      }
      guard table.objects.elementsEqual(fresh, by: ===) else {
        return "table \(place) shows \(text(table.objects)), and a fetch finds \(text(fresh))"
      }
      guard let sections else { continue }
      for (name, objects) in table.sections {
        if objects.isEmpty { return "section '\(name)' of table \(place) is empty" }
        for object in objects
        where name != sections.split(separator: ".").reduce(
          object as Any?,
          {
            ($0 as? ManagedObject)?.value(forKey: String($1))
          }) as? String ?? ""
        {
          return "\(object.objectID) stands in section '\(name)' of table \(place)"
        }
      }
    }
    let fresh = try office.context.fetchIDs(plain)
    if let complaint = differences.complaints.first { return complaint }
    guard differences.ids == fresh else {
      return "the differences lead to \(differences.ids), and a fetch finds \(fresh)"
    }
    let broken = office.context.invariantViolations(full: false)
    return broken.isEmpty ? nil : broken.joined(separator: "; ")
  }

  private func text(_ objects: [ManagedObject]) -> String {
    objects.map { object in
      let words = ["name", "salary", "notes"].filter {
        object.entity.propertiesByName[$0] != nil
      }.map { "\(object.value(forKey: $0) ?? "-")" }
      return
        "\(object.objectID.uriRepresentation().lastPathComponent)(\(words.joined(separator: " ")))"
    }.joined(separator: ", ")
  }
}
