// The classes of a program, found by the names that models have for them.

import Faultline
import Foundation

/// The name of a class: bare, or with its module.
struct ClassName {
  let full: String
  var bare: String { full.split(separator: ".").last.map(String.init) ?? full }
  /// The module; nil where the name is bare, as in `.Person`, Xcode's form for the model's own module.
  var module: String? {
    let parts = full.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && !parts[0].isEmpty ? String(parts[0]) : nil
  }

  init(_ full: String) { self.full = full }
}

/// The classes that a model names.
struct ObjectClasses {
  private var types: [String: NSManagedObject.Type] = [:]

  /// Looks classes up; of several with the same name the first of the preferred modules has the one that counts.
  init(_ names: [String], _ modules: [String]) throws {
    let wanted = Set(names.map { ClassName($0).bare }).subtracting(["NSManagedObject", ""])
    guard !wanted.isEmpty else { return }
    let found = MetadataSections.classes(named: wanted)
    for name in Set(names) where wanted.contains(ClassName(name).bare) {
      types[name] = try Self.choose(ClassName(name), found[ClassName(name).bare] ?? [], modules)
    }
  }

  /// The class of that name; one that the program does not have is a plain managed object, as in Core Data.
  func type(named name: String) -> NSManagedObject.Type { types[name] ?? NSManagedObject.self }

  private static func choose(
    _ name: ClassName, _ candidates: [NSManagedObject.Type], _ modules: [String]
  ) throws -> NSManagedObject.Type? {
    if name.module != nil,
      let exact = candidates.first(where: { String(reflecting: $0) == name.full })
        ?? candidates.first(where: { ModuleName.of($0) == name.module })
    {
      return exact
    }
    if candidates.count < 2 { return candidates.first }
    for module in modules {
      let own = candidates.filter { ModuleName.of($0) == module }
      if own.count == 1 { return own[0] }
    }
    throw GraphError(
      .coreData,
      "Several classes are called '\(name.bare)': "
        + candidates.map { String(reflecting: $0) }.sorted().joined(separator: ", ")
        + ". Name one of them in the model with its module.")
  }
}
