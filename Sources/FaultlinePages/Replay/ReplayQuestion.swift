// A question of a step as an element: what to choose from, and the answer, folded.

import FaultlineReplay

/// A question that is asked before a frame is shown.
struct ReplayQuestion {
  private let question: Replay.Question
  private let film: Replay
  private let place: Int

  init(_ question: Replay.Question, in film: Replay, at place: Int) {
    self.question = question
    self.film = film
    self.place = place
  }

  /// The question, its choices and its answer; a page's script makes buttons of the choices.
  var element: String {
    let text = "<p class=\"question\" dir=\"auto\">\(escaped(question.text))</p>"
    let sentence = film.frames[place].sentence
    let because = "<p dir=\"auto\"><b>Because:</b> \(escaped(question.answer))</p>"
    guard let offer = question.offer else {
      return text + answer("<p dir=\"auto\"><b>Measured:</b> \(escaped(sentence))</p>" + because)
    }
    let items = offer.choices.map { choice in
      let mark =
        choice.isRight
        ? " data-right" : choice.mistake.map { " data-mistake=\"\(escaped($0))\"" } ?? ""
      return "<li dir=\"auto\"\(mark)>\(escaped(choice.says))</li>"
    }
    let right = offer.right.map { offer.choices[$0].says } ?? ""
    let measured = [sentence, offer.measured.isEmpty ? "" : "Read: \(offer.measured)."]
      .filter { !$0.isEmpty }.joined(separator: " ")
    return text
      + "<ol class=\"choices\" data-reason=\"\(offer.reason)\" data-where=\"\(escaped(film.stepName(offer.reason)))\">"
      + "\(items.joined())</ol>"
      + answer(
        "<p dir=\"auto\"><b>Right:</b> \(escaped(right))</p>"
          + "<p dir=\"auto\"><b>Measured:</b> \(escaped(measured))</p>" + because + mistakes(offer))
  }

  private func answer(_ content: String) -> String {
    "<details class=\"answer\"><summary>The answer</summary>\(content)</details>"
  }

  /// What the other choices stand for, for readers on paper.
  private func mistakes(_ offer: Replay.Offer) -> String {
    let items = offer.choices.compactMap { choice in
      choice.mistake.map {
        "<li dir=\"auto\"><b>\(escaped(choice.says))</b>: \(escaped($0))</li>"
      }
    }
    return items.isEmpty
      ? ""
      : "<p class=\"others\">The others stand for:</p><ul class=\"mistakes\">\(items.joined())</ul>"
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}

extension Replay {
  /// The name under which a device keeps what was answered.
  var lessonName: String { "\(scenario)/\(variant)" }

  /// What a step is called where a reader is sent to it: `step 4 (relate, line 33)`.
  package func stepName(_ place: Int) -> String {
    let frame = frames[place]
    let facts = [frame.step] + [frame.line.map { "line \($0)" }].compactMap(\.self)
    return "step \(place) (\(facts.joined(separator: ", ")))"
  }
}
