// What lives on at an end, by what holds it: holders that the caller names, beside those that the engine knows.

import Faultline
@testable import FaultlineKnowledge
import FaultlineReplay
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import FaultlineProfiler

@Suite struct LeakSearchTests {
  /// C3: objects with the same holders are one leak, also where others stand between them.
  @Test func `objects are grouped by all that hold them`() throws {
    let moment = Population.now.onThisThread
    let context = try makeContext(try companyModel())
    let offices = (0..<5).map { _ in context.insertNewObject(forEntityName: "Department") }
    try context.save()
    let list = NamedHolder(.name, "the variable 'list'")
    let other = NamedHolder(.name, "the variable 'other'")
    let leaks = LeakSearch.leaks(
      at: .released, since: moment, among: ObjectGraph(since: moment), contexts: [context]
    ) { hold in
      for office in offices { hold(list, office) }
      for place in [1, 3] { hold(other, offices[place]) }
    }
    let lines = leaks.map { leak in
      "\(leak.count) held by \(leak.holders.map(\.name).joined(separator: " and "))"
    }
    withExtendedLifetime(offices) {
      expectText(
        lines.joined(separator: "\n"),
        is: """
          3 held by the variable 'list'
          2 held by the variable 'list' and the variable 'other'
          """)
    }
  }
}
