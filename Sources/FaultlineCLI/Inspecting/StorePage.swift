// A store or a model, written for people.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineSQLite
import Foundation

/// The page about a store.
enum StorePage {
  static func page(_ store: StoreInspection, of file: String) -> Page {
    let rows = store.entities.reduce(0) { $0 + $1.rows }
    var page = Page([
      .title(
        "\(file): a store with \(counted(store.entities.count, "entity", "entities")), "
          + "\(counted(rows, "row", "rows")), \(NumberText.bytes(store.bytes))"),
      .keyValues("", head(store)),
    ])
    addEntities(store, to: &page)
    addPlaces(store, to: &page)
    page.add("What does not fit the model", store.differences)
    if let history = store.history { HistoryPage.add(history, to: &page) }
    addTables(store, to: &page)
    page.add("Virtual tables", store.virtualTables.map { "\($0.name) (\($0.module))" })
    page.add("Triggers", store.triggers)
    page.add("Not understood of the model", store.modelWarnings)
    page.add(
      "Metadata", [("key", false), ("value", false)], store.metadata.map { [$0.key, $0.value] })
    return page
  }

  private static func head(_ store: StoreInspection) -> [Report.KeyValue] {
    let maker =
      store.isOwn
      ? "Faultline" : store.frameworkVersion.map { "Core Data, version \($0)" } ?? "not known"
    let model =
      switch store.modelSource {
      case .given: "the one that was given"
      case .inside: "the one inside the store"
      case .unusable:
        "the one inside cannot be used, for what is listed below; name one with --model"
      case .none: "none inside; name one with --model"
      }
    let saves =
      store.objection.map { objection in
        "refused: \(objection)"
          + (store.isWritableWithHistory ? "; 'history: true' keeps it up" : "")
      } ?? "allowed"
    var rows = [
      ["identifier", store.identifier.uuidString], ["made by", maker], ["model", model],
      ["saves", saves],
      ["page size", NumberText.bytes(store.pageSize)],
    ]
    if store.journalBytes > 0 {
      rows.append([
        "journal", "\(NumberText.bytes(store.journalBytes)) that are not in the file yet",
      ])
    }
    if store.externalFiles > 0 {
      let files = counted(store.externalFiles, "file", "files")
      rows.append(["data beside it", "\(files), \(NumberText.bytes(store.externalBytes))"])
    }
    for shared in store.sharedSaves {
      rows.append([
        "shared saves",
        "\(NumberText.grouped(shared.count)) with the store \(shared.store.uuidString)",
      ])
    }
    return rows.map { Report.KeyValue(key: $0[0], value: $0[1]) }
  }

  private static func addEntities(_ store: StoreInspection, to page: inout Page) {
    page.add(
      "Entities",
      [("number", true), ("entity", false), ("rows", true), ("size", true), ("table", false)],
      store.entities.map { entity in
        let parent = entity.superentity.map { " of \($0)" } ?? ""
        let former = entity.formerName.map { " (called \($0) in the store)" } ?? ""
        return [
          entity.number == 0 ? "-" : "\(entity.number)", entity.name + parent + former,
          NumberText.grouped(entity.rows), NumberText.bytes(entity.bytes), entity.table ?? "none",
        ]
      })
  }

  private static func addPlaces(_ store: StoreInspection, to page: inout Page) {
    page.add(
      "Where properties are kept", [("property", false), ("holds", false), ("place", false)],
      store.entities.flatMap { entity in
        entity.properties.map { property in
          [
            "\(entity.name).\(property.name)", property.kind,
            property.place ?? (property.isTransient ? "transient" : "none"),
          ]
        }
      })
  }

  private static func addTables(_ store: StoreInspection, to page: inout Page) {
    page.add(
      "Tables and indexes",
      [("name", false), ("rows", true), ("size", true), ("columns", false)],
      store.tables.flatMap { table in
        [[table.name, NumberText.grouped(table.rows), NumberText.bytes(table.bytes), ""]]
          + table.indexes.map { index in
            let unique = index.isUnique ? " (unique)" : ""
            return [
              "  \(index.name)", "", NumberText.bytes(index.bytes),
              index.columns.joined(separator: ", ") + unique,
            ]
          }
      })
  }
}

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
