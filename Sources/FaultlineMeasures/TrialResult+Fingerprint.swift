// Whether two trials did the same work: what was set, as one short text and as the words that differ.

extension [Setting] {
  /// Sixteen hexadecimal digits that differ when anything that is set differs.
  var fingerprint: String {
    let pairs = map { [$0.name, $0.value.plain] }
    return Fingerprint.of(pairs.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self))
  }
}

extension TrialResult {
  /// Sixteen hexadecimal digits that differ when anything that was set differs.
  package var fingerprint: String { settings.fingerprint }

  /// What is set differently from an earlier trial, each by its name and in a few words; empty for the same work.
  package func workloadChanges(from base: TrialResult) -> [(name: String, words: String)] {
    guard fingerprint != base.fingerprint else { return [] }
    let old = Setting.byName(base.settings)
    let new = Setting.byName(settings)
    let words = Set(old.keys).union(new.keys).sorted().compactMap {
      name -> (name: String, words: String)? in
      switch (old[name], new[name]) {
      case (let before?, let after?):
        before.plain == after.plain ? nil : (name, "\(name) was \(before) and is \(after)")
      case (nil, let after?): (name, "\(name) is \(after) and was not set")
      case (let before?, nil): (name, "\(name) was \(before) and is not set")
      case (nil, nil): nil
      }
    }
    return words.isEmpty ? [("", "something is set twice")] : words
  }
}
