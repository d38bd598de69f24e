// A context over several stores that keep the same entity, for tests of saves that are about all of them.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation

/// Animals in several stores on one coordinator.
struct Zoo {
  let folder: StoreFolder
  let coordinator: PersistentStoreCoordinator
  let context: ManagedObjectContext

  /// The kinds of two stores, in every order.
  static let pairs: [[StoreKind]] = [
    [.sqlite, .sqlite], [.memory, .sqlite], [.sqlite, .memory], [.memory, .memory],
  ]

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Animal",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("number", .integer64),
          AttributeDescription("chip", .string),
        ], uniquenessConstraints: [["chip"]])
    ])
  }

  /// Opens stores, each in a file of its own; the same files for the same folder.
  init(_ kinds: [StoreKind], in folder: StoreFolder, readOnly: Int? = nil) throws {
    self.folder = folder
    coordinator = PersistentStoreCoordinator(managedObjectModel: try Self.model())
    for (place, kind) in kinds.enumerated() {
      var options = StoreOptions()
      options.isReadOnly = place == readOnly
      try coordinator.addPersistentStore(
        type: kind.type, at: kind == .memory ? nil : Self.file(place, in: folder), options: options)
    }
    context = try makeContext(on: coordinator)
  }

  static func file(_ place: Int, in folder: StoreFolder) -> URL {
    folder.url.appendingPathComponent("Store\(place).sqlite")
  }

  var stores: [any PersistentStore] { coordinator.persistentStores }

  /// Inserts an animal that is to be kept in one of the stores.
  @discardableResult func add(_ name: String, to place: Int, chip: String? = nil) -> ManagedObject {
    let animal = context.insertNewObject(forEntityName: "Animal")
    animal.setValue(name, forKey: "name")
    animal.setValue(chip, forKey: "chip")
    context.assign(animal, to: stores[place])
    return animal
  }

  /// What stores have, each name with a number where it has one, in the order of the names.
  func names(in places: Int...) throws -> [String] {
    let reader = try makeContext(on: coordinator)
    var request = FetchRequest(entityName: "Animal")
    request.sortKeys = [SortKey("name")]
    request.affectedStores = places.isEmpty ? nil : places.map { stores[$0] }
    return try withExtendedLifetime(reader) {
      try reader.fetch(request).map { animal in
        let number = animal.value(forKey: "number") as? Int
        return "\(animal.value(forKey: "name") ?? "nobody")\(number.map { " \($0)" } ?? "")"
      }
    }
  }
}
