// The file that keeps sections from one run of a program to the next.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite(.serialized) struct SectionCacheTests {
  private static let folder = Result { try StoreFolder() }
  private let keys = [SortKey("notes"), SortKey("name")]
  private let files: StoreFolder
  private let name = "staff/\(UUID().uuidString)"

  init() throws {
    FetchedResultsController.cacheFolder = try Self.folder.get().url
    files = try StoreFolder()
    let office = try open()
    office.employ("Ada", grade: "A")
    office.employ("Bob", grade: "B")
    try office.context.save()
  }

  private func open() throws -> Office {
    try Office(on: StoreKind.sqlite.coordinator(try companyModel(), in: files))
  }

  /// Files count as standing still once they were not written to for a while.
  private func letTimePass(_ seconds: Double) throws {
    for file in [files.store.path, files.store.path + "-wal"]
    where FileManager.default.fileExists(atPath: file) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: file)
    }
  }

  private var cacheFile: URL? {
    let word = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let file = FetchedResultsController.cacheFolder.appendingPathComponent(word + ".json")
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }

  /// How many requests a fetch takes.
  private func trips(_ office: Office) throws -> Int {
    let before = office.coordinator.statistics.roundTrips
    let controller = try office.controller(by: keys, sections: "notes", cache: name)
    let trips = office.coordinator.statistics.roundTrips - before
    expectText(controller.text, is: "[A] Ada\n[B] Bob")
    return trips
  }

  /// Semantics 220.
  @Test func `sections that are known need no look at the objects`() throws {
    try letTimePass(60)
    #expect(try trips(try open()) == 2)
    #expect(cacheFile != nil)
    #expect(try trips(try open()) == 1)
    // Without sections there is nothing to keep, and with unsaved changes nothing to rely on.
    let office = try open()
    office.employ("Cyd", grade: "B")
    let controller = try office.controller(by: keys, sections: "notes", cache: name)
    expectText(controller.text, is: "[A] Ada\n[B] Bob Cyd")
  }

  /// Semantics 220.
  @Test func `a store that was written to is looked at again`() throws {
    try letTimePass(60)
    _ = try trips(try open())
    let office = try open()
    try office.context.employee("Bob").setValue("A", forKey: "notes")
    try office.context.save()
    try letTimePass(30)
    let controller = try office.controller(by: keys, sections: "notes", cache: name)
    expectText(controller.text, is: "[A] Ada Bob")
    // What was just written might be written again in the same moment.
    try letTimePass(0)
    try office.context.employee("Ada").setValue("B", forKey: "notes")
    try office.context.save()
    let kept = try Data(contentsOf: try #require(cacheFile))
    expectText(
      try office.controller(by: keys, sections: "notes", cache: name).text, is: "[A] Bob\n[B] Ada")
    #expect(try Data(contentsOf: try #require(cacheFile)) == kept)
  }

  /// Semantics 220.
  @Test func `a name stands for one request until its cache is deleted`() throws {
    try letTimePass(60)
    let office = try open()
    _ = try trips(office)
    let error = #expect(throws: GraphError.self) {
      try office.controller("name != 'Zoe'", by: keys, sections: "notes", cache: name)
    }
    #expect(error?.message.contains("are those of another request for 'Employee' objects") == true)
    #expect(error?.message.contains("deleteCache(withName: \"\(name)\")") == true)
    FetchedResultsController.deleteCache(withName: name)
    #expect(cacheFile == nil)
    let other = try office.controller("name != 'Zoe'", by: keys, sections: "notes", cache: name)
    expectText(other.text, is: "[A] Ada\n[B] Bob")
    FetchedResultsController.deleteCache(withName: nil)
    #expect(cacheFile == nil)
    // There may be none.
    FetchedResultsController.deleteCache(withName: name)
  }

  @Test(arguments: ["", "{", "[]", "{\"request\":1}"])
  func `a file that is no cache is written anew`(text: String) throws {
    try letTimePass(60)
    _ = try trips(try open())
    try text.write(to: try #require(cacheFile), atomically: true, encoding: .utf8)
    #expect(try trips(try open()) == 2)
    #expect(try trips(try open()) == 1)
  }

  @Test func `sections that do not fit are not believed`() throws {
    try letTimePass(60)
    _ = try trips(try open())
    let file = try #require(cacheFile)
    let text = try String(contentsOf: file, encoding: .utf8)
    let wrong = text.replacingOccurrences(of: "\"count\":1", with: "\"count\":2")
    #expect(wrong != text)
    try wrong.write(to: file, atomically: true, encoding: .utf8)
    #expect(try trips(try open()) == 2)
  }

  @Test func `a store in memory has no file to be kept by`() throws {
    let office = try Office()
    office.employ("Ada", grade: "A")
    try office.context.save()
    _ = try office.controller(by: keys, sections: "notes", cache: name)
    #expect(cacheFile == nil)
  }
}
