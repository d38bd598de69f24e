// A fixed shuffle: the order in which the new rows of a save are written where a store scatters them.

/// The numbers from 0 up to a count, in an order that looks random and is the same each time.
///
/// It takes no memory: a number's place is enciphered by a Feistel network, and enciphered again while it lies beyond
/// the count.
struct ScatteredOrder: Sequence {
  private let count: Int

  init(_ count: Int) { self.count = count }

  func makeIterator() -> Iterator { Iterator(count) }

  struct Iterator: IteratorProtocol {
    private let count: Int
    /// How many bits each half of a number has.
    private let halfWidth: UInt64
    private var passed = 0

    fileprivate init(_ count: Int) {
      self.count = count
      let width = Int.bitWidth - (count - 1).leadingZeroBitCount
      halfWidth = UInt64(width / 2 + 1)
    }

    mutating func next() -> Int? {
      guard passed < count else { return nil }
      var place = UInt64(passed)
      passed += 1
      repeat { place = enciphered(place) } while place >= UInt64(count)
      return Int(place)
    }

    private func enciphered(_ place: UInt64) -> UInt64 {
      let mask = (1 << halfWidth) - 1 as UInt64
      var (left, right) = (place >> halfWidth, place & mask)
      for round in 1...4 as ClosedRange<UInt64> {
        (left, right) = (right, left ^ (Self.mixed(right &+ round << 32) & mask))
      }
      return left << halfWidth | right
    }

    /// The last step of SplitMix64, in which every bit moves every other.
    private static func mixed(_ number: UInt64) -> UInt64 {
      var mixed = number &* 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
}
