// Large data lies in files beside the store, which come and go with the saves.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ExternalDataTests {
  private let folder: StoreFolder
  private let office: PersistentStoreCoordinator
  private let context: ManagedObjectContext
  private var database: Database { Database(folder.store) }

  init() throws {
    folder = try StoreFolder()
    office = try StoreKind.sqlite.coordinator(try institute(), in: folder)
    context = try makeContext(on: office)
  }

  private var dataFiles: [String] {
    let folder = self.folder.url.appendingPathComponent(".Company_SUPPORT/_EXTERNAL_DATA")
    return (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }

  private func film(_ byte: UInt8, _ count: Int) -> Data { Data(repeating: byte, count: count) }

  private func project(_ film: Data?) throws -> ManagedObject {
    let project = context.insertNewObject(forEntityName: "Project")
    project.setValue(film, forKey: "film")
    try context.save()
    return project
  }

  /// Semantics 230: up to 100 KiB behind a 1, beyond behind a 2 by the name of a file and a zero.
  @Test func `data above the threshold goes to a file`() throws {
    let small = try project(film(5, 100 << 10))
    #expect(dataFiles == [])
    #expect(
      database.text("SELECT hex(substr(ZFILM, 1, 3)), length(ZFILM) FROM ZPROJECT")
        == "010505|102401")
    let large = try project(film(6, 100 << 10 + 1))
    let name = try #require(dataFiles.first)
    #expect(dataFiles.count == 1 && UUID(uuidString: name) != nil)
    let hex = (name.utf8.map { String($0, radix: 16, uppercase: true) }).joined()
    #expect(
      database.text("SELECT hex(ZFILM) FROM ZPROJECT WHERE Z_PK = 2") == "02\(hex)00")
    let (one, two) = (small.objectID, large.objectID)
    context.reset()
    #expect(context.object(with: one).value(forKey: "film") as? Data == film(5, 100 << 10))
    #expect(context.object(with: two).value(forKey: "film") as? Data == film(6, 100 << 10 + 1))
  }

  @Test func `a file goes when its data is replaced or its object deleted`() throws {
    let project = try project(film(1, 200_000))
    let first = dataFiles
    project.setValue("Metropolis", forKey: "title")
    try context.save()
    #expect(dataFiles == first)
    project.setValue(film(2, 200_000), forKey: "film")
    try context.save()
    #expect(dataFiles.count == 1 && dataFiles != first)
    project.setValue(film(3, 10), forKey: "film")
    try context.save()
    #expect(dataFiles == [])
    project.setValue(film(4, 200_000), forKey: "film")
    try context.save()
    context.delete(project)
    #expect(dataFiles.count == 1)
    try context.save()
    #expect(dataFiles == [])
  }

  /// Nothing that a save did remains when it fails, and nothing that was there before goes.
  @Test func `a save that fails leaves the files as they were`() throws {
    let project = try project(film(1, 200_000))
    let first = dataFiles
    let other = try makeContext(on: office)
    other.object(with: project.objectID).setValue("Metropolis", forKey: "title")
    try other.save()
    project.setValue(film(2, 200_000), forKey: "film")
    #expect(throws: GraphError.self) { try context.save() }
    #expect(dataFiles == first)
    context.refresh(project, mergeChanges: false)
    #expect(project.value(forKey: "film") as? Data == film(1, 200_000))
  }

  /// It cannot be made up for, so it is an error and never nothing.
  @Test func `a missing file is an error that names it`() throws {
    let id = try project(film(1, 200_000)).objectID
    let name = try #require(dataFiles.first)
    let file = folder.url.appendingPathComponent(".Company_SUPPORT/_EXTERNAL_DATA/\(name)")
    try FileManager.default.removeItem(at: file)
    context.reset()
    let error = #expect(throws: GraphError.self) { try context.existingObject(with: id) }
    #expect(error?.code == .open)
    #expect(
      error?.message == "The data file '\(file.path)' cannot be read; "
        + "restore it from a copy of the store's folder.")
  }

  /// What a link leads to may never end.
  @Test func `a link in the place of a file is an error`() throws {
    let id = try project(film(1, 200_000)).objectID
    let name = try #require(dataFiles.first)
    let file = folder.url.appendingPathComponent(".Company_SUPPORT/_EXTERNAL_DATA/\(name)")
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(
      at: file, withDestinationURL: URL(fileURLWithPath: "/dev/zero"))
    context.reset()
    let error = #expect(throws: GraphError.self) { try context.existingObject(with: id) }
    #expect(error?.code == .open)
  }

  /// A damaged store could name any file of the disk.
  @Test func `a name that leads elsewhere is refused`() throws {
    let id = try project(film(1, 10)).objectID
    let name = "../../../../../../../../../etc/passwd"
    let hex = name.utf8.prefix(36).map { String($0, radix: 16) }.joined()
    database.run("UPDATE ZPROJECT SET ZFILM = X'02\(hex)00'")
    context.reset()
    let error = #expect(throws: GraphError.self) { try context.existingObject(with: id) }
    #expect(error?.message.contains("which can be none of its own") == true)
  }
}
