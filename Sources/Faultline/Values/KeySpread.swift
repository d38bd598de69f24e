// Where keys would like to stand in an open table.

/// How the keys of a table are spread over its positions.
///
/// Sixteen neighbouring keys make a block and lie side by side, because rows come in the order of their keys. Where
/// a block begins is a product's first bits, and the multiplier follows from the table's size:
///
/// - In a large table it is the golden ratio, which keeps blocks apart whichever and however many there are.
/// - Among few places that ratio is too coarse: of seven blocks in a row two meet at one of eight places, and most
///   of those behind are pushed on. So in a small table it is rounded to an odd number of blocks first, by which
///   blocks in a row never meet while there is a place for each. What is left of the multiplier moves the start by
///   a block after about a dozen times as many, so that keys far from each other do not all begin at one place.
struct KeySpread {
  /// The multiplier, and in its last six bits how far a product is shifted; zero for no table.
  ///
  /// A shift looks at no more than six bits, and they do not matter for the first bits of a product.
  private let multiplier: UInt64

  private static let goldenRatio: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// The most blocks that a small table has: 256 positions.
  private static let few = 16

  /// For a table without a place.
  init() { multiplier = 0 }

  /// For a table of so many places, a power of two and at least one block.
  init(capacity: Int) {
    let blocks = capacity >> 4
    let blockBits = UInt64(blocks.trailingZeroBitCount)
    var multiplier = Self.goldenRatio
    if blocks > 1, blocks <= Self.few {
      let rounded = (Self.goldenRatio >> (64 - blockBits)) | 1
      multiplier = (rounded << (64 - blockBits)) + (Self.goldenRatio >> (2 * blockBits + 3))
    }
    self.multiplier = multiplier & ~63 | UInt64(64 - capacity.trailingZeroBitCount)
  }

  /// The last position; -1 where there is none.
  @inline(__always) var last: Int { Int(bitPattern: UInt.max &>> UInt(multiplier)) }

  /// The number of a key's block.
  @inline(__always) static func block(of key: Int64) -> UInt64 { UInt64(bitPattern: key >> 4) }

  /// Where a key would like to stand.
  @inline(__always) func start(of key: Int64) -> Int {
    Int(truncatingIfNeeded: (Self.block(of: key) &* multiplier) &>> multiplier) & ~15
      | Int(truncatingIfNeeded: key & 15)
  }
}
