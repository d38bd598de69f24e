// Which section an object belongs to: a value of it, as text.

import Foundation

/// The value that the objects of a section have in common.
enum ResultsSectioning {
  /// A value that stores keep, too.
  case stored(BoundTerm, QueryType)
  /// A transient value at the end of a path: only the object itself has it.
  case transient([String])

  /// Looks a key path up.
  init(
    _ keyPath: String, of entity: EntityDescription, _ coordinator: PersistentStoreCoordinator
  ) throws(GraphError) {
    let key = SortKey(keyPath)
    do throws(QueryMistake) {
      var binder = QueryBinder(entity, .rows) { coordinator.objectID($0) }
      _ = try key.bound(&binder)
      let place = QueryPlace(text: keyPath, offsets: 0..<keyPath.unicodeScalars.count)
      let steps = KeyPathText(keyPath).steps() ?? []
      let (term, type) = try binder.single(QueryTerm(kind: .path(nil, steps), place: place))
      self = .stored(term, type)
    } catch {
      var binder = QueryBinder(entity, .objects) { coordinator.objectID($0) }
      guard (try? key.bound(&binder)) != nil, !keyPath.contains("@") else {
        throw GraphError(
          .unsupportedRequest,
          "The sections of '\(entity.name)' objects cannot be found: " + error.error.message,
          key: error.key ?? keyPath)
      }
      self = .transient(keyPath.split(separator: ".").map(String.init))
    }
  }

  /// Whether it comes from stores alone.
  var isStored: Bool { if case .stored = self { true } else { false } }

  /// The name of the section of an object, which has its row.
  func name(
    of object: ManagedObject, _ evaluation: inout QueryEvaluation<QuietSource>
  ) throws(GraphError) -> String {
    switch self {
    case .stored(let term, let type):
      return Self.text(type.bare(try evaluation.value(term, of: object)))
    case .transient(let keys):
      var owner = object
      for key in keys.dropLast() {
        guard let next = owner.value(forKey: key) as? ManagedObject else { return "" }
        owner = next
      }
      return keys.last.map { Self.text(owner.value(forKey: $0)) } ?? ""
    }
  }

  private static func text(_ value: Any?) -> String {
    switch value {
    case nil: ""
    case let text as String: text
    case let flag as Bool: flag ? "1" : "0"
    case let data as Data: data.base64EncodedString()
    case .some(let value): "\(value)"
    }
  }
}
