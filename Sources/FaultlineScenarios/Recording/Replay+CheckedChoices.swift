// A question of which not exactly one choice is right is a mistake of its scenario, and no page is made of it.

import FaultlineReplay

extension Replay {
  /// Refuses a film that asks a question to which no choice or several are right, or one whose mistake is not named.
  package func checkChoices(of scenario: Scenario) throws(Diagnostic) {
    for question in frames.flatMap(\.questions) {
      guard let offer = question.offer,
        let offered = scenario.questions.first(where: {
          $0.place.line == offer.line && $0.question == question.text
        })
      else { continue }
      let notes = ["measured: \(offer.measured)"]
      let right = offer.choices.indices.filter { offer.choices[$0].isRight }
      guard let first = right.first else {
        throw Diagnostic(
          "no choice is right in the variant '\(variant)'", at: offered.place,
          notes: notes + ["mend a formula, or offer what is right"])
      }
      if right.count > 1 {
        let says = offer.choices[first].says.inQuotes
        throw Diagnostic(
          "\(offer.choices[right[1]].says.inQuotes) is right in the variant '\(variant)', and so is \(says)",
          at: offered.choices[right[1]].place,
          notes: notes + ["exactly one choice may be right; make the formulas exclude each other"])
      }
      for (choice, place) in zip(offer.choices, offered.choices.map(\.place))
      where !choice.isRight && choice.mistake == nil {
        throw Diagnostic(
          "\(choice.says.inQuotes) is wrong in the variant '\(variant)' and does not say what a reader believes "
            + "when choosing it",
          at: place, notes: notes + ["say it with 'mistake'"])
      }
    }
  }
}
