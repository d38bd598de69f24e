// A switch between the Core Data of the guides and that of today: its words, and why it is there.

import Faultline

/// One thing that Core Data does today otherwise than its guides describe it.
package struct Behavior: Sendable {
  /// How sure it is that the framework does so.
  package enum Confidence: String, Sendable {
    case documented = "documented by Apple"
    case severalReports = "several independent reports"
    case measured = "a published measurement"
    case oneReport = "one report"
    case unreported = "no report, and nothing public against it"
    case formerly = "several reports of systems before iOS 10, which fixed it"
    case notSettled = "nothing public settles it"
  }

  /// What the switch changes.
  enum Effect: Sendable {
    /// A switch of the engine.
    case engine(CoreDataBehaviours)
    /// What 'undo' means where nothing is said of it.
    case undoByDefault
    /// How long a store's log may be.
    case log
    /// Whether stores keep a history of their changes.
    case history
    /// In which order stores write new rows.
    case newRows
    /// Whether a turn's pool holds what is handed out, where 'pool' says nothing of it.
    case pool
    /// Whether merged deletions follow their rules, where 'mergedDeletionsFollowRules' says nothing of it.
    case mergedDeletions
  }

  /// The word that sets it.
  package let key: String
  /// What it is called where differences are listed, such as D2.
  package let id: String
  /// Its word for what the guides promise; of a band, the end that is shown unless another is asked for.
  package let guides: String
  /// Its word for what the framework does today; of a band, the other end.
  package let coreData: String
  /// Another word that it can have, with the engine's switch for it.
  var alternative: (word: String, option: CoreDataBehaviours)?
  /// What the framework does, and what the guides say.
  package let meaning: String
  package let confidence: Confidence
  /// Where that is written or was reported.
  package let sources: String
  let effect: Effect
  /// Whether the guides are silent, and the word for them is the engine's own choice.
  package var guidesAreSilent = false

  /// Whether `behaves: core-data` sets it: what rests on one report or was fixed stays off until it is named, and so
  /// does what an app has to ask for.
  package var isOfCoreData: Bool {
    !isAskedFor && [.documented, .severalReports, .measured, .unreported].contains(confidence)
  }
  /// Whether the framework does it only where an app, or what stands between the two, asks for it.
  package var isAskedFor: Bool {
    if case .history = effect { true } else { false }
  }
  /// Whether it is about stores, and not about one context.
  var isAboutStores: Bool {
    switch effect {
    case .log, .history, .newRows: true
    case .engine, .undoByDefault, .pool, .mergedDeletions: false
    }
  }
  /// Whether both ends are possible as far as anything public says.
  package var isUndocumented: Bool { confidence == .notSettled }

  /// The switch of a key.
  package static func named(_ key: String) -> Behavior? { all.first { $0.key == key } }

  /// What may stand behind the key.
  var kind: Kind {
    switch effect {
    case .log: Kind.integer(1...Int.max).orOff
    case .undoByDefault: Kind.choice([guides]).orOff
    case .history: .flag
    case .engine where words.contains("true"): .flag
    case .pool, .mergedDeletions, .newRows: .choice(words)
    // A number in quotes is none to an editor.
    case .engine: Int(guides).map { Kind.integer($0...$0).orOff } ?? .choice(words)
    }
  }

  /// The words that it can have, that of the guides first.
  package var words: [String] { [guides, coreData] + (alternative.map { [$0.word] } ?? []) }

  /// The key in the tables from which scenarios are read and explained.
  var entry: Key {
    guard !isUndocumented else {
      return Key(
        key, kind,
        "\(meaning) Nothing public settles it: '\(guides)' is one end and meant if it is left out, '\(coreData)' the "
          + "other; with 'behaves: core-data' a run plays both.")
    }
    guard !isAskedFor else {
      return Key(
        key, kind,
        "\(meaning) Where an app asks for it, Core Data has '\(coreData)' (\(confidence.rawValue)); '\(guides)' on both "
          + "sides if it is left out.")
    }
    let others =
      guidesAreSilent
      ? "its guides name nothing, and '\(guides)' is this engine's choice for them"
      : "its guides have '\(guides)'"
    let whose = confidence == .formerly ? "Core Data had" : "Core Data has"
    return Key(
      key, kind,
      "\(meaning) \(whose) '\(coreData)' (\(confidence.rawValue)), \(others); as "
        + "'\(BehaviorProfile.key)' says if it is left out.")
  }

  /// Whether a value is that of the framework.
  func isCoreData(_ node: Node) throws(Diagnostic) -> Bool {
    if case .flag = kind { return "\(try node.flag())" == coreData }
    if words.contains(DisabledKeyword.word), node.isOff { return coreData == DisabledKeyword.word }
    return try node.choice(among: words) == coreData
  }
}

/// One of two descriptions of Core Data.
package enum BehaviorProfile: String, Sendable, CaseIterable {
  /// What the guides promise.
  case guides
  /// What the framework was observed to do.
  case coreData = "core-data"

  /// The name of the key that says it.
  package static let key = "behaves"
  static let words = allCases.map(\.rawValue)

  /// What may stand behind the key.
  static let kind = Kind.either([.choice(words), .table(Behavior.entries)])
}
