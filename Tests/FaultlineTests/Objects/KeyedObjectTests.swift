// Subclasses with properties, one line each, and keys for values that may be absent.

import Faultline
import FaultlineTestGraph
import Foundation
import Testing

/// The example of `KeyedObject`.
private final class Clerk: ManagedObject, KeyedObject {
  struct Keys {
    let name = PropertyKey<String>("name")
    let salary = PropertyKey<Double>("salary")
    let manager = PropertyKey<Clerk?>("manager")
    let reports = PropertyKey<Set<Clerk>>("reports")
  }
  static let keys = Keys()

  var isUnderpaid: Bool { self.salary < self.manager?.salary ?? 0 }
}

/// An employee who writes down what is asked of her by name.
private final class Talker: ManagedObject {
  var said: [String] = []

  override func value(forKey key: String) -> Any? {
    said.append(key)
    return super.value(forKey: key)
  }

  override func setValue(_ value: Any?, forKey key: String) {
    super.setValue(key == "name" ? (value as? String)?.uppercased() : value, forKey: key)
  }
}

@Suite struct KeyedObjectTests {
  @Test func `a property of a subclass is one line`() throws {
    let model = try companyModel()
    model.register(Clerk.self, forEntityNamed: "Employee")
    let context = try makeContext(model)
    let ada = try #require(context.insertNewObject(forEntityName: "Employee") as? Clerk)
    let grace = try #require(context.insertNewObject(forEntityName: "Employee") as? Clerk)
    (ada.name, grace.name) = ("Ada", "Grace")
    grace.salary = 200
    ada.salary += 100
    ada.manager = grace
    #expect(ada.isUnderpaid)
    #expect(grace.reports == [ada])
    #expect(ada.manager?.name == "Grace")
    grace.reports = []
    #expect(ada.manager == nil)
    #expect(!ada.isUnderpaid)
    #expect(ada.value(forKey: "salary") as? Double == 100)
  }

  /// Semantics 108: names go through the class's own accessor.
  @Test func `a subclass may answer for its values by name`() throws {
    let model = try companyModel()
    model.register(Talker.self, forEntityNamed: "Employee")
    let context = try makeContext(model)
    let ada = try #require(context.insertNewObject(forEntityName: "Employee") as? Talker)
    ada.setValue("Ada", forKey: "name")
    #expect(ada.value(forKey: "name") as? String == "ADA")
    #expect(ada.said == ["name"])
    #expect(ada[PropertyKey<String>("name")] == "ADA")
  }

  @Test func `a key of an optional gives nil for no value`() throws {
    let personnel = try Personnel()
    let ada = personnel.hire("Ada")
    let (badge, page) = (UUID(), URL(string: "https://example.org/ada"))
    let day = Date(timeIntervalSinceReferenceDate: 1000)
    for _ in 0..<2 {
      expect(ada, "salary", nil as Double?)
      expect(ada, "age", nil as Int?)
      expect(ada, "isBoss", nil as Bool?)
      expect(ada, "hired", nil as Date?)
      expect(ada, "bonus", nil as Decimal?)
      expect(ada, "photo", nil as Data?)
      expect(ada, "badge", nil as UUID?)
      expect(ada, "page", nil as URL?)
      set(ada, "salary", 0.0)
      set(ada, "age", 0)
      set(ada, "isBoss", false)
      set(ada, "hired", day)
      set(ada, "bonus", Decimal(string: "0.10"))
      set(ada, "photo", Data())
      set(ada, "badge", badge)
      set(ada, "page", page)
      try personnel.context.save()
      personnel.context.refresh(ada, mergeChanges: false)
      expect(ada, "salary", 0.0)
      expect(ada, "age", 0)
      expect(ada, "isBoss", false)
      expect(ada, "hired", day)
      expect(ada, "bonus", Decimal(string: "0.10"))
      expect(ada, "photo", Data())
      expect(ada, "badge", badge)
      expect(ada, "page", page)
      set(ada, "salary", nil as Double?)
      set(ada, "age", nil as Int?)
      set(ada, "isBoss", nil as Bool?)
      set(ada, "hired", nil as Date?)
      set(ada, "bonus", nil as Decimal?)
      set(ada, "photo", nil as Data?)
      set(ada, "badge", nil as UUID?)
      set(ada, "page", nil as URL?)
    }
    ada[PropertyKey<String?>("name")] = nil
    #expect(ada[PropertyKey<String?>("name")] == nil)
    #expect(ada[PropertyKey<String>("name")] == "")
  }

  @Test func `a key of a list keeps the order of an ordered relationship`() throws {
    let studio = try Studio()
    let band = studio.make("Band", "Band")
    let songs = PropertyKey<[ManagedObject]>("songs")
    let (one, two) = (studio.make("Song", "One"), studio.make("Song", "Two"))
    band[songs] = [two, one]
    #expect(band[songs] == [two, one])
    #expect(one[PropertyKey<ManagedObject?>("band")] === band)
  }

  @Test func `a key that takes an attribute for an object stops with a sentence`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let office = try Office()
      _ = office.hire("Ada")[PropertyKey<ManagedObject?>("reports")]
    }
    #expect(
      said(
        result,
        "'Employee.reports' holds objects, and its typed key says Optional<ManagedObject>."))
  }

  private func expect<Value: AbsentableValue & Equatable>(
    _ object: ManagedObject, _ key: String, _ value: Value?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(object[PropertyKey<Value?>(key)] == value, sourceLocation: sourceLocation)
  }

  private func set<Value: AbsentableValue>(
    _ object: ManagedObject, _ key: String, _ value: Value?
  ) {
    object[PropertyKey<Value?>(key)] = value
  }
}
