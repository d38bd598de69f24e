// A model, written for a terminal.

import FaultlineMeasures

/// The page about a model.
struct ModelPage {
  let text: String

  init(_ facts: ModelFacts, of file: String) {
    let versions =
      facts.versionIdentifiers.isEmpty
      ? "" : ", version \(facts.versionIdentifiers.joined(separator: ", "))"
    var parts = [
      "\(harmless(file)): a model with \(counted(facts.entities.count, "entity", "entities"))\(versions)"
    ]
    parts += facts.entities.map(Self.entity)
    if !facts.fetchRequests.isEmpty {
      parts.append("Fetch requests\n" + Self.table(facts.fetchRequests))
    }
    if !facts.configurations.isEmpty {
      parts.append("Configurations\n  " + harmless(facts.configurations.joined(separator: ", ")))
    }
    parts += PageParts.list("Not understood", facts.warnings)
    text = parts.joined(separator: "\n\n")
  }

  private static func entity(_ entity: ModelFacts.Entity) -> String {
    let parent = entity.superentity.map { " of \($0)" } ?? ""
    let plainClass = entity.className == "ManagedObject" || entity.className == entity.name
    var head = entity.name + parent + (entity.isAbstract ? ", abstract" : "")
    if !plainClass { head += ", class \(entity.className)" }
    var lines = [harmless(head)]
    let properties = entity.attributes + entity.relationships + entity.fetchedProperties
    if !properties.isEmpty { lines.append(table(properties)) }
    lines += entity.uniquenessConstraints.map {
      "  unique: \(harmless($0.joined(separator: ", ")))"
    }
    lines += entity.indexes.map { "  index \(harmless($0))" }
    return lines.joined(separator: "\n")
  }

  private static func table(_ properties: [ModelFacts.Property]) -> String {
    var table = TextTable([])
    for property in properties {
      table.add([property.name, property.kind, property.rules.joined(separator: "; ")])
    }
    return table.text
  }
}

/// What pages have in common.
enum PageParts {
  /// A heading with a list under it; nothing for an empty one.
  static func list(_ heading: String, _ lines: [String]) -> [String] {
    lines.isEmpty
      ? [] : ["\(heading)\n" + lines.map { "  - \(harmless($0))" }.joined(separator: "\n")]
  }
}
