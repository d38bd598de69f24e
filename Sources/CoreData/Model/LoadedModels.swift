// The models of the process, for classes that are asked for their entity without a context.

import Foundation

/// The models that are alive, in the order in which they were made.
enum LoadedModels {
  private struct Entry {
    weak var model: NSManagedObjectModel?
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var entries: [Entry] = []

  static func add(_ model: NSManagedObjectModel) {
    lock.withLock {
      entries.removeAll { $0.model == nil }
      entries.append(Entry(model: model))
    }
  }

  /// The entity of a class: the latest model that a coordinator uses decides, then the latest draft.
  static func entity(for type: NSManagedObject.Type) -> NSEntityDescription? {
    let models = lock.withLock { entries.compactMap(\.model) }
    let used = models.filter(\.isFrozen)
    return (used.reversed() + models.filter { !$0.isFrozen }.reversed())
      .lazy.compactMap { $0.entity(for: type) }.first
  }
}

/// The names of modules.
enum ModuleName {
  /// The module whose resource bundle has a file: SwiftPM calls the bundle after package and target.
  static func ofResource(at url: URL) -> String? {
    for part in url.pathComponents.reversed() {
      for ending in [".resources", ".bundle"] where part.hasSuffix(ending) {
        return part.dropLast(ending.count).split(separator: "_").last.map(String.init)
      }
    }
    return nil
  }

  /// The module that declares a type.
  static func of(_ type: Any.Type) -> String {
    String(String(reflecting: type).prefix { $0 != "." })
  }
}
