// A small world with every kind of relationship, for the tests of this folder.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport

/// People, bands, songs and labels in one context, each known by a name.
struct Studio {
  let coordinator: PersistentStoreCoordinator
  let context: ManagedObjectContext

  init(undo: Bool = false) throws { try self.init(.memory, in: StoreFolder(), undo: undo) }

  /// A studio on a new store of a kind.
  init(_ kind: StoreKind, in folder: StoreFolder, undo: Bool = false) throws {
    coordinator = try kind.coordinator(try Self.model(), in: folder)
    context = try makeContext(on: coordinator, undo: undo)
  }

  /// Another context on the same stores.
  func other() throws -> ManagedObjectContext { try makeContext(on: coordinator) }

  func make(_ entity: String, _ name: String) -> ManagedObject {
    let object = context.insertNewObject(forEntityName: entity)
    object.setValue(name, forKey: "name")
    return object
  }

  /// The name of every member, as another context reads them from the store.
  func stored(_ entity: String, _ name: String, _ key: String) throws -> [String] {
    let context = try other()
    return try withExtendedLifetime(context) {
      let owner = try context.fetch(FetchRequest(entityName: entity))
        .first { $0.value(forKey: "name") as? String == name }
      return owner.map { owner in
        Array(owner.mutableSetValue(forKey: key)).compactMap {
          $0.value(forKey: "name") as? String
        }
      } ?? []
    }
  }

  private static func model() throws -> ManagedObjectModel {
    let name = { AttributeDescription("name", .string) }
    return try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Band", attributes: [name()],
        relationships: [
          .toMany("musicians", "Musician", inverse: "bands"),
          .toMany(
            "songs", "Song", inverse: "band", isOrdered: true, deleteRule: .cascade),
          .toOne("label", "Label", inverse: "bands"),
        ]),
      EntityDescription(
        name: "Label", attributes: [name()],
        relationships: [.toMany("bands", "Band", inverse: "label", deleteRule: .deny)]),
      EntityDescription(
        name: "Musician", attributes: [name()],
        relationships: [
          .toMany("bands", "Band", inverse: "musicians"),
          .toMany("friends", "Musician", inverse: "friends"),
          .toMany("heroes", "Musician", deleteRule: .noAction),
          .toOne("spouse", "Musician", inverse: "spouse"),
        ]),
      EntityDescription(
        name: "Song", attributes: [name()],
        relationships: [.toOne("band", "Band", inverse: "songs")]),
    ])
  }
}
