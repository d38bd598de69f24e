// Key-value observing: on change, on turning into a fault, on firing.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

/// What observers received, line by line.
private final class Log {
  var lines: [String] = []
}

@Suite struct ObservingTests {
  let office: Office
  private let log = Log()

  init() throws { office = try Office() }

  private func observe(_ object: ManagedObject, _ key: String) -> ObjectObservation {
    let log = log
    return object.observe(key) { object, change in
      func text(_ value: Any?) -> String {
        (value as? ManagedObject).map { $0.value(forKey: "name") as? String ?? "nobody" }
          ?? value.map { "\($0)" } ?? "nothing"
      }
      var line = "\(change.cause) \(key) \(object.faultingState): \(text(change.old))"
      if !change.inserted.isEmpty || !change.removed.isEmpty {
        line = "\(change.cause) \(key): +\(change.inserted.count) -\(change.removed.count)"
      } else if change.cause != .turnedIntoFault {
        line += " → \(text(change.new))"
      }
      log.lines.append(line)
    }
  }

  /// F7, semantics 48: also when the value is the same before and after.
  @Test func `an observer is notified of changes, of faulting and of firing`() throws {
    let ada = office.hire("Ada")
    try office.context.save()
    let observation = observe(ada, "name")
    ada.setValue("Lovelace", forKey: "name")
    ada[PropertyKey<String>("name")] = "Ada"
    ada.setValue(1.0, forKey: "salary")
    try office.context.save()
    office.context.refresh(ada, mergeChanges: false)
    _ = ada.value(forKey: "salary")
    expectText(
      log.lines.joined(separator: "\n"),
      is: """
        changed name 0: Ada → Lovelace
        changed name 0: Lovelace → Ada
        turnedIntoFault name 2: Ada
        fired name 1: nothing → Ada
        """)
    #expect(ada.faultingState == 0)
    observation.cancel()
  }

  /// F7: both ends of a relationship notify.
  @Test func `observers of relationships receive what came and what left`() throws {
    let (grace, ada) = (office.hire("Grace"), office.hire("Ada"))
    let observations = [observe(grace, "reports"), observe(ada, "manager")]
    ada.setValue(grace, forKey: "manager")
    grace.mutableSetValue(forKey: "reports").remove(ada)
    expectText(
      log.lines.joined(separator: "\n"),
      is: """
        changed manager 0: nothing → Grace
        changed reports: +1 -0
        changed manager 0: Grace → nothing
        changed reports: +0 -1
        """)
    withExtendedLifetime(observations) {}
  }

  /// Semantics 107, 110: a primitive setter notifies no observer, and announcing it does.
  @Test func `primitive values notify when they are announced`() throws {
    let ada = office.hire("Ada")
    let observation = observe(ada, "name")
    ada.setPrimitiveValue("Countess", forKey: "name")
    ada.willChangeValue(forKey: "name")
    ada.setPrimitiveValue("Lovelace", forKey: "name")
    ada.didChangeValue(forKey: "name")
    #expect(log.lines == ["changed name 0: Countess → Lovelace"])
    withExtendedLifetime(observation) {}
  }

  @Test func `an observation ends when it is released and keeps nothing alive`() throws {
    let id = try office.employed("Ada")
    var ada: ManagedObject? = try office.context.existingObject(with: id)
    var observation = ada.map { observe($0, "name") }
    ada?.setValue("Lovelace", forKey: "name")
    observation = nil
    ada?.setValue("Ada", forKey: "name")
    #expect(log.lines == ["changed name 0: Ada → Lovelace"])
    try office.context.save()
    observation = ada.map { observe($0, "name") }
    ada = nil
    #expect(office.context.registeredObjectCount == 0)
    office.context.object(with: id).setValue("Countess", forKey: "name")
    #expect(log.lines.count == 1)
    withExtendedLifetime(observation) {}
  }

  /// Semantics 82: a rollback brings values back, and notifies.
  @Test func `a rollback and a refresh with merging notify`() throws {
    let ada = office.hire("Ada")
    try office.context.save()
    ada.setValue("Lovelace", forKey: "name")
    let observation = observe(ada, "name")
    office.context.rollback()
    office.context.refresh(ada, mergeChanges: true)
    #expect(log.lines == ["changed name 0: Lovelace → Ada", "changed name 0: Ada → Ada"])
    withExtendedLifetime(observation) {}
  }
}
