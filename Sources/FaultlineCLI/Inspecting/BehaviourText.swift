// A difference between Core Data and its guides, in words: a line in a list, or all about it.

import FaultlineScenarios

/// The words about one switch.
enum BehaviourText {
  /// Its line in a list.
  static func line(_ behaviour: Behaviour) -> String {
    "\(behaviour.guides) | \(behaviour.coreData): \(behaviour.meaning) "
      + "(\(behaviour.id), \(behaviour.confidence.rawValue)\(behaviour.isOfCoreData ? "" : ", off unless it is named"))"
  }

  /// Where it comes from, and how it is set.
  static func page(_ behaviour: Behaviour, _ page: HelpText) -> String {
    let set =
      behaviour.isOfCoreData
      ? "'behaves: core-data' sets it to \(behaviour.coreData), together with the others."
      : "It is off unless it is named: one report is not enough for 'behaves: core-data' to set it."
    return page.paragraph(
      "\(behaviour.key), a difference between Core Data and its guides (\(behaviour.id)): \(behaviour.meaning) The guides: "
        + "\(behaviour.guides). The framework of today: \(behaviour.coreData).")
      + "\n\n"
      + page.paragraph(
        "How sure that is: \(behaviour.confidence.rawValue). Sources: \(behaviour.sources)")
      + "\n\n"
      + page.paragraph(
        "\(set) Alone: 'behaves: {\(behaviour.key): \(behaviour.coreData)}' in a scenario, or --behaves "
          + "'\(behaviour.key)=\(behaviour.coreData)'.")
  }
}
