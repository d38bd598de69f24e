// Keys of records in one line, as an import writes them and 'recall' reads them.

import Testing

@testable import FaultlineScenarios

struct `Keys of records` {
  @Test(arguments: [
    ([7], "7"), ([1, 2, 3, 7], "1...3, 7"), ([3, 2, 1], "3, 2, 1"), ([4, 4, 5], "4, 4...5"),
  ])
  func `have neighbours as one range, in their order`(keys: [Int], text: String) {
    #expect(RecordKeys.text(keys) == text)
  }

  /// A log may name any number.
  @Test func `go up to the largest number`() {
    #expect(
      RecordKeys.text([.max - 1, .max, .max, 1])
        == "9223372036854775806...9223372036854775807, 9223372036854775807, 1")
  }
}
