// Whether two trials did the same work: what was set, as one short text and as the words that differ.

extension TrialResult {
  /// Sixteen hexadecimal digits that differ when anything that was set differs.
  public var fingerprint: String {
    Fingerprint.of(
      settings.sorted { ($0.name, $0.value) < ($1.name, $1.value) }.flatMap { [$0.name, $0.value] })
  }

  /// What is set differently from an earlier trial, each in a few words; empty for the same work.
  func workloadChanges(from base: TrialResult) -> [String] {
    guard fingerprint != base.fingerprint else { return [] }
    let old = Setting.byName(base.settings)
    let new = Setting.byName(settings)
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
}
