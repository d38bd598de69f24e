// D17: data in files of their own come with their row, or when an object is asked for them; then they go with its values
// or stay with it.

import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import Faultline
@testable import FaultlineSQLite

@Suite struct WhenExternalDataIsReadTests {
  private let folder: StoreFolder
  private let office: PersistentStoreCoordinator
  private let ids: [ManagedObjectID]

  init() throws {
    folder = try StoreFolder()
    office = try StoreKind.sqlite.coordinator(try institute(), in: folder)
    let context = try makeContext(on: office)
    let projects = (1...4).map { number in
      let project = context.insertNewObject(forEntityName: "Project")
      project.setValue("Project \(number)", forKey: "title")
      project.setValue(Self.film(UInt8(number)), forKey: "film")
      return project
    }
    try context.save()
    ids = projects.map(\.objectID)
  }

  private static func film(_ byte: UInt8, _ count: Int = 200_000) -> Data {
    Data(repeating: byte, count: count)
  }

  private func context(_ behaviours: CoreDataBehaviours, undo: Bool = false) throws
    -> ManagedObjectContext
  {
    let context = try makeContext(on: office, undo: undo)
    context.behaviours = behaviours
    return context
  }

  private func projects(in context: ManagedObjectContext) throws -> [ManagedObject] {
    var request = FetchRequest(entityName: "Project", sortKeys: [SortKey("title")])
    request.returnsObjectsAsFaults = false
    return try context.fetch(request)
  }

  private var files: [URL] {
    let folder = self.folder.url.appendingPathComponent(".Company_SUPPORT/_EXTERNAL_DATA")
    return
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
      ?? []
  }

  /// Changes what is in the files, behind the store's back: what an object shows then says when it was read.
  private func overwriteFiles() throws {
    for file in files { try Self.film(9).write(to: file) }
  }

  @Test("With the row the old data are seen, and when asked the new ones")
  func moments() throws {
    do {
      let early = try projects(in: try context([]))
      try overwriteFiles()
      #expect(early[0].value(forKey: "film") as? Data == Self.film(1))
    }
    let context = try context(.externalDataIsReadWhenAsked)
    let late = try projects(in: context)
    #expect(late[0].value(forKey: "film") as? Data == Self.film(9))
    for file in files { try Self.film(8).write(to: file) }
    // What was read stays with its object until that is a fault.
    #expect(late[0].value(forKey: "film") as? Data == Self.film(9))
    #expect(late[1].value(forKey: "film") as? Data == Self.film(8))
    context.refresh(late[0], mergeChanges: false)
    #expect(late[0].value(forKey: "film") as? Data == Self.film(8))
  }

  @Test("What a fault keeps goes with its object, or when its file is not its own any more")
  func staying() throws {
    let context = try context(.externalDataOutlivesRefaults)
    do {
      let projects = try projects(in: context)
      #expect(projects[0].value(forKey: "film") as? Data == Self.film(1))
      try overwriteFiles()
      for project in projects { context.refresh(project, mergeChanges: false) }
      #expect(projects.filter(\.isFault) == projects)
      #expect(projects[0].value(forKey: "film") as? Data == Self.film(1))
      #expect(projects[1].value(forKey: "film") as? Data == Self.film(9))
      let (project, former) = (projects[0], Set(files.map(\.lastPathComponent)))
      let other = try makeContext(on: office)
      other.object(with: ids[0]).setValue(Self.film(7), forKey: "film")
      try other.save()
      context.refresh(project, mergeChanges: false)
      #expect(project.value(forKey: "film") as? Data == Self.film(7))
      let kept = former.union(files.map(\.lastPathComponent)).filter {
        FileValues.shared[project.numberInProcess, Data([2] + $0.utf8 + [0])] != nil
      }
      #expect(kept.count == 1 && kept.isDisjoint(with: former))
    }
    let again = try projects(in: context)
    #expect(again[1].value(forKey: "film") as? Data == Self.film(9))
    for file in files { try Self.film(8).write(to: file) }
    #expect(again[1].value(forKey: "film") as? Data == Self.film(9))
  }

  @Test("An object whose data were not read is changed, undone, deleted and saved as any other")
  func changes() throws {
    let context = try context(.externalDataIsReadWhenAsked, undo: true)
    let before = Set(files)
    let projects = try projects(in: context)
    projects[0].setValue("Metropolis", forKey: "title")
    try context.save()
    #expect(Set(files) == before)
    #expect(projects[0].value(forKey: "film") as? Data == Self.film(1))
    context.processPendingChanges()
    projects[1].setValue(Self.film(7), forKey: "film")
    context.undo()
    #expect(projects[1].value(forKey: "film") as? Data == Self.film(2))
    context.redo()
    try context.save()
    #expect(Set(files) != before && files.count == 4)
    context.processPendingChanges()
    projects[2].setValue("Nosferatu", forKey: "title")
    context.delete(projects[2])
    context.processPendingChanges()
    try context.save()
    #expect(files.count == 3)
    context.undo()
    #expect(projects[2].value(forKey: "film") as? Data == Self.film(3))
    try context.save()
    let other = try makeContext(on: office)
    let seen = try self.projects(in: other).map { $0.value(forKey: "film") as? Data }
    #expect(Set(seen) == Set([1, 7, 3, 4].map { Self.film($0) }))
  }

  @Test("A save that overwrites what others have saved writes data that were not read")
  func overwriting() throws {
    let context = try context(.externalDataIsReadWhenAsked)
    context.mergePolicy = .overwrite
    let project = try projects(in: context)[0]
    project.setValue("Metropolis", forKey: "title")
    let other = try makeContext(on: office)
    other.object(with: ids[0]).setValue("Nosferatu", forKey: "title")
    try other.save()
    try context.save()
    #expect(project.value(forKey: "title") as? String == "Metropolis")
    #expect(project.value(forKey: "film") as? Data == Self.film(1))
    #expect(files.count == 4)
  }

  @Test("A child reads data by the coordinator of its parent")
  func children() throws {
    let parent = ManagedObjectContext(concurrencyType: .privateQueue)
    parent.undoManager = nil
    try parent.setPersistentStoreCoordinator(office)
    parent.behaviours = .externalDataIsReadWhenAsked
    let child = ManagedObjectContext(concurrencyType: .privateQueue)
    try child.setParent(parent)
    child.undoManager = nil
    try child.performAndWait {
      let projects = try projects(in: child)
      try overwriteFiles()
      #expect(projects[0].value(forKey: "film") as? Data == Self.film(9))
      projects[0].setValue("Metropolis", forKey: "title")
      try child.save()
    }
    try parent.performAndWait {
      try parent.save()
      #expect(parent.object(with: ids[0]).value(forKey: "film") as? Data == Self.film(9))
    }
  }

  @Test("A file that is gone is an error that names it")
  func missingFiles() throws {
    let context = try context(.externalDataIsReadWhenAsked)
    let project = try projects(in: context)[0]
    for file in files { try FileManager.default.removeItem(at: file) }
    let slot = try #require(project.entity.layout.slots.firstIndex { $0.name == "film" })
    let error = #expect(throws: GraphError.self) { _ = try project.value(at: slot) }
    #expect(error.map { "\($0)".contains("cannot be read; restore it from a copy") } == true)
  }
}
