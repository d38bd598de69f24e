// Typed keys read and write what names do, and stop with a sentence where they cannot.

import Faultline
import FaultlineTestGraph
import Foundation
import Testing

@Suite struct TypedKeyTests {
  private static let flag = PropertyKey<Bool>("flag")
  private static let number = PropertyKey<Int>("number")
  private static let small = PropertyKey<Int>("small")
  private static let ratio = PropertyKey<Double>("ratio")
  private static let narrow = PropertyKey<Double>("narrow")
  private static let text = PropertyKey<String>("text")
  private static let day = PropertyKey<Date>("day")

  private func thing() throws -> (ManagedObjectContext, ManagedObject) {
    let context = try makeContext(
      try ManagedObjectModel(entities: [
        EntityDescription(
          name: "Thing",
          attributes: [
            AttributeDescription("flag", .boolean), AttributeDescription("number", .integer64),
            AttributeDescription("small", .integer16), AttributeDescription("ratio", .double),
            AttributeDescription("narrow", .float), AttributeDescription("text", .string),
            AttributeDescription("day", .date),
          ])
      ]))
    return (context, context.insertNewObject(forEntityName: "Thing"))
  }

  @Test func `typed keys and names see the same values`() throws {
    let (context, thing) = try thing()
    let date = Date(timeIntervalSinceReferenceDate: 12_345.5)
    thing[Self.flag] = true
    thing[Self.number] = .min
    thing[Self.small] = -7
    thing[Self.ratio] = 0.1
    thing[Self.narrow] = 0.1
    thing[Self.text] = "longer than fifteen bytes, ä and 🐢"
    thing[Self.day] = date
    for _ in 0..<2 {
      #expect(thing.value(forKey: "flag") as? Bool == true)
      #expect(thing.value(forKey: "number") as? Int == .min)
      #expect(thing.value(forKey: "small") as? Int == -7)
      #expect(thing.value(forKey: "ratio") as? Double == 0.1)
      #expect(thing.value(forKey: "narrow") as? Double == Double(Float(0.1)))
      #expect(thing.value(forKey: "text") as? String == "longer than fifteen bytes, ä and 🐢")
      #expect(thing.value(forKey: "day") as? Date == date)
      #expect(thing[Self.flag] && thing[Self.number] == .min && thing[Self.small] == -7)
      #expect(thing[Self.text] == "longer than fifteen bytes, ä and 🐢" && thing[Self.day] == date)
      try context.save()
      context.refresh(thing, mergeChanges: false)
    }
  }

  @Test func `a missing value reads as nothing of its type`() throws {
    let (_, thing) = try thing()
    #expect(!thing[Self.flag])
    #expect(thing[Self.number] == 0)
    #expect(thing[Self.ratio] == 0)
    #expect(thing[Self.text] == "")
    #expect(thing[Self.day] == Date(timeIntervalSinceReferenceDate: 0))
  }

  /// A key remembers where it found its property, for one entity at a time.
  @Test func `one key serves entities that are laid out differently`() throws {
    let office = try Office()
    let name = PropertyKey<String>("name")
    let department = office.context.insertNewObject(forEntityName: "Department")
    let ada = office.hire("Ada")
    department[name] = "Mathematics"
    for _ in 0..<3 {
      #expect(ada[name] == "Ada")
      #expect(department[name] == "Mathematics")
    }
  }

  /// Semantics 108.
  @Test func `an unknown key stops with a sentence`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let office = try Office()
      _ = office.hire("Ada").value(forKey: "salery")
    }
    #expect(
      said(
        result,
        "'Employee' has no property 'salery'; it has name, salary, hired, notes, "
          + "department, manager, reports."))
  }

  @Test func `a value of a wrong type stops with a sentence`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let office = try Office()
      office.hire("Ada").setValue("much", forKey: "salary")
    }
    #expect(said(result, "'Employee.salary' holds numbers, and text was given."))
  }

  @Test func `a typed key of a wrong type stops with a sentence`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let office = try Office()
      _ = office.hire("Ada")[PropertyKey<Double>("name")]
    }
    #expect(said(result, "'Employee.name' holds text, and its typed key says Double."))
  }

  /// R3, semantics 16: a reference to an object of a reset context leads to an invalid one.
  @Test func `an object of a reset context stops with a sentence`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let office = try Office()
      let ada = office.hire("Ada")
      office.context.reset()
      _ = ada.value(forKey: "name")
    }
    #expect(said(result, "was invalidated when its context was reset; fetch it again."))
  }

  private func said(_ result: ExitTest.Result?, _ sentence: String) -> Bool {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).contains(sentence)
  }
}
