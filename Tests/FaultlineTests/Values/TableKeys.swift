// Ways in which keys may lie, for the tests of tables that spread them.

import Testing

@testable import Faultline

/// Ways in which the keys of one entity may lie.
enum TableKeys: String, CaseIterable, Sendable {
  case dense, downwards, everyThousandth, powersApart, scattered, twoRanges
  /// In sixteens that all would like to stand at the same place: only a forged file has them.
  case forged

  /// How they may lie in a store.
  static let ofStores = allCases.filter { $0 != .forged }

  func key(_ index: Int) -> Int64 {
    switch self {
    case .dense: Int64(index)
    case .downwards: -Int64(index)
    case .everyThousandth: Int64(index) * 1000
    case .powersApart: Int64(index) * 65_536
    case .scattered: Int64(bitPattern: UInt64(index) &* 0xD129_0D3B_3F4F_6E2D) >> 17
    case .twoRanges: index % 2 == 0 ? Int64(index) : 1 << 40 + Int64(index)
    case .forged: Self.sixteens[index / 16] << 4 + Int64(index % 16)
    }
  }

  /// Numbers whose products with the golden ratio are small.
  private static let sixteens: [Int64] = {
    // Newton's way to the inverse of an odd number: each step doubles the bits that are right.
    let golden: UInt64 = 0x9E37_79B9_7F4A_7C15
    var inverse = golden
    for _ in 1...5 { inverse &*= 2 &- golden &* inverse }
    return (0..<4_000).map { Int64(bitPattern: inverse &* $0) }.filter { ($0 << 4) >> 4 == $0 }
  }()
}
