// A short text that differs when anything it was made of differs.

/// Names texts by sixteen hexadecimal digits, the same in every process and on every machine.
package enum Fingerprint {
  /// The fingerprint of texts in their order.
  package static func of(_ texts: some Sequence<String>) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for text in texts {
      text.utf8.forEach(take)
      // The zero keeps "a", "bc" and "ab", "c" apart.
      take(0)
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
