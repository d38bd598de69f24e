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

  /// F7: handlers hold what they like, and take it along when they go.
  @Test func `an observation may be the last that another one's handler holds`() throws {
    let (ada, grace) = (office.hire("Ada"), office.hire("Grace"))
    let log = log
    var inner: ObjectObservation? = observe(grace, "name")
    var outer: ObjectObservation? = ada.observe("name") { [inner] _, _ in
      withExtendedLifetime(inner) { log.lines.append("outer") }
    }
    inner = nil
    ada.setValue("Lovelace", forKey: "name")
    grace.setValue("Hopper", forKey: "name")
    withExtendedLifetime(outer) {}
    outer = nil
    ada.setValue("Ada", forKey: "name")
    grace.setValue("Grace", forKey: "name")
    #expect(log.lines == ["outer", "changed name 0: Grace → Hopper"])
  }

  /// Observations on their way to a thread that ends them.
  ///
  /// Unchecked: that thread does nothing but release them.
  private struct Parcel: @unchecked Sendable {
    let observations: [Unmanaged<ObjectObservation>]

    init(_ count: Int, of object: ManagedObject, _ handler: @escaping () -> Void) {
      observations = (0..<count).map { _ in
        .passRetained(object.observe("name") { _, _ in handler() })
      }
    }

    func release() { for observation in observations { observation.release() } }
  }

  /// F7, R1: an object may be released on any thread, and an observation with it.
  @Test func `observations end on other threads while others begin`() throws {
    var seen = 0
    for _ in 0..<Effort.choose(quick: 50, ci: 500, full: 5_000) {
      let ada = office.hire("Ada")
      let parcel = Parcel(20, of: ada) { seen += 1 }
      let thread = onThread { parcel.release() }
      for number in 0..<20 {
        ada.setValue("\(number)", forKey: "name")
        _ = ada.observe("name") { _, _ in }
      }
      thread.wait()
      let before = seen
      ada.setValue("Countess", forKey: "name")
      #expect(seen == before)
    }
  }

  /// F7, R1: also after its context.
  @Test func `observations end on other threads when their context has gone`() throws {
    for _ in 0..<Effort.choose(quick: 50, ci: 500, full: 5_000) {
      weak var context: ManagedObjectContext?
      let parcel: Parcel
      do {
        let office = try Office()
        context = office.context
        parcel = Parcel(20, of: office.hire("Ada")) {}
      }
      #expect(context == nil)
      onThread { parcel.release() }.wait()
    }
  }

  /// F7: a handler may hold the object that has its observation, as long as there is a context.
  @Test func `a context that goes ends the observations of its objects`() throws {
    weak var held: ManagedObject?
    let observation: ObjectObservation
    do {
      let office = try Office()
      let ada = office.hire("Ada")
      held = ada
      observation = ada.observe("name") { [ada] _, _ in _ = ada }
      try office.context.save()
    }
    #expect(held == nil)
    observation.cancel()
  }
}
