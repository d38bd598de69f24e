// SHA-256 (FIPS 180-4), for what is known again by its digest: descriptions in a store, parts of a page, and trials.

/// The digest of some bytes.
package struct Digest256 {
  /// Thirty-two of them.
  package let bytes: [UInt8]

  /// Digests a message.
  package init(_ message: [UInt8]) {
    self = message.withUnsafeBytes { Digest256(of: $0) }
  }

  /// Digests what lies in memory; only its end is copied.
  package init(of message: UnsafeRawBufferPointer) {
    var state = State()
    let whole = message.count / 64 * 64
    state.mix(UnsafeRawBufferPointer(rebasing: message[..<whole]))
    var end = Array(message[whole...]) + [0x80]
    end += Array(repeating: 0, count: (120 - end.count % 64) % 64)
    end += (0..<8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> (56 - 8 * $0)) }
    end.withUnsafeBytes { state.mix($0) }
    bytes = state.words.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
    }
  }

  /// Sixty-four hexadecimal digits.
  package var hex: String {
    bytes.reduce(into: "") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }

  /// The eight words, each a variable: in an array, every round would make a new one.
  private struct State {
    private var h0: UInt32 = 0x6a09_e667
    private var h1: UInt32 = 0xbb67_ae85
    private var h2: UInt32 = 0x3c6e_f372
    private var h3: UInt32 = 0xa54f_f53a
    private var h4: UInt32 = 0x510e_527f
    private var h5: UInt32 = 0x9b05_688c
    private var h6: UInt32 = 0x1f83_d9ab
    private var h7: UInt32 = 0x5be0_cd19

    var words: [UInt32] { [h0, h1, h2, h3, h4, h5, h6, h7] }

    /// Mixes in blocks of sixty-four bytes.
    mutating func mix(_ blocks: UnsafeRawBufferPointer) {
      constants.withUnsafeBufferPointer { constants in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
          for start in stride(from: 0, to: blocks.count, by: 64) {
            Self.fill(schedule, from: blocks, at: start)
            mix(schedule, constants)
          }
        }
      }
    }

    private static func fill(
      _ schedule: UnsafeMutableBufferPointer<UInt32>, from blocks: UnsafeRawBufferPointer,
      at start: Int
    ) {
      for index in 0..<16 {
        let word = blocks.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self)
        schedule[index] = UInt32(bigEndian: word)
      }
      for index in 16..<64 {
        let (a, b) = (schedule[index - 15], schedule[index - 2])
        let low = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3
        let high = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10
        schedule[index] = schedule[index - 16] &+ low &+ schedule[index - 7] &+ high
      }
    }

    private mutating func mix(
      _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
    ) {
      var (a, b, c, d) = (h0, h1, h2, h3)
      var (e, f, g, h) = (h4, h5, h6, h7)
      for index in 0..<64 {
        let high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
        let choice = (e & f) ^ (~e & g)
        let first = h &+ high &+ choice &+ constants[index] &+ schedule[index]
        let low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
        let majority = (a & b) ^ (a & c) ^ (b & c)
        (h, g, f, e) = (g, f, e, d &+ first)
        (d, c, b, a) = (c, b, a, first &+ low &+ majority)
      }
      (h0, h1, h2, h3) = (h0 &+ a, h1 &+ b, h2 &+ c, h3 &+ d)
      (h4, h5, h6, h7) = (h4 &+ e, h5 &+ f, h6 &+ g, h7 &+ h)
    }
  }
}

private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word &>> count | word &<< (32 &- count)
}

/// The fractions of the cube roots of the first sixty-four primes.
private let constants: [UInt32] = [
  0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
  0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
  0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
  0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
  0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
  0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
  0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
  0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
  0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
  0xc671_78f2,
]
