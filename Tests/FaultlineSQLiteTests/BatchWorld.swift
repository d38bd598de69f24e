// A world of a random model with random objects, the same each time, for batches that are carried out in two ways.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation

/// One store with everything that the seed says; the model's delete rules are drawn as well.
struct BatchWorld {
  let context: ManagedObjectContext
  let coordinator: PersistentStoreCoordinator
  private let folder: StoreFolder

  init(
    seed: UInt64, on kind: StoreKind, rules: [DeleteRule], keepsHistory: Bool = false
  ) throws {
    var random = SplitMix64(seed: seed)
    let model = try Self.model(&random, rules)
    folder = try StoreFolder()
    var options = StoreOptions()
    options.identifier = UUID(uuidString: "00000000-0000-4000-8000-000000000001")
    options.tracksHistory = keepsHistory
    options.historyOrigin = HistoryOrigin(
      bundleID: "app.batches", processID: "batches", first: Date(timeIntervalSinceReferenceDate: 0))
    coordinator = try kind.coordinator(model, in: folder, options: options)
    context = try makeContext(on: coordinator)
    try fill(&random)
  }

  // MARK: - The model

  private static func model(
    _ random: inout SplitMix64, _ rules: [DeleteRule]
  ) throws -> ManagedObjectModel {
    let names = ["Base", "Sub", "Leaf"]
    var relationships: [String: [RelationshipDescription]] = [:]
    func rule() -> DeleteRule { rules.randomElement(using: &random) ?? .nullify }
    for number in 0..<Int.random(in: 3...6, using: &random) {
      let (one, other) = (
        names.randomElement(using: &random) ?? "Base", names.randomElement(using: &random) ?? "Leaf"
      )
      let (there, back) = ("to\(number)", "back\(number)")
      let isOrdered = Int.random(in: 0..<3, using: &random) == 0
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1:
        relationships[one, default: []].append(
          .toMany(there, other, inverse: back, isOrdered: isOrdered, deleteRule: rule()))
        relationships[other, default: []].append(
          .toOne(back, one, inverse: there, deleteRule: rule()))
      case 2:
        relationships[one, default: []].append(
          .toMany(there, other, inverse: back, isOrdered: isOrdered, deleteRule: rule()))
        relationships[other, default: []].append(
          .toMany(back, one, inverse: there, deleteRule: rule()))
      case 3:
        relationships[one, default: []].append(
          .toOne(there, other, inverse: back, deleteRule: rule()))
        relationships[other, default: []].append(
          .toOne(back, one, inverse: there, deleteRule: rule()))
      case 4:
        relationships[one, default: []].append(
          .toMany(there, one, inverse: there, deleteRule: rule()))
      case 5: relationships[one, default: []].append(.toMany(there, other, deleteRule: rule()))
      default: relationships[one, default: []].append(.toOne(there, other, deleteRule: rule()))
      }
    }
    return try ManagedObjectModel(
      entities: names.map { name in
        EntityDescription(
          name: name, superentity: name == "Sub" ? "Base" : nil,
          attributes: name == "Sub"
            ? [AttributeDescription("extra", .string)]
            : [
              AttributeDescription("number", .integer64), AttributeDescription("small", .integer16),
              AttributeDescription("share", .double), AttributeDescription("day", .date),
              AttributeDescription("isOpen", .boolean),
              AttributeDescription("name", .string, preservesValueInHistoryOnDeletion: true),
              AttributeDescription("price", .decimal),
              AttributeDescription("film", .binary, allowsExternalBinaryDataStorage: true),
            ], relationships: relationships[name] ?? [])
      })
  }

  private func fill(_ random: inout SplitMix64) throws {
    var objects: [ManagedObject] = []
    for number in 0..<Int.random(in: 6...24, using: &random) {
      let name = ["Base", "Sub", "Leaf"].randomElement(using: &random) ?? "Base"
      let object = context.insertNewObject(forEntityName: name)
      object.setValue(number, forKey: "number")
      object.setValue(Int.random(in: 0..<200, using: &random) * 100, forKey: "small")
      object.setValue(Double(Int.random(in: 0..<9, using: &random)) / 4, forKey: "share")
      object.setValue(Bool.random(using: &random), forKey: "isOpen")
      if Bool.random(using: &random) { object.setValue("\(name) \(number)", forKey: "name") }
      if number == 3 { object.setValue(Data(count: 200 << 10), forKey: "film") }
      objects.append(object)
    }
    for _ in 0..<objects.count * 4 {
      guard let one = objects.randomElement(using: &random),
        let tie = one.entity.layout.ties.indices.randomElement(using: &random)
      else { continue }
      let place = one.entity.layout.ties[tie]
      let fitting = objects.filter { other in
        place.relationship.destinationEntity.map { other.entity.isKindOf(entity: $0) } == true
      }
      guard let other = fitting.randomElement(using: &random) else { continue }
      if place.isToMany {
        try one.insert(other, tie)
      } else {
        try one.setDestination(other, tie)
      }
    }
    try context.save()
    context.reset()
  }

  // MARK: - What is there

  /// Every table of the file that has rows or pairs, value by value.
  var tables: String {
    let file = Database(folder.store)
    let names = file.lines("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .filter { !["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY", "ACHANGE"].contains($0) }
    return names.map { name in
      let columns = file.lines("SELECT name FROM pragma_table_info('\(name)')")
        .filter { $0 != "ZFILM" && $0 != "ZFILM1" }
      return "\(name): \(columns.joined(separator: " "))\n"
        + file.dump(name, columns.joined(separator: " "))
    }.joined(separator: "\n")
  }

  /// The changes of the history in their order, each with what it is about and what is kept of it.
  var changes: [String] {
    Database(folder.store).lines(
      "SELECT ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, hex(ZCOLUMNS), ZTOMBSTONE0 FROM ACHANGE "
        + "ORDER BY Z_PK")
  }

  /// The first and the last key of the history's changes, how many there are, and which key comes next.
  var changeKeys: String {
    Database(folder.store).text(
      "SELECT MIN(Z_PK), MAX(Z_PK), COUNT(*), "
        + "(SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'CHANGE') FROM ACHANGE")
  }

  /// How many files with data lie beside the store's.
  var dataFiles: Int { folder.files.count { $0.contains("_EXTERNAL_DATA/") } }

  /// Every object with its values and where its relationships lead, as a context reads them.
  func objects() throws -> String {
    context.reset()
    var lines: [String] = []
    for name in ["Base", "Leaf"] {
      for object in try context.fetch(FetchRequest(entityName: name)) {
        let values = object.entity.layout.slots.enumerated().compactMap { slot, place in
          place.attribute.map { attribute in
            attribute.name == "film"
              ? "" : "\(attribute.name) \(object.value(forKey: attribute.name) ?? "-")"
          }
        }
        let ends = try object.entity.layout.ties.indices.map { tie in
          let name = object.entity.layout.ties[tie].relationship.name
          let ends =
            object.entity.layout.ties[tie].isToMany
            ? try object.members(tie).objects.map {
              "\($0.objectID.uriRepresentation().lastPathComponent)"
            }
            : [
              try object.destination(tie).map {
                "\($0.objectID.uriRepresentation().lastPathComponent)"
              } ?? "-"
            ]
          return "\(name) \(ends.joined(separator: "+"))"
        }
        lines.append(
          "\(object.entity.name) \(object.objectID.uriRepresentation().lastPathComponent): \((values + ends).joined(separator: ", "))"
        )
      }
    }
    return lines.joined(separator: "\n")
  }
}
