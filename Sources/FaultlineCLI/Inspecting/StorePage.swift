// A store, written for a terminal.

import FaultlineMeasures
import FaultlineSQLite
import Foundation

/// The page about a store.
struct StorePage {
  let text: String

  init(_ store: StoreInspection, of file: String) {
    let rows = store.entities.reduce(0) { $0 + $1.rows }
    var parts = [
      "\(harmless(file)): a store with \(counted(store.entities.count, "entity", "entities")), "
        + "\(counted(rows, "row", "rows")), \(NumberText.bytes(store.bytes))",
      Self.head(store), "Entities\n" + Self.entities(store),
    ]
    let places = Self.places(store)
    if !places.isEmpty { parts.append("Where properties are kept\n" + places) }
    parts += PageParts.list("What does not fit the model", store.differences)
    if let history = store.history { parts.append(HistoryPage(history).text) }
    parts.append("Tables and indexes\n" + Self.tables(store))
    parts += PageParts.list(
      "Virtual tables", store.virtualTables.map { "\(harmless($0.name)) (\(harmless($0.module)))" })
    parts += PageParts.list("Triggers", store.triggers)
    parts += PageParts.list("Not understood of the model", store.modelWarnings)
    var facts = TextTable([("key", false), ("value", false)])
    for fact in store.metadata { facts.add([fact.key, fact.value]) }
    parts.append("Metadata\n" + facts.text)
    text = parts.joined(separator: "\n\n")
  }

  private static func head(_ store: StoreInspection) -> String {
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
    var table = TextTable([])
    for row in rows { table.add(row) }
    return table.text
  }

  private static func entities(_ store: StoreInspection) -> String {
    var table = TextTable([
      ("number", true), ("entity", false), ("rows", true), ("size", true), ("table", false),
    ])
    for entity in store.entities {
      let parent = entity.superentity.map { " of \($0)" } ?? ""
      let former = entity.formerName.map { " (called \($0) in the store)" } ?? ""
      table.add([
        entity.number == 0 ? "-" : "\(entity.number)", entity.name + parent + former,
        NumberText.grouped(entity.rows), NumberText.bytes(entity.bytes), entity.table ?? "none",
      ])
    }
    return table.text
  }

  private static func places(_ store: StoreInspection) -> String {
    var table = TextTable([("property", false), ("holds", false), ("place", false)])
    for entity in store.entities {
      for property in entity.properties {
        table.add([
          "\(entity.name).\(property.name)", property.kind,
          property.place ?? (property.isTransient ? "transient" : "none"),
        ])
      }
    }
    return store.entities.allSatisfy(\.properties.isEmpty) ? "" : table.text
  }

  private static func tables(_ store: StoreInspection) -> String {
    var table = TextTable([("name", false), ("rows", true), ("size", true), ("columns", false)])
    for known in store.tables {
      table.add([
        known.name, NumberText.grouped(known.rows), NumberText.bytes(known.bytes), "",
      ])
      for index in known.indexes {
        let unique = index.isUnique ? " (unique)" : ""
        table.add([
          "  \(index.name)", "", NumberText.bytes(index.bytes),
          index.columns.joined(separator: ", ") + unique,
        ])
      }
    }
    return table.text
  }
}
