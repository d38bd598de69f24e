// The trail of the engine's last events: a ring in memory that another process reads.

import FaultlineTestSupport
import Testing

@testable import Faultline

struct EventTrailTests {
  /// What is reported of a trail after some events.
  private func reported(_ events: (EventTrail) -> Void) -> String {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: EventTrail.size, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: EventTrail.size)
    events(EventTrail(at: memory))
    // The reader comes later and knows the memory only.
    return EventTrail(at: memory).entries.map { entry in
      let count = entry.count.map { " \($0)" } ?? ""
      return "\(entry.kind.word) \(entry.subject)\(count) ×\(entry.times)"
        + (entry.isRunning ? " …" : "")
    }.joined(separator: "\n")
  }

  private func event(
    _ trail: EventTrail, _ kind: EventHook.Kind, _ subject: String = "", _ count: Int = -1,
    parts: () -> Void = {}
  ) {
    let isCounted = kind == .save
    let serial = trail.begin(kind, subject, "", isCounted ? count : -1)
    parts()
    trail.end(serial, count)
  }

  @Test func `a trail without events is empty`() {
    expectText(reported { _ in }, is: "")
  }

  @Test func `events are reported in their order, with what they were about`() {
    expectText(
      reported { trail in
        event(trail, .fetch, "Employee", 200)
        event(trail, .fault, "Department")
        let serial = trail.begin(.relationship, "Department", "employees", -1)
        trail.end(serial, 12)
        event(trail, .save, "", 12)
      },
      is: """
        fetch Employee 200 ×1
        fault Department ×1
        relationship Department.employees 12 ×1
        save  12 ×1
        """)
  }

  @Test func `a count of nothing is a count`() {
    expectText(
      reported { trail in
        event(trail, .fetch, "Employee", 0)
        event(trail, .fault, "Employee")
      },
      is: """
        fetch Employee 0 ×1
        fault Employee ×1
        """)
  }

  @Test func `what repeats itself is counted, and its numbers added up`() {
    expectText(
      reported { trail in
        event(trail, .fetch, "Employee", 200)
        for _ in 0..<1_000 { event(trail, .fault, "Employee") }
        for count in 1...4 { event(trail, .fetch, "Department", count) }
        event(trail, .fault, "Employee")
      },
      is: """
        fetch Employee 200 ×1
        fault Employee ×1000
        fetch Department 10 ×4
        fault Employee ×1
        """)
  }

  @Test func `only what is unfinished shows its parts`() {
    let stages = ["prepare", "validate", "derive", "identify", "write", "settle", "notify"]
    expectText(
      reported { trail in
        event(trail, .fetch, "Employee", 3)
        event(trail, .save, "", 3) { for stage in stages { event(trail, .stage, stage) } }
        _ = trail.begin(.save, "", "", 5)
        event(trail, .stage, "prepare")
        _ = trail.begin(.stage, "validate", "", -1)
        _ = trail.begin(.fault, "Employee", "", -1)
      },
      is: """
        fetch Employee 3 ×1
        save  8 ×2 …
        stage prepare ×1
        stage validate ×1 …
        fault Employee ×1 …
        """)
  }

  @Test func `eight are reported, the last ones`() {
    expectText(
      reported { trail in for number in 1...1_000 { event(trail, .fetch, "E\(number)", number) } },
      is: (993...1_000).map { "fetch E\($0) \($0) ×1" }.joined(separator: "\n"))
  }

  @Test func `an event that many others have overtaken is not mistaken for one of them`() {
    expectText(
      reported { trail in
        event(trail, .save, "", 7) { for number in 1...70 { event(trail, .fetch, "E\(number)") } }
      },
      is: (63...70).map { "fetch E\($0) ×1" }.joined(separator: "\n"))
  }

  @Test func `a long name loses its end, also within a letter`() {
    let long = String(repeating: "é", count: 19) + "x"
    expectText(
      reported { trail in
        event(trail, .fault, long + "é")
        let serial = trail.begin(.relationship, long, "employees", -1)
        trail.end(serial, -1)
      },
      is: """
        fault \(long)\u{FFFD} ×1
        relationship \(long). ×1
        """)
  }

  /// A text of the heap may be gone by the next event, with another of the same length in its place.
  @Test(arguments: [4, 15, 16, 30])
  func `what lies where another text lay is reported as what it is`(length: Int) {
    let room = 64
    var text = ""
    text.reserveCapacity(room)
    func write(_ letter: String) { text.append(String(repeating: letter, count: length)) }
    func place() -> Int {
      text.utf8.withContiguousStorageIfAvailable { Int(bitPattern: $0.baseAddress) } ?? 0
    }
    let letters = ["a", "b", "b", "c"]
    var places: Set<Int> = []
    expectText(
      reported { trail in
        for letter in letters {
          text.removeAll(keepingCapacity: true)
          write(letter)
          places.insert(place())
          event(trail, .fault, text)
        }
      },
      is: """
        fault \(String(repeating: "a", count: length)) ×1
        fault \(String(repeating: "b", count: length)) ×2
        fault \(String(repeating: "c", count: length)) ×1
        """)
    #expect(places.count == 1)
  }
}
