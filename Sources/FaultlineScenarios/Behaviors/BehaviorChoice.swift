// Whose behaviour is shown, as a command line says it: a side, or one switch.

/// One word behind `--behaves`: `guides`, `core-data`, or `childBatches=ignored`.
package struct BehaviorChoice: Sendable, Hashable {
  /// The word as it was written.
  package let text: String
  private let change: Change

  private enum Change: Sendable, Hashable {
    case side(BehaviorProfile)
    case single(key: String, value: String)
  }

  /// A whole side.
  package init(_ side: BehaviorProfile) {
    text = side.rawValue
    change = .side(side)
  }

  /// One switch as the framework has it.
  package init(only behaviour: Behavior) {
    text = "\(behaviour.key)=\(behaviour.coreData)"
    change = .single(key: behaviour.key, value: behaviour.coreData)
  }

  /// One end of a band: the one that is shown by default, or the other.
  package init(_ band: Behavior, atOtherEnd: Bool) {
    let value = atOtherEnd ? band.coreData : band.guides
    text = "\(band.key)=\(value)"
    change = .single(key: band.key, value: value)
  }

  /// Reads the word; nil if it is none.
  package init?(_ text: String) {
    self.text = text
    if let side = BehaviorProfile(rawValue: text) {
      change = .side(side)
      return
    }
    guard let sign = text.firstIndex(of: "=") else { return nil }
    change = .single(
      key: String(text[..<sign]), value: String(text[text.index(after: sign)...]))
    var settings = BehaviorSettings()
    guard (try? apply(to: &settings)) != nil else { return nil }
  }

  /// All words that can be meant, for a question about one that cannot.
  package static let words =
    BehaviorProfile.words
    + Behavior.all.flatMap { behaviour in behaviour.words.map { "\(behaviour.key)=\($0)" } }

  /// The band of which it chooses an end, if it does.
  package var band: Behavior? {
    guard case .single(let key, _) = change, let band = Behavior.named(key), band.isUndocumented
    else {
      return nil
    }
    return band
  }

  /// Sets what it says.
  func apply(to settings: inout BehaviorSettings) throws(Diagnostic) {
    switch change {
    case .side(let side): settings.set(side)
    case .single(let key, let value):
      let node = Node(argument: value, of: "--\(BehaviorProfile.key) \(key)")
      guard let behaviour = Behavior.named(key) else {
        throw .unknown("behaviour", key, at: node.range, known: Behavior.all.map(\.key))
      }
      try settings.set(behaviour, to: node)
    }
  }
}
