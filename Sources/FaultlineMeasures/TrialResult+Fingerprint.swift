// Whether two trials did the same work: what was set, as one short text and as the words that differ.

extension TrialResult {
  /// Sixteen hexadecimal digits that differ when anything that was set differs.
  public var fingerprint: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for setting in settings.sorted(by: { ($0.name, $0.value) < ($1.name, $1.value) }) {
      // The zero keeps "a", "bc" and "ab", "c" apart.
      for text in [setting.name, setting.value] {
        text.utf8.forEach(take)
        take(0)
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// What is set differently from an earlier trial, each in a few words; empty for the same work.
  func workloadChanges(from base: TrialResult) -> [String] {
    guard fingerprint != base.fingerprint else { return [] }
    let old = base.settingsByName
    let new = settingsByName
    let words = Set(old.keys).union(new.keys).sorted().compactMap { name -> String? in
      switch (old[name], new[name]) {
      case (let before?, let after?):
        before == after ? nil : "\(name) was \(before) and is \(after)"
      case (nil, let after?): "\(name) is \(after) and was not set"
      case (let before?, nil): "\(name) was \(before) and is not set"
      case (nil, nil): nil
      }
    }
    return words.isEmpty ? ["something is set twice"] : words
  }

  var settingsByName: [String: String] {
    Dictionary(settings.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}
