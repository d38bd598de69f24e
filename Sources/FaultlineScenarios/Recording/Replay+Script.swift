// The lines of a scenario's file that are steps.

package import FaultlineReplay

extension Replay {
  /// The film with what its scenario says about itself, and with the script.
  package func titled(_ scenario: Scenario, text: String) -> Replay {
    var film = self
    film.scenario = scenario.name
    film.title = scenario.title
    film.tags = scenario.tags
    film.notes = scenario.ownNotes
    film.script = Self.script(text, from: scenario.steps.first?.place.line ?? 1)
    return film
  }

  /// From the first step's line to the next key of the scenario, without what is shown when its step is played:
  /// questions, whose answers would stand there, and notes beside steps.
  ///
  /// Where the file is no list of lines, as JSON may be, that is all the rest of it.
  private static func script(_ text: String, from first: Int) -> [Line] {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    var script: [Line] = []
    /// How far what is left out stands to the right.
    var leftOut: Int?
    /// How far the steps around a line stand to the right, outermost first.
    var steps: [Int] = []
    for (place, line) in lines.enumerated().dropFirst(first - 1) {
      let isKey = line.first.map { !$0.isWhitespace && $0 != "-" && $0 != "#" } ?? false
      if isKey, place >= first { break }
      let indent = line.prefix { $0 == " " }.count
      if let own = leftOut, indent > own || line.allSatisfy(\.isWhitespace) { continue }
      let words = line.dropFirst(indent)
      steps.removeAll { $0 >= indent }
      // Elsewhere 'note' is a property, of an employee for example.
      let isNote = words.hasPrefix("\(Steps.noteKey.name):") && steps.last == indent - 2
      leftOut = isNote || words.hasPrefix("- \(QuestionStep.keyword):") ? indent : nil
      if leftOut != nil { continue }
      if words.hasPrefix("- ") { steps.append(indent) }
      script.append(Line(number: place + 1, text: String(line)))
    }
    while script.last.map({ $0.text.allSatisfy(\.isWhitespace) }) == true { script.removeLast() }
    return script
  }
}

// A question of which not exactly one choice is right is a mistake of its scenario, and no page is made of it.
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
