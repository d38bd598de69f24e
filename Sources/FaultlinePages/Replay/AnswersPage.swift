// The page for teachers: every question of a course, what it offers, and what is right in which variant.

import FaultlineReplay

/// All questions of lessons with their answers.
package struct AnswersPage {
  /// The lesson's variants, each with the file that replays it.
  typealias Lesson = [(file: String, film: Replay)]

  /// The file's name, beside the index.
  package static let file = "answers.html"

  private let lessons: [Lesson]

  init(_ lessons: [Lesson]) { self.lessons = lessons }

  /// The page.
  var text: String {
    let sections = lessons.indices.map(section).filter { !$0.isEmpty }
    let body = """
      <header><p class="brand">Faultline</p><h1>Every question with its answers</h1>
      <p>For teachers. What is right was measured in each variant. A wrong choice stands for what a reader may have \
      thought. <a href="./index.html">All lessons</a></p></header>
      <main id="report">
      \(sections.joined(separator: "\n"))
      </main>
      """
    return HTMLPage(
      title: "Faultline: questions and answers", body: body, styles: [.replayStyle], scripts: [],
      skip: "Skip to the questions"
    ).text
  }

  /// A question of a lesson, where it is asked: variants ask the same.
  private struct Asked {
    let question: Replay.Question
    var places: [(variant: Int, frame: Int, question: Replay.Question)]
  }

  private func section(_ place: Int) -> String {
    let lesson = lessons[place]
    var asked: [Asked] = []
    for (variant, page) in lesson.enumerated() {
      for frame in page.film.frames.indices {
        for question in page.film.frames[frame].questions {
          let known = asked.firstIndex { $0.question.text == question.text }
          let entry = (variant: variant, frame: frame, question: question)
          if let known {
            asked[known].places.append(entry)
          } else {
            asked.append(Asked(question: question, places: [entry]))
          }
        }
      }
    }
    guard let first = lesson.first, !asked.isEmpty else { return "" }
    return
      "<section class=\"asked\"><h2 dir=\"auto\">\(place + 1). \(escaped(first.film.title))</h2>"
      + asked.map { element($0, lesson) }.joined() + "</section>"
  }

  private func element(_ asked: Asked, _ lesson: Lesson) -> String {
    let mistakes = Dictionary(
      asked.places.flatMap { $0.question.offer?.choices ?? [] }.compactMap { choice in
        choice.mistake.map { (choice.says, $0) }
      }, uniquingKeysWith: { first, _ in first })
    let choices = (asked.question.offer?.choices ?? []).map { choice in
      let mistake = mistakes[choice.says].map { " <small>Mistake: \(escaped($0))</small>" } ?? ""
      return "<li dir=\"auto\">\(escaped(choice.says))\(mistake)</li>"
    }
    let rows = asked.places.map { entry in
      let offer = entry.question.offer
      let right = offer?.right.map { "\($0 + 1). \(offer?.choices[$0].says ?? "")" }
      let measured = offer?.measured ?? lesson[entry.variant].film.frames[entry.frame].sentence
      let address = RelativeAddress.of(lesson[entry.variant].file)
      return
        "<tr><th scope=\"row\" dir=\"auto\">\(escaped(lesson[entry.variant].film.variant))</th>"
        + "<td dir=\"auto\">\(escaped(right ?? "–"))</td><td dir=\"auto\">\(escaped(measured))</td>"
        + "<td><a href=\"\(escaped(address))#step=\(entry.frame)\">step \(entry.frame)</a></td></tr>"
    }
    return "<article><h3 dir=\"auto\">\(escaped(asked.question.text))</h3>"
      + (choices.isEmpty ? "" : "<ol class=\"offered\">\(choices.joined())</ol>")
      + "<p dir=\"auto\"><b>Because:</b> \(escaped(asked.question.answer))</p>"
      + "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"What is right\"><table><caption class=\"hush\">What is right in which variant</caption><thead><tr>"
      + "<th scope=\"col\">variant</th><th scope=\"col\">right</th><th scope=\"col\">measured</th>"
      + "<th scope=\"col\">lesson</th></tr></thead><tbody>\(rows.joined())</tbody></table></div></article>"
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
