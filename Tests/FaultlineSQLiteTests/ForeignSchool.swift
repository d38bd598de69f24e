// A store of a school, made foreign: for tests of what other programs leave behind.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

/// A suite whose tests begin with the store of a school.
protocol ForeignSchool {
  var folder: StoreFolder { get }
}

extension ForeignSchool {
  var database: Database { Database(folder.store) }

  /// A school: inheritance with a doubled key, a pair table, an order, a count that is derived.
  func school(
    _ person: String = "Person", extra: [AttributeDescription] = [], renamed: String? = nil
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Course",
        attributes: [
          AttributeDescription("title", .string),
          AttributeDescription("size", .integer64, derivation: "lessons.@count"),
        ],
        relationships: [
          .toMany("lessons", "Lesson", inverse: "course", isOrdered: true),
          .toMany("listeners", person, inverse: "courses"),
        ]),
      EntityDescription(
        name: "Lesson", attributes: [AttributeDescription("topic", .string)],
        relationships: [.toOne("course", "Course", inverse: "lessons")]),
      EntityDescription(
        name: person, attributes: [AttributeDescription("name", .string)] + extra,
        relationships: [.toMany("courses", "Course", inverse: "listeners")],
        renamingIdentifier: renamed),
      EntityDescription(
        name: "Pupil", superentity: person, attributes: [AttributeDescription("mark", .integer16)]),
      EntityDescription(
        name: "Teacher", superentity: person, attributes: [AttributeDescription("mark", .string)]),
    ])
  }

  /// A store of the school with a course of two lessons, a pupil and a teacher; made foreign by what follows.
  func makeStore(_ changes: String = "") throws {
    try {
      let coordinator = try StoreKind.sqlite.coordinator(try school(), in: folder)
      let context = try makeContext(on: coordinator)
      func insert(_ entity: String, _ values: [String: Any]) -> ManagedObject {
        let object = context.insertNewObject(forEntityName: entity)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
      }
      let course = insert("Course", ["title": "Analysis"])
      for topic in ["Limits", "Series"] {
        let lesson = insert("Lesson", ["topic": topic])
        course.mutableOrderedSetValue(forKey: "lessons").add(lesson)
      }
      for person in [
        insert("Pupil", ["name": "Ada", "mark": 1]),
        insert("Teacher", ["name": "Sofia", "mark": "good"]),
      ] {
        course.mutableSetValue(forKey: "listeners").add(person)
      }
      try context.save()
    }()
    disown()
    #expect(database.run(changes) == nil)
  }

  /// Takes out what says whose hashes the file has.
  private func disown() {
    let hex = Database(folder.store).text("SELECT hex(Z_PLIST) FROM Z_METADATA")
    let own = "FaultlineVersionHashes".utf8.map { String($0, radix: 16, uppercase: true) }.joined()
    let other = "ForeignVersionHashes__".utf8.map { String($0, radix: 16, uppercase: true) }
      .joined()
    database.run(
      "UPDATE Z_METADATA SET Z_PLIST = X'\(hex.replacingOccurrences(of: own, with: other))'")
  }

  func open(
    _ model: ManagedObjectModel, isReadOnly: Bool = false
  ) throws -> (SQLiteStore, ManagedObjectContext) {
    var options = StoreOptions()
    options.isReadOnly = isReadOnly
    let coordinator = try StoreKind.sqlite.coordinator(model, in: folder, options: options)
    let store = try #require(coordinator.persistentStores[0] as? SQLiteStore)
    return (store, try makeContext(on: coordinator))
  }

  func refusal(_ model: ManagedObjectModel) -> GraphError? {
    do {
      _ = try open(model)
      return nil
    } catch {
      return error as? GraphError
    }
  }

  /// Everything in the store, a line an object.
  func drawing(_ context: ManagedObjectContext, _ person: String = "Person") throws
    -> String
  {
    var lines: [String] = []
    for course in try context.fetch(FetchRequest(entityName: "Course")) {
      let lessons = course.value(forKey: "lessons") as? [ManagedObject] ?? []
      let listeners = course.value(forKey: "listeners") as? Set<ManagedObject> ?? []
      let topics = lessons.map { $0.value(forKey: "topic") as? String ?? "-" }
      let names = listeners.map { $0.value(forKey: "name") as? String ?? "-" }.sorted()
      lines.append("\(course.value(forKey: "title") ?? "-"): \(topics) \(names)")
    }
    var request = FetchRequest(entityName: person)
    request.sortKeys = [SortKey("name")]
    for object in try context.fetch(request) {
      let mark = object.value(forKey: "mark") ?? "-"
      lines.append("\(object.entity.name) \(object.value(forKey: "name") ?? "-") \(mark)")
    }
    return lines.joined(separator: "\n")
  }

  var everything: String {
    """
    Analysis: ["Limits", "Series"] ["Ada", "Sofia"]
    Pupil Ada 1
    Teacher Sofia good
    """
  }
}
