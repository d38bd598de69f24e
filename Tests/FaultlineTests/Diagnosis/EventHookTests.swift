// What a listener receives, in a process of its own: the hook is the whole process's, and other tests make events too.

import FaultlineTestGraph
import Testing

@testable import Faultline

@Suite struct EventHookTests {
  /// Each of them is enough for the engine to report, and what goes takes nothing from what stays.
  @Test func `a listener receives events without a trail, and after one has gone`() async {
    await #expect(processExitsWith: .success) {
      let office = try Office()
      var kinds: [String] = []
      EventHook.install(EventHook.Listener { kinds.append($0.kind.word) })
      let save = Array(repeating: "stage", count: 7) + ["save"]
      _ = office.hire("Ada")
      try office.context.save()
      #expect(kinds == save)

      let memory = UnsafeMutableRawPointer.allocate(byteCount: EventTrail.size, alignment: 64)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: EventTrail.size)
      EventHook.leave(EventTrail(at: memory))
      EventHook.leave(nil)
      _ = office.hire("Grace")
      try office.context.save()
      #expect(kinds == save + save)

      EventHook.install(nil)
      _ = office.hire("Alan")
      try office.context.save()
      #expect(kinds == save + save)
    }
  }
  @Test func `a trail goes on when the listener goes`() async {
    await #expect(processExitsWith: .success) {
      let office = try Office()
      let memory = UnsafeMutableRawPointer.allocate(byteCount: EventTrail.size, alignment: 64)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: EventTrail.size)
      EventHook.install(EventHook.Listener { _ in })
      EventHook.leave(EventTrail(at: memory))
      EventHook.install(nil)
      _ = office.hire("Ada")
      try office.context.save()
      #expect(EventTrail(at: memory).entries.map(\.kind.word).contains("save"))
      EventHook.leave(nil)
    }
  }
}
