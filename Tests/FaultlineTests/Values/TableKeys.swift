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

  /// Blocks that begin at the first place of a table with room for them all.
  private static let sixteens: [Int64] = {
    let spread = KeySpread(capacity: 4_096)
    return (0..<100_000).filter { spread.start(of: $0 << 4) == 0 }
  }()
}
