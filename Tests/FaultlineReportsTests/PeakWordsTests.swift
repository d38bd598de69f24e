// What held the memory of a peak, in words.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineReports

@Suite struct `What held the memory of a peak` {
  @Test func `is named, unless two or more would be left out`() {
    let names = [
      "a pending change", "the pool", "the undo manager", "the variable 'staff'",
      "the array 'kept'",
    ]
    let lines = (0...names.count).map { count in
      PeakExplanation.Part(
        .objects, entity: "Employee", count: 8, bytes: 800, holders: Array(names.prefix(count))
      ).words()
    }
    expectText(
      lines.joined(separator: "\n"),
      is: """
        8 Employee, held by nothing that is known
        8 Employee held only by a pending change
        8 Employee held by a pending change and the pool
        8 Employee held by a pending change, the pool and the undo manager
        8 Employee held by a pending change, the pool and 2 more
        8 Employee held by a pending change, the pool and 3 more
        """)
  }
}
