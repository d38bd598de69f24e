// What a context is set to, and the table of keys that scenarios and variants set it by.

import Faultline
import FaultlineMeasures

/// The settings of the context that a trial plays in.
package struct ContextSettings: Sendable {
  /// Whether the context holds every registered object.
  package var retainsRegisteredObjects = false
  /// Whether a turn's pool holds what was handed out.
  package var pool: Bool {
    get { saidPool ?? behaviours.hasPoolByDefault }
    set { saidPool = newValue }
  }
  private var saidPool: Bool?
  /// What can be undone; where nothing is said of it, as it is by default on the side that is shown.
  package var undo: UndoSetting {
    get { saidUndo ?? (behaviours.hasUndoByDefault ? .unlimited : .none) }
    set { saidUndo = newValue }
  }
  private var saidUndo: UndoSetting?
  /// Whether deletions follow their rules when a turn ends, or only at a save.
  private(set) var propagatesDeletesAtEndOfEvent = true
  /// Where it does as Core Data does today, and not as its guides say.
  package internal(set) var behaviours = BehaviorSettings()
  /// Whether contexts that work at the same time do so on threads of their own.
  package var threads = false
  /// What it does by itself every so many turns.
  package var routine = Routine()
  /// How it deals with its stores.
  package var stores = StoreSettings()
  /// How objects come from fetches that do not say so.
  var fetching = FetchSettings()
  /// Whose it is, and whether it follows others.
  var sharing = SharingSettings()
  /// Which rules are switched off in it, to see what they are worth.
  var rules = RuleSettings()

  package init() {}

  /// The keys under `context`, and in a variant.
  package static let keys =
    [
      Key(
        "retainsRegisteredObjects", .flag,
        "Whether the context holds every registered object; false if it is left out."),
      Key(
        "pool", .flag,
        "Whether what a context hands out lives until the turn ends; true if it is left out."),
      Key(
        "undo", UndoSetting.kind,
        "Whether changes can be undone, and how many turns of them, and \(DisabledKeyword.word) for no undo manager; unlimited if it is left out, and \(DisabledKeyword.word) with 'behaves: core-data'."
      ),
      Key(
        "propagatesDeletesAtEndOfEvent", .flag,
        "Whether a deletion follows its delete rules when the turn ends, or only at the next save; true if it is left out."
      ),
    ] + RuleSettings.keys + SharingSettings.keys + Routine.keys + StoreSettings.keys
    + Behavior.ownKeys + wholeKeys

  /// What holds for all contexts alike: a step that opens one cannot say otherwise.
  private static let wholeKeys =
    [StoreSettings.pragmasKey, threadsKey] + FetchSettings.keys
    + [
      Key(
        BehaviorProfile.key, BehaviorProfile.kind,
        "Whose behaviour is shown, or single switches of it; as the scenario says if it is left out."
      )
    ] + Behavior.storeKeys

  /// The key for real threads, which is about a trial and not about one context.
  private static let threadsKey = Key(
    "threads", .flag,
    "Whether 'concurrently' plays each context on a thread of its own: then only what no order of threads can "
      + "change is exact; false if it is left out.")

  /// The keys of a context that a step opens: stores are open by then, and most is as in the scenario's own.
  static let openingKeys = keys.filter { !wholeKeys.contains($0) }.map { key in
    let isItsOwn = (SharingSettings.keys + Routine.keys).contains(key)
    return isItsOwn ? key : key.leftOut(means: "as in the scenario's own context")
  }

  /// Takes over what a mapping says, at the top of a scenario or in a step.
  mutating func apply(_ fields: Fields, opensStores: Bool = true) throws(Diagnostic) {
    if let node = fields.optional("retainsRegisteredObjects") {
      retainsRegisteredObjects = try node.flag()
    }
    if let node = fields.optional("pool") { pool = try node.flag() }
    if let node = fields.optional("undo") { undo = try UndoSetting(node) }
    if let node = fields.optional("propagatesDeletesAtEndOfEvent") {
      propagatesDeletesAtEndOfEvent = try node.flag()
    }
    try behaviours.apply(fields, opensStores: opensStores)
    try rules.apply(fields)
    try sharing.apply(fields)
    try routine.apply(fields)
    try stores.apply(fields)
    guard opensStores else { return }
    try stores.applyPragmas(fields)
    try fetching.apply(fields)
    if let node = fields.optional("threads") { threads = try node.flag() }
  }

  /// What a context starts from that a step opens: what a variant says holds for every context, but for whose it
  /// is and what it does by itself.
  var inherited: ContextSettings {
    var settings = self
    settings.sharing = SharingSettings()
    settings.routine = Routine()
    return settings
  }

  /// Sets a context to it, which has its coordinator or parent by now.
  func apply(to context: ManagedObjectContext) throws(GraphError) {
    // Also in release builds: a run that uses a context from a wrong thread says nothing about memory.
    context.checksQueue = true
    context.usesAutoreleasePool = pool
    context.retainsRegisteredObjects = retainsRegisteredObjects
    context.propagatesDeletesAtEndOfEvent = propagatesDeletesAtEndOfEvent
    undo.apply(to: context)
    if !behaviours.switches.isEmpty { context.behaviours = behaviours.switches }
    stores.apply(to: context)
    try rules.apply(to: context)
    try sharing.apply(to: context)
    context.mergedDeletionsFollowRules =
      sharing.mergedDeletionsFollowRules ?? behaviours.followsMergedRulesByDefault
  }

  /// Whether both ends of a band are possible here.
  func isOpen(_ band: Behavior) -> Bool {
    guard behaviours.isOpen(band) else { return false }
    return switch band.effect {
    case .pool: saidPool == nil
    case .mergedDeletions: sharing.mergedDeletionsFollowRules == nil
    case .engine, .undoByDefault, .log, .history, .newRows: true
    }
  }

  /// Takes ends of bands where these are open.
  mutating func close(_ ends: [BehaviorChoice]) throws(Diagnostic) {
    for end in ends {
      if let band = end.band, isOpen(band) { try end.apply(to: &behaviours) }
    }
  }

  /// The settings as a report lists them.
  var listed: [Setting] {
    [
      Setting(name: "retainsRegisteredObjects", value: "\(retainsRegisteredObjects)"),
      Setting(name: "pool", value: "\(pool)"),
      Setting(name: "undo", value: "\(undo)"),
    ]
      + (propagatesDeletesAtEndOfEvent
        ? [] : [Setting(name: "propagatesDeletesAtEndOfEvent", value: "false")])
      + rules.listed + sharing.listed + routine.listed + stores.listed + fetching.listed
      + (threads ? [Setting(name: "threads", value: "true")] : []) + behaviours.listed
  }
}

/// Whether there is an undo manager, and how much it remembers.
package enum UndoSetting: Sendable, Hashable, CustomStringConvertible {
  /// Everything since the context was made (U2).
  case unlimited
  /// There is no undo manager (U5).
  case none
  /// The last so many groups (U3).
  case levels(Int)

  private static let limitless = "unlimited"
  private static let keys = [
    Key(
      "levels", .integer(1...Int.max).orOff, required: true,
      "How many groups can be undone; \(DisabledKeyword.word) for any number of them.")
  ]

  static let kind = Kind.either([.choice([limitless]), .off, .table(keys)])

  init(_ node: Node) throws(Diagnostic) {
    if node.isOff {
      self = .none
    } else if node.scalar != nil {
      _ = try node.choice(among: [Self.limitless, DisabledKeyword.word])
      self = .unlimited
    } else {
      let fields = try Fields(node, of: "undo", keys: Self.keys)
      let levels = try fields.required("levels").integerOrOff(in: 1...Int.max)
      self = levels.map { .levels($0) } ?? .unlimited
    }
  }

  /// Sets a context to it.
  func apply(to context: ManagedObjectContext) {
    switch self {
    case .unlimited: break
    case .none: context.undoManager = nil
    case .levels(let count): context.undoManager?.levelsOfUndo = count
    }
  }

  /// The setting as reports show it.
  package var description: String {
    switch self {
    case .unlimited: Self.limitless
    case .none: DisabledKeyword.word
    case .levels(let count): "\(count) levels"
    }
  }
}
