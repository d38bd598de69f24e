// What the current event has changed, and what was there before it.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct EventValuesTests {
  let office: Office

  init() throws { office = try Office() }

  private var context: ManagedObjectContext { office.context }

  /// Semantics 103: the values before the event, of what it changed.
  @Test func `an event's changes come with the values before it`() throws {
    let (grace, ada) = (office.hire("Grace"), office.hire("Ada"))
    ada.setValue(grace, forKey: "manager")
    try context.save()
    ada.setValue("Lovelace", forKey: "name")
    ada.setValue(nil, forKey: "manager")
    #expect(picture(ada) == "manager: Grace, name: Ada")
    #expect(picture(grace) == "reports: {Ada}".replacing("Ada", with: "Lovelace"))
    context.processPendingChanges()
    #expect(picture(ada) == "")
    ada.setValue(7.0, forKey: "salary")
    #expect(picture(ada) == "salary: nil")
    #expect(ada.changedValues().keys.sorted() == ["manager", "name", "salary"])
  }

  /// Semantics 103: an observer of an event can ask what it has changed; what is changed meanwhile is another.
  @Test func `while observers are notified the event is the one they are notified of`() throws {
    let ada = office.hire("Ada")
    try context.save()
    let listener = Listener()
    listener.listen(to: ManagedObjectContext.didChangeObjectsNotification, of: context) { note in
      guard let ada = (note.userInfo?["updated"] as? [ManagedObject])?.first else {
        return "nobody"
      }
      let seen = picture(ada)
      if seen == "name: Ada" { ada.setValue(1.0, forKey: "salary") }
      return seen
    }
    ada.setValue("Lovelace", forKey: "name")
    context.processPendingChanges()
    context.processPendingChanges()
    ada.setValue(2.0, forKey: "salary")
    context.processPendingChanges()
    ada.setValue("King", forKey: "name")
    ada.setValue("Lovelace", forKey: "name")
    #expect(picture(ada) == "")
    #expect(listener.received == ["name: Ada", "salary: nil", "salary: 1.0"])
  }

  /// Semantics 103: copies cost memory, so there are none before the first question.
  @Test func `the first question of all may be answered with all that differs from the last save`()
    throws
  {
    let ada = office.hire("Ada")
    try context.save()
    for (name, salary) in [("Lovelace", 1.0), ("King", 2.0)] {
      ada.setValue(name, forKey: "name")
      context.processPendingChanges()
      ada.setValue(salary, forKey: "salary")
      #expect(picture(ada) == (salary == 1 ? "name: Ada, salary: nil" : "salary: 1.0"))
      context.processPendingChanges()
    }
  }

  /// Semantics 103: an object that the event inserted had no values before.
  @Test func `a new object had none of its values before the event`() {
    let ada = office.hire("Ada")
    #expect(ada.changedValuesForCurrentEvent()["name"].map { $0 == nil } == true)
    context.processPendingChanges()
    #expect(ada.changedValuesForCurrentEvent().isEmpty)
  }

  /// Semantics 103: with an undo manager and without, over many events, nothing is missed and nothing made up.
  @Test(arguments: [true, false], [UInt64](1...8))
  func `a random walk finds what each event has changed`(undoes: Bool, seed: UInt64) throws {
    var dice = SplitMix64(seed: seed)
    if !undoes { context.undoManager = nil }
    let people = (0..<6).map { office.hire("P\($0)") }
    try context.save()
    _ = people[0].changedValuesForCurrentEvent()
    for _ in 0..<40 {
      if Int.random(in: 0..<8, using: &dice) == 0 { try context.save() }
      let before = people.map(values)
      for _ in 0..<Int.random(in: 0..<6, using: &dice) {
        let person = people.randomElement(using: &dice) ?? people[0]
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: person.setValue("N\(Int.random(in: 0..<3, using: &dice))", forKey: "notes")
        case 1: person.setValue(Double.random(in: 0..<2, using: &dice).rounded(), forKey: "salary")
        default: person.setValue(people.randomElement(using: &dice), forKey: "manager")
        }
      }
      for (person, former) in zip(people, before) {
        let now = values(person)
        let changed = former.filter { now[$0.key] != $0.value }
        #expect(person.changedValuesForCurrentEvent().mapValues(text) == changed)
      }
      context.processPendingChanges()
    }
  }

  private func values(_ person: ManagedObject) -> [String: String] {
    var values: [String: String] = [:]
    for key in ["notes", "salary", "manager", "reports"] {
      values[key] = text(person.value(forKey: key))
    }
    return values
  }
}

private func picture(_ object: ManagedObject) -> String {
  object.changedValuesForCurrentEvent().sorted { $0.key < $1.key }
    .map { "\($0.key): \(text($0.value))" }.joined(separator: ", ")
}

private func text(_ value: Any?) -> String {
  switch value {
  case let object as ManagedObject: object.value(forKey: "name") as? String ?? "?"
  case let objects as Set<ManagedObject>:
    "{" + objects.map(text).sorted().joined(separator: " ") + "}"
  case let value?: "\(value)"
  case nil: "nil"
  }
}
