// A film as one file for a browser: no network, readable without scripts, printable.

import FaultlineMeasures
package import FaultlineReplay

/// A page that replays a film.
package struct ReplayPage: Sendable {
  private let film: Replay
  /// Links to the lessons around it, as elements.
  private var path = ""

  /// Makes the page of a film.
  package init(_ film: Replay) { self.film = film.harmless }

  init(_ film: Replay, path: String) {
    self.film = film.harmless
    self.path = path
  }

  /// The page, byte by byte the same for the same film.
  package var text: String {
    let facts = (["variant \(film.variant)"] + film.settings.map(\.description)).map {
      "<li dir=\"auto\">\(escaped($0))</li>"
    }
    let rules = film.rulesToKnow.map { "<li><b>\(escaped($0.id))</b> \(escaped($0.text))</li>" }
    let body = """
      <header class="lesson">
      \(path)
      <h1 dir="auto">\(escaped(film.title.isEmpty ? film.scenario : film.title))</h1>
      </header>
      <main id="report" data-replay="whole">
      \(ReplaySection(film).lines.joined(separator: "\n"))
      <section class="rules"><h2>The rules</h2><ul class="cited">\(rules.joined())</ul>
      \(TermList(film.terms, title: "Words on this page").element)</section>
      <section class="about"><h2>What was played</h2><p>Scenario \(escaped(film.scenario))</p>
      <ul class="facts">\(facts.joined())</ul></section>
      </main>
      <footer><p>Objects are called by their entity and the order in which they came. A node with a number \
      stands for objects that are alike in every step. Counted in a pass of its own, which is not measured. \
      Faultline · replay</p></footer>
      """
    return HTMLPage(
      title: "\(film.scenario): \(film.title)", body: body, styles: [.replayStyle],
      scripts: [.replay],
      skip: "Skip to the steps"
    ).text
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
