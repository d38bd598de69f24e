// Thousands of damaged stores and models: each is read as far as it goes, or refused; nothing falls over.

import CSQLite
import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

/// In one suite and one after the other, so that the most memory that the process took is theirs.
@Suite(.serialized) struct MutationTests {
  /// Together 20,000 at full effort.
  private static let stores = Effort.choose(quick: 150, ci: 1_000, full: 10_000)
  private static let archives = Effort.choose(quick: 150, ci: 1_000, full: 4_000)
  private static let models = Effort.choose(quick: 500, ci: 1_000, full: 6_000)

  /// Less than what no file should take; only a process that does nothing else can be asked.
  private func expectLittleMemory() throws {
    guard Effort.current == .full else { return }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    let kilobytes = try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    print("the most memory: \(kilobytes) kB")
    #expect(kilobytes < 512 << 10)
  }

  // MARK: - What is damaged

  /// A store of the engine's own, with every kind of value and relationship.
  private func ownStore(in folder: StoreFolder) throws -> URL {
    let coordinator = try StoreKind.sqlite.coordinator(try institute(), in: folder)
    let context = try makeContext(on: coordinator)
    let department = context.insertNewObject(forEntityName: "Department")
    department.setValue("Mathematics", forKey: "name")
    for number in 0..<40 {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue("Employee \(number)", forKey: "name")
      employee.setValue(Double(number), forKey: "salary")
      employee.setValue("badge \(number)", forKey: "badge")
      employee.setValue(department, forKey: "department")
      let project = context.insertNewObject(forEntityName: "Project")
      project.setValue(Data(repeating: UInt8(number), count: number * 200), forKey: "film")
      project.setValue(UUID(), forKey: "code")
      project.setValue(Decimal(number) / 8, forKey: "budget")
      employee.mutableOrderedSetValue(forKey: "projects").add(project)
    }
    try context.save()
    return folder.store
  }

  /// Files of one store: the database, and its journal if there is one.
  private struct Source {
    let database: [UInt8]
    let journal: [UInt8]
    let models: [ManagedObjectModel]
  }

  private func sources() throws -> [Source] {
    let folder = try StoreFolder()
    let own = try ownStore(in: folder)
    var sources = [
      Source(database: Array(try Data(contentsOf: own)), journal: [], models: [try institute()])
    ]
    for store in Fixtures.stores {
      let journal = try? Data(contentsOf: URL(fileURLWithPath: store.path + "-wal"))
      sources.append(
        Source(
          database: Array(try Data(contentsOf: store)), journal: Array(journal ?? Data()),
          models: try Fixtures.models(for: store).map(\.model)))
    }
    return sources
  }

  // MARK: - What is done with it

  /// Reads everything, then changes something; only errors of the engine may come of it.
  private func use(_ url: URL, _ model: ManagedObjectModel) throws {
    for isReadOnly in [true, false] {
      do throws(GraphError) {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
        var options = StoreOptions()
        options.isReadOnly = isReadOnly
        try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
        let context = ManagedObjectContext()
        try context.setPersistentStoreCoordinator(coordinator)
        var first: ManagedObject?
        for entity in model.entities {
          // What is wrong with one entity hides nothing of the next.
          guard let objects = try? context.fetch(FetchRequest(entityName: entity.name)) else {
            continue
          }
          for object in objects.prefix(200) { try? read(object) }
          first = first ?? objects.first
        }
        guard !isReadOnly, let first else { continue }
        try change(first)
        try context.save()
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
  }

  private func read(_ object: ManagedObject) throws(GraphError) {
    let layout = object.entity.layout
    for slot in layout.slots.indices where layout.slots[slot].attribute != nil {
      _ = try object.value(at: slot).bare
    }
    for tie in layout.ties.indices {
      if layout.ties[tie].isToMany {
        _ = try object.members(tie)
      } else {
        _ = try object.destination(tie)
      }
    }
    _ = object.objectID.description
  }

  private func change(_ object: ManagedObject) throws(GraphError) {
    let layout = object.entity.layout
    for (slot, place) in layout.slots.enumerated() where place.attribute?.attributeType == .string {
      return try object.set(.text("changed"), at: slot)
    }
  }

  // MARK: - Tests

  @Test func `damaged stores are read as far as they go`() throws {
    let sources = try sources()
    for number in 0..<Self.stores {
      var mutation = Mutation(seed: UInt64(number))
      let source = mutation.pick(sources)
      let folder = try StoreFolder()
      let isOfJournal = !source.journal.isEmpty && mutation.number(below: 2) == 0
      try Data(isOfJournal ? source.database : mutation.damage(source.database))
        .write(to: folder.store)
      if !source.journal.isEmpty {
        try Data(isOfJournal ? mutation.damage(source.journal) : source.journal)
          .write(to: URL(fileURLWithPath: folder.store.path + "-wal"))
      }
      let before = folder.files
      _ = try? StoreInspection(of: folder.store)
      #expect(folder.files == before, "\(number)")
      _ = try? StoreInspection(of: folder.store, model: source.models[0])
      try use(folder.store, mutation.pick(source.models))
    }
    try expectLittleMemory()
  }

  /// Behind the packing, where a flipped bit would only be noticed as such.
  @Test func `damaged archives of models are read as far as they go`() throws {
    let folder = try StoreFolder()
    var archives = [ModelArchive.bytes(try institute())]
    let own = try ownStore(in: folder)
    for store in Fixtures.stores {
      let (copy, url) = try Fixtures.copy(store)
      if let archive = try? ModelCache.archive(insideStoreAt: url) {
        archives.append(Array(archive))
      }
      withExtendedLifetime(copy) {}
    }
    var read = 0
    for number in 0..<Self.archives {
      var mutation = Mutation(seed: UInt64(number))
      let damaged = mutation.damage(mutation.pick(archives), pageSize: 64)
      guard let model = try? ManagedObjectModel(compiled: Data(damaged)) else { continue }
      read += 1
      _ = model.contentsXML
      if number % 10 == 0 { try use(own, model) }
    }
    // Else the damage would be of one kind only.
    #expect(read > 0)
    try expectLittleMemory()
  }

  @Test func `damaged model files are read as far as they go`() throws {
    let folder = try StoreFolder()
    var sources = [Array(try institute().contentsXML.utf8)]
    sources += try Fixtures.models.map { Array(try Data(contentsOf: $0)) }
    let file = folder.url.appendingPathComponent("contents")
    var read = 0
    for number in 0..<Self.models {
      var mutation = Mutation(seed: UInt64(number))
      try Data(mutation.damage(mutation.pick(sources), pageSize: 128)).write(to: file)
      guard let model = try? ManagedObjectModel(contentsOf: file) else { continue }
      read += 1
      // What was read can be written, and is the same again.
      let text = model.contentsXML
      try Data(text.utf8).write(to: file)
      #expect(try ManagedObjectModel(contentsOf: file).contentsXML == text, "\(number)")
    }
    #expect(read > 0)
    try expectLittleMemory()
  }
}
