// Where a trial shows the framework of today: which switches are set, as the engine takes them.

import Faultline
import FaultlineMeasures

/// The switches of one trial; the later of two words about one counts.
package struct BehaviorSettings: Sendable, Hashable {
  /// Those of the engine, put together when the scenario is read: a context that is opened takes them as they are.
  private(set) var switches: CoreDataBehaviours = []
  /// Whether a context has an undo manager where nothing is said of it.
  private(set) var hasUndoByDefault = true
  /// How long a store's log may be; 0 for any length.
  private var mostLog = 0
  /// Whether stores keep a history of their changes.
  private(set) var hasHistory = false
  /// Whether stores write new rows in scattered order.
  private(set) var scattersNewRows = false
  /// Whether a turn's pool holds what is handed out where nothing is said of it.
  private(set) var hasPoolByDefault = true
  /// Whether merged deletions follow their rules where nothing is said of it.
  private(set) var followsMergedRulesByDefault = true
  /// The bands of which an end was chosen, a bit each.
  private var chosenEnds: UInt8 = 0

  /// How long a store's log may be; nil for any length.
  var longestLog: Int? { mostLog == 0 ? nil : mostLog }

  /// What is cut to nothing by `behaves: core-data`, where nothing else is said.
  private static let usualLog = 8 << 20

  /// What the guides promise.
  package init() {}

  /// What one side does.
  package init(_ side: BehaviorProfile) { set(side) }

  /// Takes over a whole side; what rests on one report is off on both.
  mutating func set(_ side: BehaviorProfile) {
    self = BehaviorSettings()
    guard side == .coreData else { return }
    for behaviour in Behavior.all where behaviour.isOfCoreData { set(behaviour, true) }
  }

  /// Sets one switch as the framework has it, or as the guides say.
  mutating func set(_ behaviour: Behavior, _ isCoreData: Bool) {
    switch behaviour.effect {
    case .engine(let option):
      if let alternative = behaviour.alternative { switches.remove(alternative.option) }
      if isCoreData { switches.insert(option) } else { switches.remove(option) }
    case .undoByDefault: hasUndoByDefault = !isCoreData
    case .log: mostLog = isCoreData ? Self.usualLog : 0
    case .history: hasHistory = isCoreData
    case .newRows: scattersNewRows = isCoreData
    case .pool: hasPoolByDefault = !isCoreData
    case .mergedDeletions: followsMergedRulesByDefault = !isCoreData
    }
    chosenEnds |= behaviour.bandBit
  }

  /// Sets one switch to what stands behind its key.
  mutating func set(_ behaviour: Behavior, to node: Node) throws(Diagnostic) {
    if case .log = behaviour.effect {
      try node.refuseBareUnit()
      mostLog = try node.integerOrOff(in: 1...Int.max, hasUnits: true) ?? 0
    } else {
      set(behaviour, try behaviour.isCoreData(node))
      if let alternative = behaviour.alternative,
        try node.choice(among: behaviour.words) == alternative.word
      {
        switches.insert(alternative.option)
      }
    }
  }

  /// Takes over what stands behind `behaves`: a side, or single switches.
  mutating func set(_ node: Node) throws(Diagnostic) {
    if node.scalar != nil, !node.isBlank { return set(try node.choice(of: BehaviorProfile.self)) }
    let fields = try Fields(node, of: BehaviorProfile.key, keys: Behavior.entries)
    for behaviour in Behavior.all {
      if let node = fields.optional(behaviour.key) { try set(behaviour, to: node) }
    }
  }

  /// Takes over what a mapping says; about stores only where they are opened.
  mutating func apply(_ fields: Fields, opensStores: Bool) throws(Diagnostic) {
    if opensStores, let node = fields.optional(BehaviorProfile.key) { try set(node) }
    // A step does this each time it opens a context, so only what is said is looked up.
    for name in fields.given {
      guard let behaviour = Behavior.named(name), let node = fields.optional(name) else {
        continue
      }
      if case .undoByDefault = behaviour.effect { continue }
      if opensStores || !behaviour.isAboutStores { try set(behaviour, to: node) }
    }
  }
}

// MARK: - In words

extension BehaviorSettings {
  /// Whether a switch stands as the framework has it.
  func isCoreData(_ behaviour: Behavior) -> Bool {
    switch behaviour.effect {
    case .engine(let option): switches.contains(option)
    case .undoByDefault: !hasUndoByDefault
    case .log: mostLog > 0
    case .history: hasHistory
    case .newRows: scattersNewRows
    case .pool: !hasPoolByDefault
    case .mergedDeletions: !followsMergedRulesByDefault
    }
  }

  /// Whether both ends of a band are possible: it shows the framework of today, and no end was chosen.
  func isOpen(_ band: Behavior) -> Bool {
    band.isUndocumented && chosenEnds & band.bandBit == 0 && isOfCoreData
  }

  /// Whether a side holds; switches that rest on one report belong to none.
  func shows(_ side: BehaviorProfile) -> Bool {
    Behavior.all.allSatisfy {
      !$0.isOfCoreData || isCoreData($0) == (side == .coreData)
    }
  }

  /// Whether it shows the framework of today, or is nearer to that than to the guides.
  var isOfCoreData: Bool { nearest.side == .coreData }

  /// What stands behind a switch's key.
  func value(of behaviour: Behavior) -> Setting.Value {
    if case .log = behaviour.effect, mostLog > 0 { return .whole(mostLog) }
    if let alternative = behaviour.alternative, switches.contains(alternative.option) {
      return .word(alternative.word)
    }
    return .word(isCoreData(behaviour) ? behaviour.coreData : behaviour.guides)
  }

  /// The nearer side, and what is otherwise there, but for what an app asks for: `core-data, refetch: refreshes`.
  package var words: String {
    let nearest = nearest
    return ([nearest.side.rawValue] + nearest.others).joined(separator: ", ")
  }

  /// The nearer side, and what is otherwise; of two that are as near, the guides.
  private var nearest: (side: BehaviorProfile, others: [String]) {
    let (guides, coreData) = (differences(from: .guides), differences(from: .coreData))
    return coreData.count < guides.count ? (.coreData, coreData) : (.guides, guides)
  }

  private func differences(from side: BehaviorProfile) -> [String] {
    let usual = BehaviorSettings(side)
    return Behavior.all.filter { !$0.isAskedFor && value(of: $0) != usual.value(of: $0) }
      .map { "\($0.key): \(value(of: $0))" }
  }

  /// What is set, as a report lists it; nothing where the guides hold.
  ///
  /// What an app asks for belongs to no side: variants with and without it can be chosen between.
  var listed: [Setting] {
    let sides =
      differences(from: .guides).isEmpty ? [] : [Setting(name: BehaviorProfile.key, value: words)]
    return sides
      + Behavior.all.filter { $0.isAskedFor && isCoreData($0) }
      .map { Setting(name: $0.key, value: $0.coreData) }
  }
}

extension Behavior {
  /// The bit of a band among those of which an end was chosen.
  fileprivate var bandBit: UInt8 {
    guard isUndocumented, let place = Self.bands.firstIndex(where: { $0.key == key }) else {
      return 0
    }
    return 1 << UInt8(place)
  }
}

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
