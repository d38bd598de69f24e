// Numbers in Foundation's objects, as JSON and property lists bring them: none is taken for another kind.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct FoundationNumberTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Reading",
        attributes: [
          AttributeDescription("small", .integer16), AttributeDescription("large", .integer64),
          AttributeDescription("weight", .double), AttributeDescription("rough", .float),
          AttributeDescription("price", .decimal), AttributeDescription("isOpen", .boolean),
          AttributeDescription("name", .string),
        ])
    ])
  }

  private static let numbers = ["small", "large", "weight", "rough", "price"]

  @Test func `each number of a JSON text goes into each attribute of numbers`() throws {
    let context = try makeContext(try Self.model())
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data("[0, 1, 5, -3, true, false, 2.0]".utf8)) as? [Any]
    )
    let worth: [Double] = [0, 1, 5, -3, 1, 0, 2]
    for (number, worth) in zip(list, worth) {
      let reading = context.insertNewObject(forEntityName: "Reading")
      for key in Self.numbers {
        reading.setValue(number, forKey: key)
        let value = try #require(reading.value(forKey: key))
        #expect(Double("\(value)") == worth, "\(key) \(number)")
      }
      #expect(reading.value(forKey: "small") is Int)
      #expect(reading.value(forKey: "weight") is Double)
      #expect(reading.value(forKey: "price") is Decimal)
    }
  }

  @Test func `a number of 0 or 1 is true or false where the attribute is`() throws {
    let context = try makeContext(try Self.model())
    let reading = context.insertNewObject(forEntityName: "Reading")
    for (number, flag) in [
      (NSNumber(value: 1), true), (NSNumber(value: 0), false), (NSNumber(value: 1.0), true),
      (NSNumber(value: false), false), (NSDecimalNumber(string: "1"), true),
    ] {
      reading.setValue(number, forKey: "isOpen")
      #expect(reading.value(forKey: "isOpen") as? Bool == flag)
    }
    #expect(throws: GraphError.self) {
      try reading.validateValue(NSNumber(value: 5), forKey: "isOpen")
    }
    #expect(throws: GraphError.self) { try reading.validateValue(1, forKey: "isOpen") }
    #expect(throws: GraphError.self) { try reading.validateValue(true, forKey: "small") }
  }

  @Test func `a decimal number keeps its digits, and others keep their worth`() throws {
    let context = try makeContext(try Self.model())
    let reading = context.insertNewObject(forEntityName: "Reading")
    let digits = "12345678901234567890.123456789"
    reading.setValue(NSDecimalNumber(string: digits), forKey: "price")
    #expect(reading.value(forKey: "price") as? Decimal == Decimal(string: digits))
    reading.setValue(NSDecimalNumber(string: "12.5"), forKey: "weight")
    #expect(reading.value(forKey: "weight") as? Double == 12.5)
    reading.setValue(NSDecimalNumber(string: "12"), forKey: "small")
    #expect(reading.value(forKey: "small") as? Int == 12)
    reading.setValue(CGFloat(0.25), forKey: "rough")
    #expect(reading.value(forKey: "rough") as? Double == 0.25)
    for value: Any in [
      NSNumber(value: 0.5), NSDecimalNumber(string: "0.5"), NSNumber(value: 1 << 20),
    ] {
      #expect(throws: GraphError.self) { try reading.validateValue(value, forKey: "small") }
    }
    #expect(throws: GraphError.self) {
      try reading.validateValue(NSNumber(value: 1), forKey: "name")
    }
    #expect(throws: GraphError.self) { try reading.validateValue(NSNull(), forKey: "name") }
  }

  @Test(arguments: StoreKind.allCases)
  func `batches, predicates and defaults take them too`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Reading",
        attributes: [
          AttributeDescription("large", .integer64, defaultValue: NSNumber(value: 1)),
          AttributeDescription("isOpen", .boolean, defaultValue: NSNumber(value: 0)),
          AttributeDescription("price", .decimal, defaultValue: NSDecimalNumber(string: "0.1")),
        ])
    ])
    let context = try makeContext(on: kind.coordinator(model, in: folder))
    let fresh = context.insertNewObject(forEntityName: "Reading")
    #expect(fresh.value(forKey: "large") as? Int == 1)
    #expect(fresh.value(forKey: "isOpen") as? Bool == false)
    #expect(fresh.value(forKey: "price") as? Decimal == Decimal(string: "0.1"))
    try context.save()
    let rows = try #require(
      try JSONSerialization.jsonObject(
        with: Data(#"[{"large": 0, "isOpen": 1}, {"large": 5, "isOpen": true}]"#.utf8))
        as? [[String: Any]])
    _ = try context.execute(BatchInsertRequest(entityName: "Reading", objects: rows))
    func count(_ text: String, _ arguments: Any?...) throws -> Int {
      try context.count(
        for: FetchRequest(
          entityName: "Reading",
          predicate: try FetchPredicate(format: text, argumentArray: arguments)))
    }
    let (zero, one) = (NSNumber(value: 0), NSNumber(value: 1))
    #expect(try count("large == %@", one) == 1)
    #expect(try count("large == %d", zero) == 1)
    #expect(try count("large >= %f", one) == 2)
    #expect(try count("isOpen == %@", NSNumber(value: true)) == 2)
    #expect(try count("isOpen == %@ AND large IN %@", one, [NSNumber(value: 5), one]) == 1)
    var update = BatchUpdateRequest(entityName: "Reading")
    update.propertiesToUpdate = ["large": zero, "isOpen": one]
    _ = try context.execute(update)
    #expect(try count("large == 0 AND isOpen == YES") == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `metadata keeps true apart from 1`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let coordinator = try kind.coordinator(try Self.model(), in: folder)
    let store = coordinator.persistentStores[0]
    coordinator.setMetadata(["flag": true, "one": 1, "half": 0.5], for: store)
    let context = try makeContext(on: coordinator)
    _ = context.insertNewObject(forEntityName: "Reading")
    for _ in 0..<2 {
      let found = coordinator.metadata(for: store)
      #expect(found["flag"] as? Bool == true)
      #expect(found["one"] as? Int == 1)
      #expect(found["half"] as? Double == 0.5)
      let words = try PropertyListSerialization.data(
        fromPropertyList: ["flag": found["flag"], "one": found["one"]], format: .xml, options: 0)
      let text = String(decoding: words, as: UTF8.self)
      #expect(text.contains("<true/>") && text.contains("<integer>1</integer>"), "\(text)")
      try context.save()
    }
  }
}
