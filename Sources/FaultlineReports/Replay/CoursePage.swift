// The way into a folder of replays: lessons in the order in which they build on each other.

public import FaultlineMeasures

/// An index of replays, ordered into lessons, and the pages themselves.
public struct CoursePage: Sendable {
  /// A scenario's page.
  public struct Lesson: Sendable {
    /// The file's name, beside the index.
    public let file: String
    /// The page, with ways to its neighbours.
    public let page: String
  }

  /// A part of the course: the rules that it is about, and what it is called.
  private struct Chapter {
    let letters: String
    let title: String
    let lead: String
  }

  private static let chapters = [
    Chapter(
      letters: "L", title: "Life cycles",
      lead: "What an object is, as against the record it was made from, and when it goes."),
    Chapter(
      letters: "R", title: "The context",
      lead: "What a context holds, what it merely finds, and how long."),
    Chapter(
      letters: "C", title: "Cycles",
      lead: "Why two objects that point at each other stay, and what helps."),
    Chapter(letters: "U", title: "Undo", lead: "What it costs to be able to take changes back."),
    Chapter(
      letters: "F", title: "Faults",
      lead: "Objects without values: small, and filled when somebody asks."),
    Chapter(
      letters: "Q", title: "Uniquing", lead: "One object for each record, and why that must be so."),
    Chapter(
      letters: "P", title: "Parents and threads", lead: "Contexts above and beside each other."),
    Chapter(letters: "N", title: "Notifications", lead: "Who is told of what."),
    Chapter(letters: "", title: "And more", lead: "What belongs to no single rule."),
  ]

  private let films: [(chapter: Int, film: Film)]

  /// Orders films: by the chapter of the first rule of each, then by that rule, then as they come.
  public init(_ films: [Film]) {
    let placed = films.map { film -> (chapter: Int, film: Film) in
      let letter = film.rules.first?.first.map(String.init) ?? " "
      let chapter = Self.chapters.firstIndex { $0.letters == letter } ?? Self.chapters.count - 1
      return (chapter, film.harmless)
    }
    self.films = placed.enumerated().sorted { one, two in
      let rules = (one.element.film.rules.first ?? "", two.element.film.rules.first ?? "")
      return (one.element.chapter, rules.0, one.offset) < (two.element.chapter, rules.1, two.offset)
    }.map(\.element)
  }

  /// The pages in the order of the lessons.
  public var lessons: [Lesson] {
    films.indices.map { place in
      var links = ["<a href=\"./index.html\">All lessons</a>"]
      if place > 0 { links.append(link(place - 1, "← ")) }
      if place + 1 < films.count { links.append(link(place + 1, "→ ")) }
      let path = "<nav class=\"path\" aria-label=\"Lessons\">\(links.joined())</nav>"
      return Lesson(
        file: file(place), page: ReplayPage(films[place].film, path: path).text)
    }
  }

  /// The index.
  public var text: String {
    var lines = [
      "<header><p class=\"brand\">Faultline</p><h1>Who holds whom: a course</h1>",
      "<p>Each lesson is a small scenario that was played step by step. Read the question, think of an answer, "
        + "then step: what is shown is what was measured. \(films.count) lessons; nothing here needs a network.</p>",
      "<div id=\"tools\" hidden></div></header>", "<main id=\"report\">",
    ]
    for (number, chapter) in Self.chapters.enumerated() {
      let places = films.indices.filter { films[$0].chapter == number }
      guard !places.isEmpty else { continue }
      lines.append(
        "<section aria-labelledby=\"c\(number)\"><h2 id=\"c\(number)\">\(chapter.title)</h2>"
          + "<p class=\"lead\">\(chapter.lead)</p><ol class=\"lessons\">")
      lines += places.map(entry)
      lines.append("</ol></section>")
    }
    lines.append("</main>")
    return HTMLPage(
      title: "Faultline: a course", body: lines.joined(separator: "\n"),
      styles: [.page, .replayStyle], scripts: [], skip: "Skip to the lessons"
    ).text
  }

  private func entry(_ place: Int) -> String {
    let film = films[place].film
    let question = film.frames.lazy.flatMap(\.questions).first
    let asks = question.map { "<p dir=\"auto\"><b>Question:</b> \(escaped($0.text))</p>" } ?? ""
    let rules = film.rules.joined(separator: " · ")
    return "<li><h3 dir=\"auto\">\(place + 1). \(link(place, ""))</h3>\(asks)"
      + "<p class=\"remark\">rules \(escaped(rules)) · \(film.frames.count - 1) steps</p></li>"
  }

  private func link(_ place: Int, _ sign: String) -> String {
    "<a href=\"\(escaped(IndexPage.link(file(place))))\">\(sign)\(escaped(films[place].film.title))</a>"
  }

  private func file(_ place: Int) -> String { "\(films[place].film.scenario).html" }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
