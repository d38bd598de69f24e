// A difference between Core Data and its guides, in words: a line in a list, or all about it.

import FaultlineScenarios

/// The words about one switch.
enum BehaviorText {
  /// Its line in a list.
  static func line(_ behaviour: Behavior) -> String {
    guard !behaviour.isUndocumented else {
      return "\(behaviour.guides) | \(behaviour.coreData): \(behaviour.meaning) "
        + "(\(behaviour.id), a band: \(behaviour.confidence.rawValue), so a run with core-data plays both)"
    }
    return line(ofDifference: behaviour)
  }

  private static func line(ofDifference behaviour: Behavior) -> String {
    "\(behaviour.guides) | \(behaviour.coreData): \(behaviour.meaning) "
      + "(\(behaviour.id), \(behaviour.confidence.rawValue)\(behaviour.isOfCoreData ? "" : ", off unless it is named"))"
  }

  /// Where it comes from, and how it is set.
  static func paragraphs(_ behaviour: Behavior) -> [String] {
    behaviour.isUndocumented ? ofUndocumented(behaviour) : ofDifference(behaviour)
  }

  private static func ofUndocumented(_ band: Behavior) -> [String] {
    [
      "\(band.key), a band (\(band.id)): \(band.meaning) One end, and shown by default: \(band.guides). The other end: "
        + "\(band.coreData).",
      "How sure that is: \(band.confidence.rawValue). Sources: \(band.sources)",
      "A run with 'behaves: core-data' plays each end and shows how far its numbers go. To choose an end: "
        + "'behaves: {\(band.key): \(band.coreData)}' in a scenario, or --behaves '\(band.key)=\(band.coreData)'. A "
        + "measurement on a Mac closes it: 'faultline settle' reads what it prints.",
    ]
  }

  private static func ofDifference(_ behaviour: Behavior) -> [String] {
    let set =
      behaviour.confidence == .formerly
      ? "It is off unless it is named: 'behaves: core-data' is the framework of today."
      : behaviour.isOfCoreData
        ? "'behaves: core-data' sets it to \(behaviour.coreData), together with the others."
        : behaviour.isAskedFor
          ? "It is off on both sides until it is named, and variants with and without it can be chosen between."
          : "It is off unless it is named: one report is not enough for 'behaves: core-data' to set it."
    let title =
      behaviour.isAskedFor
      ? "something that an app asks Core Data for" : "a difference between Core Data and its guides"
    let words =
      behaviour.isAskedFor
      ? "Unless it is asked for: \(behaviour.guides). Where it is: \(behaviour.coreData)."
      : Self.sides(of: behaviour)
    return [
      "\(behaviour.key), \(title) (\(behaviour.id)): \(behaviour.meaning) \(words)",
      "How sure that is: \(behaviour.confidence.rawValue). Sources: \(behaviour.sources)",
      "\(set) Alone: 'behaves: {\(behaviour.key): \(behaviour.coreData)}' in a scenario, or --behaves "
        + "'\(behaviour.key)=\(behaviour.coreData)'.",
    ]
  }

  private static func sides(of behaviour: Behavior) -> String {
    let guides =
      behaviour.guidesAreSilent
      ? "The guides are silent, and this engine has for them: " : "The guides: "
    let framework =
      behaviour.confidence == .formerly
      ? "The framework before the fix: " : "The framework of today: "
    return "\(guides)\(behaviour.guides). \(framework)\(behaviour.coreData)."
  }
}
