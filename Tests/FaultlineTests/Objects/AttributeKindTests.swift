// Attributes that are more than their stored bytes: transient, transformed, pointing at objects.

import Faultline
import FaultlineTestGraph
import Foundation
import Testing

@Suite struct AttributeKindTests {
  /// Semantics 102, 103: it is a change, and no value that a store would write.
  @Test func `a transient value reaches no store`() throws {
    let personnel = try Personnel()
    let ada = personnel.hire("Ada")
    ada.setValue("Hello, I am Ada", forKey: "greeting")
    try personnel.context.save()
    #expect(ada.value(forKey: "greeting") as? String == "Hello, I am Ada")
    #expect(!ada.hasChanges)
    #expect(try personnel.elsewhere(ada) { $0.value(forKey: "greeting") == nil })
    ada.setValue("Hi", forKey: "greeting")
    #expect(ada.hasChanges && !ada.hasPersistentChangedValues)
    #expect(ada.changedValues().isEmpty)
    try personnel.context.save()
    #expect(ada.value(forKey: "greeting") as? String == "Hi")
    #expect(personnel.context.invariantViolations(full: true) == [])
  }

  /// Semantics 46.
  @Test func `a transient value is gone when its object is a fault`() throws {
    let personnel = try Personnel()
    let ada = personnel.hire("Ada")
    ada.setValue("Hello", forKey: "greeting")
    try personnel.context.save()
    personnel.context.refresh(ada, mergeChanges: false)
    #expect(ada.value(forKey: "greeting") == nil)
    #expect(ada.value(forKey: "name") as? String == "Ada")
  }

  @Test func `a transformable attribute holds whatever a property list can`() throws {
    let personnel = try Personnel()
    let ada = personnel.hire("Ada")
    let skills: [String: Any] = ["languages": ["Swift", "C"], "years": 12, "bytes": Data([1, 2])]
    ada.setValue(skills, forKey: "skills")
    try personnel.context.save()
    try personnel.elsewhere(ada) { copy in
      let found = try #require(copy.value(forKey: "skills") as? [String: Any])
      #expect(found.keys.sorted() == ["bytes", "languages", "years"])
      #expect(found["languages"] as? [String] == ["Swift", "C"])
      #expect(found["years"] as? Int == 12)
      #expect(found["bytes"] as? Data == Data([1, 2]))
    }
    ada.setValue("one word", forKey: "skills")
    #expect(ada.value(forKey: "skills") as? String == "one word")
  }

  /// What an app has archived is read too.
  @Test func `a keyed archive of a list is the list`() throws {
    let personnel = try Personnel()
    let ada = personnel.hire("Ada")
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(array: [NSString(string: "Swift"), NSNumber(value: 3)]),
      requiringSecureCoding: true)
    guard case .attribute(let slot) = try ada.property("skills") else { return }
    try ada.set(.data(archive), at: slot)
    let skills = try #require(ada.value(forKey: "skills") as? [Any])
    #expect(skills.count == 2)
    #expect(skills[0] as? String == "Swift")
  }

  /// Semantics 111: the value is another one at each reading, so changing it in place changes nothing.
  @Test func `a named transformer makes data of values and back`() throws {
    ValueTransformers.register(SeatTransformer(), forName: "SeatTransformer")
    let personnel = try Personnel()
    let ada = personnel.hire("Ada")
    ada.setValue(Seat(row: 3, place: 14), forKey: "seat")
    try personnel.context.save()
    try personnel.elsewhere(ada) { copy in
      let seat = try #require(copy.value(forKey: "seat") as? Seat)
      #expect(seat.row == 3 && seat.place == 14)
      seat.row = 4
      #expect((copy.value(forKey: "seat") as? Seat)?.row == 3)
      #expect(!copy.hasChanges)
    }
  }

  @Test func `a value that no transformer takes stops with a sentence`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Personnel().hire("Ada").setValue(Seat(row: 1, place: 1), forKey: "skills")
    }
    #expect(
      said(
        result,
        "'Employee.skills' could not be written: a Seat is no text, number, date, data, array or "
          + "dictionary; name a transformer in the model."))
  }

  @Test func `an attribute can hold an object's ID`() throws {
    let personnel = try Personnel()
    let (grace, ada) = (personnel.hire("Grace"), personnel.hire("Ada"))
    ada.setValue(grace.objectID, forKey: "mentorID")
    #expect(ada.value(forKey: "mentorID") as? ManagedObjectID == grace.objectID)
    try personnel.context.save()
    ada.setValue(grace.objectID, forKey: "mentorID")
    #expect(ada.value(forKey: "mentorID") as? ManagedObjectID == grace.objectID)
    ada.setValue(nil, forKey: "mentorID")
    #expect(ada.value(forKey: "mentorID") == nil)
  }
}

/// A value that no property list holds.
private final class Seat {
  var row: Int
  let place: Int

  init(row: Int, place: Int) {
    self.row = row
    self.place = place
  }
}

private struct SeatTransformer: DataTransformer {
  struct WrongValue: Error {}

  func data(from value: Any) throws -> Data {
    guard let seat = value as? Seat else { throw WrongValue() }
    return Data("\(seat.row) \(seat.place)".utf8)
  }

  func value(from data: Data) throws -> Any {
    let numbers = String(decoding: data, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 2 else { throw WrongValue() }
    return Seat(row: numbers[0], place: numbers[1])
  }
}
