// The model in a store, read back by Foundation's own unarchiver.

import CZlib
import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

/// Takes in any object of the archive by the keys of its class, and draws it.
private class Unarchived: NSObject, NSCoding {
  class var keys: [String] { [] }
  var values: [String: Any] = [:]

  required init?(coder: NSCoder) {
    super.init()
    for key in Self.keys where coder.containsValue(forKey: key) {
      values[key] =
        ["NSAttributeType", "NSDeleteRule", "NSMaxCount", "NSFlagsKey"].contains(key)
        ? coder.decodeInteger(forKey: key)
        : ["NSIsOptional", "NSIsAbstract", "NSIsOrdered", "NSIsTransient"].contains(key)
          ? coder.decodeBool(forKey: key) : coder.decodeObject(forKey: key)
    }
  }

  func encode(with coder: NSCoder) {}

  func drawing(_ keys: [String]) -> String {
    keys.map { "\(values[$0] ?? "-")" }.joined(separator: " ")
  }
}

private final class UnarchivedModel: Unarchived {
  override class var keys: [String] { ["NSEntities"] }
}

private final class UnarchivedEntity: Unarchived {
  override class var keys: [String] { ["NSEntityName", "NSProperties", "NSIsAbstract"] }
}

private final class UnarchivedAttribute: Unarchived {
  override class var keys: [String] {
    ["NSPropertyName", "NSAttributeType", "NSIsOptional", "NSIsTransient", "NSFlagsKey"]
  }
}

private final class UnarchivedRelationship: Unarchived {
  override class var keys: [String] {
    [
      "NSPropertyName", "_NSDestinationEntityName", "_NSInverseRelationshipName", "NSMaxCount",
      "NSDeleteRule", "NSIsOrdered",
    ]
  }
}

@Suite struct ModelCacheTests {
  private func inflated(_ hex: String) -> Data {
    let digits = Array(hex.utf8)
    var input = stride(from: 0, to: digits.count, by: 2).map { place in
      UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) ?? 0
    }
    var output = [UInt8](repeating: 0, count: 1 << 20)
    var stream = z_stream()
    inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&stream) }
    input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        _ = inflate(&stream, Z_FINISH)
      }
    }
    return Data(output.prefix(Int(stream.total_out)))
  }

  @Test func `a new file holds an archive of its model`() throws {
    let folder = try StoreFolder()
    let coordinator = try StoreKind.sqlite.coordinator(try institute(), in: folder)
    let hex = Database(folder.store).text("SELECT hex(Z_CONTENT) FROM Z_MODELCACHE")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: inflated(hex))
    unarchiver.requiresSecureCoding = false
    unarchiver.setClass(UnarchivedModel.self, forClassName: "NSManagedObjectModel")
    unarchiver.setClass(UnarchivedEntity.self, forClassName: "NSEntityDescription")
    unarchiver.setClass(UnarchivedAttribute.self, forClassName: "NSAttributeDescription")
    unarchiver.setClass(UnarchivedRelationship.self, forClassName: "NSRelationshipDescription")
    let model = try #require(unarchiver.decodeObject(forKey: "root") as? UnarchivedModel)
    let entities = try #require(model.values["NSEntities"] as? [String: UnarchivedEntity])
    var lines: [String] = []
    for (name, entity) in entities.sorted(by: { $0.key < $1.key }) {
      lines.append("\(name) \(entity.values["NSIsAbstract"] ?? "-")")
      let properties = entity.values["NSProperties"] as? [String: Unarchived] ?? [:]
      for (_, property) in properties.sorted(by: { $0.key < $1.key }) {
        lines.append("  " + property.drawing(type(of: property).keys))
      }
    }
    expectText(
      lines.joined(separator: "\n"),
      is: """
        Adviser false
          badge 700 true false 0
          born 900 true false 0
          friends Person friends -1 1 false
          name 700 true false 0
          scratch 700 true true 0
        Department false
          employees Employee department -1 1 true
          guests Person - -1 1 false
          head Person - 1 1 false
          name 700 true false 0
        Employee false
          badge 700 true false 0
          born 900 true false 0
          department Department employees 1 1 false
          friends Person friends -1 1 false
          level 100 true false 0
          name 700 true false 0
          projects Project members -1 1 true
          salary 500 true false 0
          scratch 700 true true 0
        Person true
          born 900 true false 0
          friends Person friends -1 1 false
          name 700 true false 0
          scratch 700 true true 0
        Project false
          budget 400 true false 0
          code 1100 true false 0
          count 300 true false 0
          due 900 true false 0
          extra 1800 true false 0
          film 1000 true false 4
          followedBy Project follows -1 1 false
          follows Project followedBy -1 1 false
          hours 600 true false 0
          isOpen 800 true false 0
          members Employee projects -1 1 false
          number 200 true false 0
          plan 1000 true false 0
          site 1200 true false 0
          title 700 true false 0
        """)
    #expect(ModelArchive.bytes(coordinator.managedObjectModel) == Array(inflated(hex)))
  }
}
