// Archives and property lists that were made to do harm: an error in bounded time and memory.

import CZlib
import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct HostileArchiveTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func keep(_ archive: [UInt8]) throws {
    try folder.makeStore()
    let packed = try ModelCache.deflated(archive)
    let hex = packed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    Database(folder.store).run("UPDATE Z_MODELCACHE SET Z_CONTENT = X'\(hex)'")
  }

  private func archiveRefusal() -> GraphError? {
    do throws(GraphError) {
      _ = try ManagedObjectModel(insideStoreAt: folder.store)
      return nil
    } catch {
      return error
    }
  }

  /// A few kilobytes that stand for gigabytes.
  @Test func `an archive that was packed too well is refused`() throws {
    try keep([UInt8](repeating: 0, count: 100 << 20))
    #expect(archiveRefusal()?.message.contains("more than 32 MiB") == true)
    // The store is shown without it.
    #expect(try StoreInspection(of: folder.store).modelSource == .unusable)
  }

  @Test func `an archive that contains itself is refused`() throws {
    var archive = KeyedArchive()
    let (root, entity, list) = (archive.place(), archive.place(), archive.place())
    // A list of itself, a parent of itself, a predicate beneath itself.
    archive.set(
      list, ["NSMutableDictionary"],
      [
        ("NS.keys", .array([archive.text("E"), .reference(list)])),
        ("NS.objects", .array([.reference(entity), .reference(list)])),
      ])
    archive.set(
      entity, ["NSEntityDescription"],
      [
        ("NSEntityName", archive.text("E")), ("NSSuperentity", .reference(entity)),
        ("NSProperties", .reference(list)), ("NSUniqueTuples", .reference(list)),
      ])
    archive.set(root, ["NSManagedObjectModel"], [("NSEntities", .reference(list))])
    try keep(PropertyListWriter.bytes(archive.list(root: root)))
    let error = try #require(archiveRefusal())
    #expect(error.code == .invalidModel)
    #expect(error.detailed.map(\.message) == ["'E' inherits from itself."])
  }

  /// Each entity has the same properties, all of them: a square of what the file has.
  @Test func `an archive of a million references is refused`() throws {
    var archive = KeyedArchive()
    let (root, properties) = (archive.place(), archive.place())
    let attribute = archive.object(["NSAttributeDescription"], [("NSAttributeType", .integer(700))])
    let names = (0..<5_000).map { archive.text("a\($0)") }
    archive.set(
      properties, ["NSDictionary"],
      [("NS.keys", .array(names)), ("NS.objects", .array(names.map { _ in attribute }))])
    let entities = (0..<5_000).map { number in
      archive.object(
        ["NSEntityDescription"],
        [("NSEntityName", archive.text("E\(number)")), ("NSProperties", .reference(properties))])
    }
    archive.set(
      root, ["NSManagedObjectModel"],
      [
        (
          "NSEntities",
          archive.object(
            ["NSDictionary"], [("NS.keys", .array(names)), ("NS.objects", .array(entities))])
        )
      ])
    try keep(PropertyListWriter.bytes(archive.list(root: root)))
    #expect(archiveRefusal()?.message.contains("more in it than any model") == true)
  }

  @Test func `a property list that contains itself is no metadata`() throws {
    // An array whose one member is the array.
    let list: [UInt8] =
      Array("bplist00".utf8) + [0xA1, 0] + [8] + [0, 0, 0, 0, 0, 0, 1, 1]
      + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 10]
    #expect(PropertyListReader.values(Data(list)) == nil)
    try folder.makeStore()
    let hex = list.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    Database(folder.store).run("UPDATE Z_METADATA SET Z_PLIST = X'\(hex)'")
    #expect(try folder.refusal()?.code == .open)
    #expect(try folder.inspection()?.code == .open)
  }

  @Test func `a property list of XML is in UTF-8 and declares nothing but its type`() throws {
    func refusal(_ head: String) -> String? {
      let list =
        head + "<plist version=\"1.0\"><dict><key>a</key><integer>1</integer></dict></plist>"
      do throws(PropertyListFault) {
        _ = try PropertyListText.binary(Data(list.utf8))
        return nil
      } catch {
        return error.text
      }
    }
    let type =
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/x.dtd\""
    #expect(refusal("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(type)>\n") == nil)
    #expect(refusal("") == nil)
    for head in [
      "\(type) [%x;]>", "<!DOCTYPE plist [<!ELEMENT a ANY>]>", "\(type)>\(type)>",
      "<!DOCTYPE plist",
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?>", "<?xml version=\"1.0\" encoding=\"EBCDIC\"?>",
      "\0",
    ] {
      #expect(refusal(head) != nil, "\(head)")
    }
    #expect(throws: PropertyListFault.self) {
      _ = try PropertyListText.binary(Data("<plist><string>".utf8) + [0xFF, 0xFE, 0x3C])
    }
  }

  @Test func `a reference of nine bytes is no part of a property list`() throws {
    func reader(_ size: Int) -> PropertyListReader? {
      let object = [0x80 | UInt8(size - 1)] + [UInt8](repeating: 0, count: size - 1) + [7]
      let end = [0, 0, 0, 0, 0, 0, 1, 1].map(UInt8.init)
      let numbers = [1, 0, 8 + object.count].flatMap {
        [UInt8](repeating: 0, count: 7) + [UInt8($0)]
      }
      return PropertyListReader(Array("bplist00".utf8) + object + [8] + end + numbers)
    }
    guard case .reference(7)? = try #require(reader(8))[0] else {
      Issue.record("eight bytes are a reference")
      return
    }
    #expect(try #require(reader(9))[0] == nil)
  }
}
