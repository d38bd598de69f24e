// A model, written for people.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports

/// The page about a model.
enum ModelPage {
  static func page(_ facts: ModelFacts, of file: String) -> Page {
    let versions =
      facts.versionIdentifiers.isEmpty
      ? "" : ", version \(facts.versionIdentifiers.joined(separator: ", "))"
    var page = Page([
      .title(
        "\(file): a model with \(counted(facts.entities.count, "entity", "entities"))\(versions)")
    ])
    for entity in facts.entities { add(entity, to: &page) }
    page.add("Fetch requests", columns, rows(facts.fetchRequests))
    page.add(
      "Configurations",
      facts.configurations.isEmpty ? [] : [facts.configurations.joined(separator: ", ")])
    page.add("Not understood", facts.warnings)
    return page
  }

  private static let columns = [("name", false), ("holds", false), ("rules", false)]

  private static func add(_ entity: ModelFacts.Entity, to page: inout Page) {
    let parent = entity.superentity.map { " of \($0)" } ?? ""
    let hasPlainClass = entity.className == "ManagedObject" || entity.className == entity.name
    var head = entity.name + parent + (entity.isAbstract ? ", abstract" : "")
    if !hasPlainClass { head += ", class \(entity.className)" }
    let properties = entity.attributes + entity.relationships + entity.fetchedProperties
    if properties.isEmpty { page.blocks.append(.bullets(head, [])) }
    page.add(
      head, columns, rows(properties),
      remarks: entity.uniquenessConstraints.map { "unique: \($0.joined(separator: ", "))" }
        + entity.indexes.map { "index \($0)" })
  }

  private static func rows(_ properties: [ModelFacts.Property]) -> [[String]] {
    properties.map { [$0.name, $0.kind, $0.rules.joined(separator: "; ")] }
  }
}
