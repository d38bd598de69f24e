// What an expectation means: the number that it holds one reading against, whichever side it stands on.

import FaultlineMeasures
import Testing

@testable import FaultlineScenarios

@Suite struct BoundTests {
  @Test(arguments: [
    ("bytes.live@end <= 64 * 1024", "<= 65536"), ("64 * 1024 >= bytes.live@end", "<= 65536"),
    ("10 < objects.live@end", "> 10"), ("objects.live == 0", "== 0"), ("0 != objects.live", "!= 0"),
    ("objects.live@end < 0.5", "< 0.5"),
  ])
  func `a reading beside a number has that number as its bound`(text: String, bound: String) throws
  {
    let found = try #require(try Formula(text, named: "f").bound)
    #expect("\(found.comparison.rawValue) \(found.value)" == bound)
  }

  /// A parameter differs between trials, another variant's reading is no number, and a sum is not one reading.
  @Test(arguments: [
    "objects.live@end <= rows", "objects.live@end == objects.live@start", "1 == 1",
    "objects.live@end + 1 <= 5", "value(objects.live, end, other) <= 5", "rows <= 5",
    "objects.live@end <= 5 and 1 == 1", "objects.live@end",
  ])
  func `everything else has none`(text: String) throws {
    #expect(try Formula(text, named: "f").bound == nil)
  }
}
