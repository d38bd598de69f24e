// The way into a folder of replays: lessons in the order in which they build on each other.

import FaultlineKnowledge
package import FaultlineReplay

/// An index of replays, ordered into lessons, and the pages themselves.
package struct CoursePage: Sendable {
  /// A scenario's page.
  package struct Lesson: Sendable {
    /// The file's name, beside the index.
    package let file: String
    /// The page, with ways to its neighbours.
    package let page: String
  }

  /// A part of the course: the rules that it is about, and what it is called.
  private struct Chapter {
    let letters: String
    let title: String
    let lead: String
  }

  /// Scenarios with this tag follow the first lessons, before all others.
  private static let firstTag = "first-steps"

  private static let chapters = [
    Chapter(
      letters: "", title: "First steps",
      lead:
        "Begin here, in this order: each lesson needs only those before it. Everything else says more about one of these."
    ),
    Chapter(
      letters: "L", title: "Life cycles",
      lead: "What an object is, as against the record it was made from, and when it goes."),
    Chapter(
      letters: "R", title: "The context",
      lead: "What a context holds, what it merely finds, and how long."),
    Chapter(
      letters: "C", title: "Cycles",
      lead:
        "Objects that point at each other, what has to let go of them, and what a refresh can spoil."
    ),
    Chapter(letters: "U", title: "Undo", lead: "What it costs to be able to take changes back."),
    Chapter(
      letters: "F", title: "Faults",
      lead: "Objects without values: small, and filled at the first access."),
    Chapter(
      letters: "Q", title: "Uniquing", lead: "One object for each record, and why that must be so."),
    Chapter(
      letters: "P", title: "Parents and threads", lead: "Contexts above and beside each other."),
    Chapter(letters: "N", title: "Notifications", lead: "What observers are notified of."),
    Chapter(letters: "", title: "And more", lead: "What belongs to no single rule."),
  ]

  private let films: [(chapter: Int, variants: [Replay])]

  /// Begins with the first lessons in their order, then those with the tag of first steps.
  ///
  /// All others are ordered by the chapter of the first rule of each, then by that rule, then as they come.
  ///
  /// - Parameter films: The films of each scenario's variants; the first of them stands for the scenario.
  package init(_ films: [[Replay]]) {
    let placed = films.filter { !$0.isEmpty }.map {
      variants -> (chapter: Int, variants: [Replay]) in
      let letter = variants[0].rules.first?.first.map(String.init) ?? " "
      let chapter = Self.chapters.firstIndex { $0.letters == letter } ?? Self.chapters.count - 1
      return (chapter, variants.map(\.harmless))
    }
    let ordered = placed.enumerated().sorted { one, two in
      let rules = (
        one.element.variants[0].rules.first ?? "", two.element.variants[0].rules.first ?? ""
      )
      return (one.element.chapter, rules.0, one.offset) < (two.element.chapter, rules.1, two.offset)
    }.map(\.element)
    func rank(_ variants: [Replay]) -> Int? {
      let isTagged = variants[0].tags?.contains(Self.firstTag) == true
      return FirstLesson.place(of: variants[0].scenario) ?? (isTagged ? FirstLesson.all.count : nil)
    }
    let first = ordered.enumerated().compactMap { offset, entry in
      rank(entry.variants).map { (rank: $0, offset: offset, variants: entry.variants) }
    }.sorted { ($0.rank, $0.offset) < ($1.rank, $1.offset) }
    self.films =
      first.map { (0, $0.variants) } + ordered.filter { rank($0.variants) == nil }
  }

  /// The pages in the order of the lessons, each lesson's variants together.
  package var lessons: [Lesson] {
    films.indices.flatMap { place in
      films[place].variants.indices.map { variant in
        Lesson(
          file: file(place, variant),
          page: ReplayPage(films[place].variants[variant], path: ways(place, variant)).text)
      }
    }
  }

  /// The links of a page: to the index, its neighbours, and the other variants of its scenario.
  private func ways(_ place: Int, _ variant: Int) -> String {
    var links = [way("./index.html", "☰", "All lessons")]
    if place > 0 { links.append(way(address(place - 1, 0), "←", title(place - 1))) }
    if place + 1 < films.count { links.append(way(address(place + 1, 0), "→", title(place + 1))) }
    let lessons = "<nav class=\"path\" aria-label=\"Lessons\">\(links.joined())</nav>"
    let variants = films[place].variants
    guard variants.count > 1 else { return lessons }
    let others = variants.indices.map { other in
      let name = escaped(variants[other].variant)
      guard other != variant else { return "<b aria-current=\"page\">\(name)</b>" }
      return "<a href=\"\(address(place, other))\">\(name)</a>"
    }
    return lessons
      + "<details class=\"variants\"><summary>Variant: <span dir=\"auto\">\(escaped(variants[variant].variant))"
      + "</span></summary><nav class=\"path\" aria-label=\"Variants\">\(others.joined())</nav></details>"
  }

  /// A link of which a narrow page shows only the sign.
  private func way(_ address: String, _ sign: String, _ words: String) -> String {
    "<a href=\"\(address)\" title=\"\(words)\"><span aria-hidden=\"true\">\(sign)</span> "
      + "<span class=\"name\">\(words)</span></a>"
  }

  private func title(_ place: Int) -> String { escaped(films[place].variants[0].title) }

  /// The index.
  package var text: String {
    var lines = [
      "<header><p class=\"brand\">Faultline</p><h1>What holds an object: a course</h1>",
      "<p>Each lesson is a small scenario that was played step by step. Read the question, think of an answer, "
        + "then step: what is shown is what was measured. \(films.count) lessons in the order in which they build on each "
        + "other, \(minutes(films.indices)); nothing here needs a network.</p>",
      "<p id=\"progress\" hidden><output id=\"total\"></output> "
        + "<button type=\"button\" id=\"forget\">Forget my answers</button></p>",
      "<p><a href=\"./\(AnswersPage.file)\">For teachers: every question with its answers</a></p>",
      TermList(Term.all, title: "The words").element,
      "<div id=\"tools\" hidden></div></header>", "<main id=\"report\">",
    ]
    for (number, chapter) in Self.chapters.enumerated() {
      let places = films.indices.filter { films[$0].chapter == number }
      guard !places.isEmpty else { continue }
      lines.append(
        "<section aria-labelledby=\"c\(number)\"><h2 id=\"c\(number)\">\(chapter.title) "
          + "<small>\(counted(places.count)), \(minutes(places))</small></h2><p class=\"lead\">\(chapter.lead)</p><ol class=\"lessons\">"
      )
      lines += places.map(entry)
      lines.append("</ol></section>")
    }
    lines.append("</main>")
    return HTMLPage(
      title: "Faultline: a course", body: lines.joined(separator: "\n"),
      styles: [.replayStyle], scripts: [.course], skip: "Skip to the lessons"
    ).text
  }

  private func entry(_ place: Int) -> String {
    let film = films[place].variants[0]
    let question = film.frames.lazy.flatMap(\.questions).first
    let asks = question.map { "<p dir=\"auto\"><b>Question:</b> \(escaped($0.text))</p>" } ?? ""
    let rules = film.rules.joined(separator: " · ")
    let variants = films[place].variants.count
    let count = variants > 1 ? " · \(variants) variants" : ""
    let minutes = LessonLength(film).minutes
    let teaches = FirstLesson.place(of: film.scenario).map {
      "<p class=\"teaches\">\(escaped(FirstLesson.all[$0].teaches))</p>"
    }
    return "<li data-minutes=\"\(minutes)\">"
      + "<h3 dir=\"auto\">\(place + 1). \(link(place, ""))</h3>\(teaches ?? "")\(asks)"
      + "<p class=\"remark\">\(minutes) min · \(film.frames.count - 1) steps\(count) · rules \(escaped(rules)) "
      + "<b class=\"done\"></b></p>\(films[place].variants.map(mark).joined())</li>"
  }

  /// How long some lessons take together, in words.
  private func minutes(_ places: some Sequence<Int>) -> String {
    let sum = places.reduce(0) { $0 + LessonLength(films[$1].variants[0]).minutes }
    return sum < 90 ? "about \(sum) minutes" : "about \((sum + 30) / 60) hours"
  }

  private func counted(_ lessons: Int) -> String {
    lessons == 1 ? "1 lesson" : "\(lessons) lessons"
  }

  /// What a script finds a lesson's answers by.
  private func mark(_ film: Replay) -> String {
    let questions = film.frames.flatMap(\.questions).count { $0.offer != nil }
    return "<data data-lesson=\"\(escaped(film.lessonName))\" data-questions=\"\(questions)\" "
      + "data-last=\"\(film.frames.count - 1)\"></data>"
  }

  /// The page for teachers: what the lessons ask, and what is right in each variant.
  package var answers: String {
    AnswersPage(
      films.indices.map { place in
        films[place].variants.indices.map { variant in
          (file: file(place, variant), film: films[place].variants[variant])
        }
      }
    ).text
  }

  private func link(_ place: Int, _ sign: String) -> String {
    "<a href=\"\(address(place, 0))\">\(sign)\(title(place))</a>"
  }

  private func address(_ place: Int, _ variant: Int) -> String {
    escaped(RelativeAddress.of(file(place, variant)))
  }

  /// The first variant's page has the scenario's name; the others are numbered.
  private func file(_ place: Int, _ variant: Int) -> String {
    let name = films[place].variants[0].scenario
    return variant == 0 ? "\(name).html" : "\(name).\(variant + 1).html"
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}

/// A lesson that a course begins with, and why it stands at its place.
package struct FirstLesson {
  /// The scenario's name.
  package let scenario: String
  /// What a reader knows after it, as the index says it.
  package let teaches: String

  /// A lesson stands behind those whose words it uses; a course that has only some of them keeps their order.
  package static let all = [
    Self(
      scenario: "run-loop-lifetime",
      teaches:
        "What holds an object: unsaved changes, the turn's pool, a variable. The context does not."),
    Self(
      scenario: "figure-1-department-is-a-fault",
      teaches:
        "What a fault is and what fires it, now that it is clear when an object is there. What a reset does."
    ),
    Self(
      scenario: "parent-child-cycle",
      teaches:
        "The next holder is another object: a relationship that was accessed. Two of them hold each other."
    ),
    Self(
      scenario: "refresh-breaks-the-cycle",
      teaches: "How a retain cycle is broken: one side becomes a fault again."),
    Self(
      scenario: "undo-holds-objects",
      teaches: "The last holder: an undo manager keeps what was changed, saved or not."),
    Self(
      scenario: "n-plus-one",
      teaches: "What firing costs: one request for each fault, unless the fetch has prefetched."),
    Self(
      scenario: "batch-faulting",
      teaches: "A batch size lies between one request for each row and all rows in memory."),
    Self(
      scenario: "nested-save-goes-one-up",
      teaches:
        "A second context above the first: a save hands everything to the parent, and so to its undo manager."
    ),
    Self(
      scenario: "merge-did-save",
      teaches:
        "A second context beside the first: what it has changed, added and deleted comes in by a merge."
    ),
    Self(
      scenario: "batch-delete-leaves-objects",
      teaches:
        "What is done in the store alone: no context learns of it, and a statement of another program follows no delete rule."
    ),
  ]

  /// The place of a scenario among them.
  static func place(of scenario: String) -> Int? {
    all.firstIndex { $0.scenario == scenario }
  }
}

/// The minutes of a lesson.
struct LessonLength {
  let minutes: Int

  /// Words a minute, for a reader who looks from the sentence to the graph and back.
  private static let pace = 120
  /// Seconds to think of an answer before it is shown.
  private static let thought = 20

  init(_ film: Replay) {
    // What only prepares is passed over.
    let shown = film.frames.prefix(1) + film.frames.dropFirst(film.lessonStart ?? 1)
    let questions = film.frames.flatMap(\.questions)
    let texts =
      [film.title] + film.notes + questions.flatMap { [$0.text, $0.answer] }
      + shown.flatMap { [ReplaySentence($0.sentence).lead] + $0.notes }
    let words = texts.reduce(0) { $0 + $1.split(separator: " ").count }
    let seconds = words * 60 / Self.pace + questions.count * Self.thought
    minutes = max(1, (seconds + 30) / 60)
  }
}
