// One random walk on two stores: the same steps, and the same drawings after each of them.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation

/// A walk whose every step follows from its seed, taken on a memory store and on a SQLite store.
final class ParityWalk {
  private var sides: [ParitySide]
  private var random: SplitMix64
  private let folder: StoreFolder
  private var diary: [String] = []

  /// Where the file lies.
  var file: URL { folder.store }
  init(seed: UInt64, tracksHistory: Bool = false) throws {
    random = SplitMix64(seed: seed)
    folder = try StoreFolder()
    var options = StoreOptions()
    options.tracksHistory = tracksHistory
    options.identifier = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var sides: [ParitySide] = []
    for kind in StoreKind.allCases {
      sides.append(try ParitySide(kind.coordinator(try institute(), in: folder, options: options)))
    }
    self.sides = sides
  }

  /// Takes steps until the two differ; says how, or nothing after the last step.
  func run(steps: Int) throws -> String? {
    for step in 1...steps {
      let answers = try takeStep()
      if answers[0] != answers[1] { return complaint(step, answers) }
      var counts = sides.map(\.counts)
      // A file is asked for versions first where most rows are known, and then again for the others.
      if counts[0].rowsRead <= counts[1].rowsRead { counts[1].rowsRead = counts[0].rowsRead }
      if counts[0] != counts[1] { return complaint(step, counts.map { "\($0)" }) }
      guard step % 50 == 0 || step == steps else { continue }
      let drawings = try sides.map { try drawing(of: $0) }
      if drawings[0] != drawings[1] { return complaint(step, drawings) }
    }
    return nil
  }

  private func complaint(_ step: Int, _ answers: [String]) -> String {
    let difference = textDifference(answers[1], answers[0]) ?? ""
    return "step \(step): \(difference)\nlast steps: "
      + diary.suffix(20).joined(separator: ", ")
  }

  // MARK: - Steps

  private static let people = ["Adviser", "Employee"]

  /// Does the same on both sides; each says what it saw.
  private func takeStep() throws -> [String] {
    switch number(below: 100) {
    case 0..<14: return insert()
    case 14..<34: return setValue()
    case 34..<44: return relateToOne()
    case 44..<60: return relateToMany()
    case 60..<65: return delete()
    case 65..<74: return try save()
    case 74..<84: return try fetch()
    case 84..<88: return read()
    case 88..<90: return watch()
    case 90..<95: return refresh()
    case 95..<97: return try saveElsewhere()
    case 97: return try deleteElsewhere()
    default: return try reset("reset")
    }
  }

  private func insert() -> [String] {
    guard sides[0].ids.count < 40 else { return read() }
    let entity = ["Adviser", "Employee", "Employee", "Department", "Project"][number(below: 5)]
    diary.append("insert \(entity)")
    for index in sides.indices {
      let object = sides[index].context.insertNewObject(forEntityName: entity)
      sides[index].ids.append(object.objectID)
      sides[index].new[object.objectID] = object
    }
    return ["", ""]
  }

  private func setValue() -> [String] {
    guard let place = any() else { return ["", ""] }
    let keys: [String: any Sendable] = [
      "badge": "\(number(below: 8))",
      "name": "name \(number(below: 100)) ✓", "title": "t\(number(below: 9))",
      "born": Date(timeIntervalSinceReferenceDate: unusual() ?? Double(number(below: 1 << 30)) / 7),
      "salary": unusual() ?? Double(number(below: 1000)) / 3, "level": number(below: 9) - 4,
      "isOpen": number(below: 2) == 0, "budget": Decimal(number(below: 1000)) / 8,
      "hours": unusual() ?? Double(number(below: 100)) / 4, "count": number(below: 1 << 40),
      "code": UUID(uuid: (UInt8(number(below: 256)), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9)),
      "site": URL(string: "https://example.org/\(number(below: 9))"),
      "plan": Data((0..<number(below: 9)).map { UInt8($0) }),
      "film": Data(repeating: 3, count: number(below: 4) * 60_000),
    ]
    let known = keys.keys.sorted()
    let key = known[number(below: known.count)]
    let isNothing = number(below: 6) == 0
    diary.append("\(place).\(key)")
    return each { side in
      let object = side.context.object(with: side.ids[place])
      guard object.entity.attributesByName[key] != nil else { return "" }
      object.setValue(isNothing ? nil : keys[key] ?? nil, forKey: key)
      return ""
    }
  }

  private func relateToOne() -> [String] {
    let (key, owner, destination) =
      number(below: 2) == 0
      ? ("department", ["Employee"], ["Department"]) : ("head", ["Department"], Self.people)
    guard let one = any(owner) else { return ["", ""] }
    let two = number(below: 5) == 0 ? nil : any(destination)
    diary.append("\(one).\(key) = \(two.map(String.init) ?? "nil")")
    return each { side in
      let value = two.map { side.context.object(with: side.ids[$0]) }
      side.context.object(with: side.ids[one]).setValue(value, forKey: key)
      return ""
    }
  }

  private func relateToMany() -> [String] {
    let choices: [(String, [String], [String])] = [
      ("friends", Self.people, Self.people), ("projects", ["Employee"], ["Project"]),
      ("members", ["Project"], ["Employee"]), ("follows", ["Project"], ["Project"]),
      ("followedBy", ["Project"], ["Project"]), ("employees", ["Department"], ["Employee"]),
      ("guests", ["Department"], Self.people),
    ]
    let (key, owner, destination) = choices[number(below: choices.count)]
    guard let one = any(owner), let two = any(destination) else { return ["", ""] }
    let (place, adds) = (number(below: 4), number(below: 3) > 0)
    diary.append("\(one).\(key) \(adds ? "+" : "-") \(two) at \(place)")
    return each { side in
      let object = side.context.object(with: side.ids[one])
      let member = side.context.object(with: side.ids[two])
      if object.entity.relationshipsByName[key]?.isOrdered == true {
        var members = object.value(forKey: key) as? [ManagedObject] ?? []
        members.removeAll { $0 === member }
        if adds { members.insert(member, at: min(place, members.count)) }
        object.setValue(members, forKey: key)
      } else if adds {
        object.mutableSetValue(forKey: key).add(member)
      } else {
        object.mutableSetValue(forKey: key).remove(member)
      }
      return ""
    }
  }

  private func watch() -> [String] {
    guard let place = any() else { return ["", ""] }
    diary.append("watch \(place)")
    return each { side in
      side.context.detectConflicts(for: side.context.object(with: side.ids[place]))
      return ""
    }
  }

  private func delete() -> [String] {
    guard let place = any() else { return ["", ""] }
    diary.append("delete \(place)")
    return each { side in
      side.context.delete(side.context.object(with: side.ids[place]))
      side.new[side.ids[place]] = nil
      side.ids.remove(at: place)
      return ""
    }
  }

  private func save() throws -> [String] {
    // Whatever is to be done about conflicts, it is done alike.
    let policy = MergePolicy.allCases[number(below: MergePolicy.allCases.count)]
    diary.append("save, \(policy)")
    let answers = each { side in
      side.context.mergePolicy = policy
      do throws(GraphError) { try side.context.save() } catch { return error.description }
      for (place, id) in side.ids.enumerated() {
        if let object = side.new[id] { side.ids[place] = object.objectID }
      }
      // An object that turned out to be another record is gone.
      side.ids.removeAll(where: \.isTemporaryID)
      side.new = [:]
      return ""
    }
    return answers == ["", ""]
      ? answers : try zip(answers, reset("after a conflict")).map { $0 + $1 }
  }

  private func fetch() throws -> [String] {
    var request = FetchRequest(
      entityName: ["Person", "Employee", "Adviser", "Department", "Project"][number(below: 5)])
    request.includesPropertyValues = number(below: 3) > 0
    request.returnsObjectsAsFaults = number(below: 2) > 0
    request.fetchOffset = number(below: 4)
    request.fetchLimit = number(below: 3) * 4
    let named = number(below: 3) == 0 ? properties(of: request.entityName) : []
    request.propertiesToFetch = named.map { PropertyExpression($0) }
    diary.append("fetch \(request.entityName) \(named.joined(separator: " "))")
    return try each { side in
      try side.context.fetch(request).map { object in
        let known = named.map { "\(object.primitiveValue(forKey: $0).map { "\($0)" } ?? "-")" }
        return "\(object.objectID) \(object.isFault) \(known)"
      }.joined(separator: "\n")
    }
  }

  /// Some of what a fetch of objects may name.
  private func properties(of entity: String) -> [String] {
    guard let entity = sides[0].coordinator.managedObjectModel.entitiesByName[entity] else {
      return []
    }
    let attributes = entity.attributesByName.values.filter { !$0.isTransient }.map(\.name)
    let relationships = entity.relationshipsByName.values.filter { !$0.isToMany }.map(\.name)
    return (attributes + relationships).sorted().filter { _ in number(below: 3) == 0 }
  }

  private func read() -> [String] {
    guard let place = any() else { return ["", ""] }
    diary.append("read \(place)")
    return each { side in line(of: side.context.object(with: side.ids[place])) }
  }

  private func refresh() -> [String] {
    guard let place = any() else { return ["", ""] }
    let wanted = number(below: 2) == 0
    diary.append("refresh \(place)")
    return each { side in
      let object = side.context.object(with: side.ids[place])
      // Dropping one end of a changed relationship is a danger with tests of its own.
      side.context.refresh(object, mergeChanges: wanted || object.hasRelationshipChanges)
      return ""
    }
  }

  /// Another context changes a saved object, so that a save of the first may meet a conflict.
  private func saveElsewhere() throws -> [String] {
    guard let place = any(Self.people), sides.allSatisfy({ !$0.ids[place].isTemporaryID }) else {
      return ["", ""]
    }
    let name = "elsewhere \(number(below: 99))"
    diary.append("\(place) elsewhere")
    return try each { side in
      side.other.object(with: side.ids[place]).setValue(name, forKey: "name")
      try side.other.save()
      side.other.reset()
      return ""
    }
  }

  /// Another context deletes a saved object; the first merges that with what it has pending.
  private func deleteElsewhere() throws -> [String] {
    guard let place = any(), sides.allSatisfy({ !$0.ids[place].isTemporaryID }) else {
      return ["", ""]
    }
    diary.append("delete \(place) elsewhere")
    return try each { side in
      side.other.delete(side.other.object(with: side.ids.remove(at: place)))
      side.other.processPendingChanges()
      var changes = SavedChanges()
      changes.updated = side.other.updatedObjects.map(\.objectID)
      changes.deleted = side.other.deletedObjects.map(\.objectID)
      try side.other.save()
      side.other.reset()
      side.context.mergeChanges(changes)
      return [side.context.updatedObjects, side.context.deletedObjects].map { objects in
        "\(objects.map { "\($0.objectID)" }.sorted())"
      }.joined(separator: "\n")
    }
  }

  private func reset(_ why: String) throws -> [String] {
    diary.append(why)
    return try each { side in
      side.context.reset()
      side.new = [:]
      side.ids = try ["Person", "Department", "Project"].flatMap { entity in
        var request = FetchRequest(entityName: entity)
        request.includesPropertyValues = false
        return try side.context.fetch(request).map(\.objectID)
      }
      return side.ids.map(\.description).joined(separator: "\n")
    }
  }

  // MARK: - Drawing

  private func drawing(of side: ParitySide) throws -> String {
    side.ids.map { line(of: side.context.object(with: $0)) }.joined(separator: "\n")
  }

  private func line(of object: ManagedObject) -> String {
    let entity = object.entity
    let attributes = entity.attributesByName.keys.sorted().map { key in
      "\(key) \(object.value(forKey: key).map { "\($0)" } ?? "-")"
    }
    let relationships = entity.relationshipsByName.keys.sorted().map { key in
      switch object.value(forKey: key) {
      case let one as ManagedObject: "\(key) → \(one.objectID)"
      case let list as [ManagedObject]: "\(key) ⇒ \(list.map(\.objectID))"
      case let set as Set<ManagedObject>: "\(key) ⇒ \(set.map { "\($0.objectID)" }.sorted())"
      default: "\(key) -"
      }
    }
    return "\(object.objectID): " + (attributes + relationships).joined(separator: " · ")
  }

  // MARK: - Choosing

  private func each(_ body: (inout ParitySide) throws -> String) rethrows -> [String] {
    var answers: [String] = []
    for index in sides.indices { answers.append(try body(&sides[index])) }
    return answers
  }

  /// Now and then a number that a file keeps in another way than others, or not at all.
  private func unusual() -> Double? {
    let numbers: [Double] = [.nan, -.nan, .infinity, -.infinity, -0.0]
    let place = number(below: 40)
    return numbers.indices.contains(place) ? numbers[place] : nil
  }

  private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func any(_ entities: [String]? = nil) -> Int? {
    let ids = sides[0].ids
    let fitting = ids.indices.filter { entities?.contains(ids[$0].entityName) ?? true }
    return fitting.randomElement(using: &random)
  }
}
