// The options that Faultline compiled in are the ones in force.

import Foundation
import Testing

@testable import FaultlineProfiler

@Suite struct AllocatorOptionsTests {
  @Test(.disabled(if: getenv("MALLOC_CONF") != nil, "The environment changes the options."))
  func `the compiled-in options are in force`() throws {
    let options = try AllocatorOptions.read()
    #expect(options.deviations == [])
    #expect(options.automaticArenas == 1)
    #expect(options.dirtyDecay == -1)
    #expect(options.muzzyDecay == -1)
    #expect(options.abortsOnMistake)
    #expect(options.statistics)
    #expect(options.version.hasPrefix("5."))
    #expect(options.quantum == 16)
    #expect(options.pageSize == Int(getpagesize()))
  }

  @Test func `an option that deviates is named with both values`() {
    let options = AllocatorOptions(
      version: "5.3.0", automaticArenas: 8, dirtyDecay: 10_000, muzzyDecay: -1,
      greatestSplit: 6, backgroundThread: true, threadCache: false, arenaPerProcessor: "percpu",
      abortsOnMistake: true, profiling: true, statistics: true, pageSize: 4_096, quantum: 16)
    #expect(
      options.deviations.map(\.description) == [
        "narenas is 8, expected 1",
        "dirty_decay_ms is 10000, expected -1",
        "lg_extent_max_active_fit is 6, expected 40",
        "background_thread is true, expected false",
        "tcache is false, expected true",
        "percpu_arena is percpu, expected disabled",
        "prof is true, expected false",
      ])
  }

  @Test func `a name that jemalloc does not know is an error with a sentence`() throws {
    let error = #expect(throws: HeapError.self) { try Control.ask("opt.nothing", 0) }
    #expect(
      error?.description
        == "jemalloc does not answer to 'opt.nothing' (No such file or directory); "
        + "Faultline needs version 5.3 or newer.")
    #expect(throws: HeapError.self) { try Control("stats.nothing") }
  }
}
