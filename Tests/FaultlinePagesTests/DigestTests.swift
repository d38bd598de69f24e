// The digest by which a page's policy knows its parts, and a store its entities.

import FaultlineDigest
import Testing

struct `A digest` {
  @Test func `is SHA-256`() {
    let empty = Digest256([]).bytes.map { String($0, radix: 16) }.joined(separator: " ")
    #expect(
      empty == "e3 b0 c4 42 98 fc 1c 14 9a fb f4 c8 99 6f b9 24 "
        + "27 ae 41 e4 64 9b 93 4c a4 95 99 1b 78 52 b8 55")
    let long = Digest256(Array(repeating: 0x61, count: 119)).bytes.prefix(4)
    #expect(Array(long) == [0x31, 0xeb, 0xa5, 0x1c])
  }
}
