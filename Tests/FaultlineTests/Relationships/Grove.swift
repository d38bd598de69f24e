// A small world of nodes that lead to each other in every way, for the tests of this module.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport

/// Nodes and items in one context, each known by a name.
struct Grove {
  let coordinator: PersistentStoreCoordinator
  let context: ManagedObjectContext

  /// A grove on a new store, or on stores that another one has.
  init(on coordinator: PersistentStoreCoordinator? = nil, undo: Bool = false) throws {
    self.coordinator =
      try coordinator ?? StoreKind.memory.coordinator(try Self.model(), in: StoreFolder())
    context = try makeContext(on: self.coordinator, undo: undo)
  }

  /// Another context on the same stores.
  func other() throws -> Grove { try Grove(on: coordinator) }

  @discardableResult func node(_ name: String) -> ManagedObject { make("Node", name) }

  @discardableResult func item(_ name: String) -> ManagedObject { make("Item", name) }

  private func make(_ entity: String, _ name: String) -> ManagedObject {
    let object = context.insertNewObject(forEntityName: entity)
    object.setValue(name, forKey: "name")
    return object
  }

  /// This context's object for one of another's.
  func own(_ object: ManagedObject) -> ManagedObject { context.object(with: object.objectID) }

  /// The names of a node's neighbours as another context reads them.
  func stored(_ key: String, of object: ManagedObject) throws -> [String] {
    let other = try other()
    return withExtendedLifetime(other) { other.own(object).names(key) }
  }

  static func model() throws -> ManagedObjectModel {
    let name = { AttributeDescription("name", .string) }
    return try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Node", attributes: [name(), AttributeDescription("number", .integer64)],
        relationships: [
          .toOne("best", "Node"),
          .toOne("parent", "Node", inverse: "children"),
          .toMany("children", "Node", inverse: "parent", deleteRule: .cascade),
          .toOne("twin", "Node", inverse: "twin"),
          .toMany("friends", "Node", inverse: "friends"),
          .toMany("peers", "Node", inverse: "peers", isOrdered: true),
          .toMany("items", "Item", inverse: "owner", isOrdered: true),
          .toMany("marks", "Item", inverse: "markers", isOrdered: true),
        ]),
      EntityDescription(
        name: "Item", attributes: [name()],
        relationships: [
          .toOne("owner", "Node", inverse: "items"),
          .toMany("markers", "Node", inverse: "marks"),
        ]),
    ])
  }
}

extension ManagedObject {
  /// The names at the other end of a relationship: in its order if it has one, else in that of the alphabet.
  func names(_ key: String) -> [String] {
    let others: [ManagedObject]
    switch value(forKey: key) {
    case let list as [ManagedObject]: others = list
    case let set as Set<ManagedObject>: others = Array(set)
    case let one as ManagedObject: others = [one]
    default: others = []
    }
    let names = others.map { $0.value(forKey: "name") as? String ?? "-" }
    return entity.relationshipsByName[key]?.isOrdered == true ? names : names.sorted()
  }
}
