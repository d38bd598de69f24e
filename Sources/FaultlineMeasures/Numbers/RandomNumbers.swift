// Random numbers that are the same in every run.

/// A stream of random numbers of its own for each purpose, so that a new step shifts no other's values.
package struct RandomNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The stream of a purpose under a seed.
  package init(seed: UInt64, purpose: String) {
    // FNV-1a: the same on every machine, which a hasher of the library is not.
    var mixed: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in purpose.utf8 { mixed = (mixed ^ UInt64(byte)) &* 0x100_0000_01B3 }
    state = seed &+ mixed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
