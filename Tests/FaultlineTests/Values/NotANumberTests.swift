// What mathematics does not define is no value, at once and everywhere, because no file keeps it.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct NotANumberTests {
  private static let weight = PropertyKey<Double>("weight")
  private static let spare = PropertyKey<Double?>("spare")
  private static let taken = PropertyKey<Date?>("taken")

  private static func model(isOptional: Bool = true) throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Sample",
        attributes: [
          AttributeDescription("name", .string),
          AttributeDescription("weight", .double, isOptional: isOptional),
          AttributeDescription("spare", .double), AttributeDescription("rough", .float),
          AttributeDescription("price", .decimal), AttributeDescription("taken", .date),
        ])
    ])
  }

  private static let undefined: [(key: String, value: any Sendable)] = [
    ("weight", Double.nan), ("weight", -Double.nan), ("weight", Double.signalingNaN),
    ("rough", Float.nan), ("price", Decimal.nan),
    ("taken", Date(timeIntervalSinceReferenceDate: .nan)),
  ]

  @Test(arguments: StoreKind.allCases)
  func `it is nothing before the save, after it, and to every question`(kind: StoreKind) throws {
    for (key, value) in Self.undefined {
      let folder = try StoreFolder()
      let context = try makeContext(on: kind.coordinator(try Self.model(), in: folder))
      let sample = context.insertNewObject(forEntityName: "Sample")
      sample.setValue(1, forKey: "spare")
      sample.setValue(value, forKey: key)
      let isNone = try FetchPredicate(format: "\(key) == NIL")
      func look() throws {
        #expect(sample.value(forKey: key) == nil, "\(key)")
        #expect(isNone.evaluate(with: sample), "\(key)")
        #expect(try context.count(for: FetchRequest(entityName: "Sample", predicate: isNone)) == 1)
      }
      try look()
      try context.save()
      try look()
      context.refresh(sample, mergeChanges: false)
      try look()
      _ = try context.execute(
        BatchInsertRequest(entityName: "Sample", objects: [[key: value, "name": "batch"]]))
      #expect(try context.count(for: FetchRequest(entityName: "Sample", predicate: isNone)) == 2)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `typed keys write nothing too`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try makeContext(on: kind.coordinator(try Self.model(), in: folder))
    let sample = context.insertNewObject(forEntityName: "Sample")
    sample[Self.weight] = 1
    sample[Self.spare] = 2
    sample[Self.taken] = Date()
    try context.save()
    sample[Self.weight] = .nan
    sample[Self.spare] = .nan
    sample[Self.taken] = Date(timeIntervalSinceReferenceDate: .nan)
    for _ in 0..<2 {
      #expect(sample[Self.weight] == 0 && sample[Self.spare] == nil && sample[Self.taken] == nil)
      #expect(sample.value(forKey: "weight") == nil)
      try context.save()
      context.refresh(sample, mergeChanges: false)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a mandatory attribute misses its value`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try makeContext(
      on: kind.coordinator(try Self.model(isOptional: false), in: folder))
    let sample = context.insertNewObject(forEntityName: "Sample")
    sample.setValue(Double.nan, forKey: "weight")
    let error = #expect(throws: GraphError.self) { try context.save() }
    #expect(error?.code == .validationMissingMandatoryProperty)
  }

  @Test(arguments: StoreKind.allCases)
  func `infinities stay, and zero has no sign`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try makeContext(on: kind.coordinator(try Self.model(), in: folder))
    let sample = context.insertNewObject(forEntityName: "Sample")
    sample.setValue(Double.infinity, forKey: "weight")
    sample.setValue(-Double.infinity, forKey: "spare")
    sample.setValue(-0.0 as Float, forKey: "rough")
    sample.setValue(Date(timeIntervalSinceReferenceDate: -0.0), forKey: "taken")
    for _ in 0..<2 {
      #expect(sample.value(forKey: "weight") as? Double == .infinity)
      #expect(sample.value(forKey: "spare") as? Double == -.infinity)
      #expect((sample.value(forKey: "rough") as? Double)?.sign == .plus)
      let date = sample.value(forKey: "taken") as? Date
      #expect(date?.timeIntervalSinceReferenceDate.sign == .plus)
      for text in [
        "weight > 1e308", "spare < -1e308", "weight - weight == NIL", "weight + spare == NIL",
        "rough == 0",
      ] {
        let predicate = try FetchPredicate(format: text)
        #expect(predicate.evaluate(with: sample), "\(text)")
        #expect(
          try context.count(for: FetchRequest(entityName: "Sample", predicate: predicate)) == 1,
          "\(text)")
      }
      try context.save()
      context.refresh(sample, mergeChanges: false)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `there is no sum of infinities of both signs`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let coordinator = try kind.coordinator(try companyModel(), in: folder)
    let context = try makeContext(on: coordinator)
    let boss = context.insertNewObject(forEntityName: "Employee")
    for salary in [Double.infinity, -Double.infinity] {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue(salary, forKey: "salary")
      employee.setValue(boss, forKey: "manager")
    }
    try context.save()
    for figure in ["sum", "avg"] {
      let predicate = try FetchPredicate(
        format: "reports.@count > 0 AND reports.@\(figure).salary == NIL")
      #expect(predicate.evaluate(with: boss))
      #expect(
        try context.count(for: FetchRequest(entityName: "Employee", predicate: predicate)) == 1)
    }
  }

  @Test func `no predicate can ask for it, and says so`() throws {
    func refusal(_ value: Any) -> String {
      do throws(GraphError) {
        _ = try FetchPredicate(format: "weight == %@", value)
        return ""
      } catch { return error.message }
    }
    #expect(refusal(Double.nan).contains("look for what has no value by '== NIL'"))
    #expect(refusal(Decimal.nan).contains("is not a number"))
    #expect(refusal(Double.infinity).contains("compare with a finite number"))
    #expect(refusal(Date(timeIntervalSinceReferenceDate: .infinity)).contains("is infinite"))
  }
}
