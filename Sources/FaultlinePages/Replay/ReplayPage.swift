// A film as one file for a browser: no network, readable without scripts, printable.

import FaultlineKnowledge
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

// What the pages of replays have besides what every page has.
extension HTMLPage.Part {
  /// How a replay looks beside what every page looks like: panes, nodes and lines.
  package static let replayStyle = HTMLPage.Part(PackageResources.replay_css)
  /// What steps through a replay: buttons, a slider, keys, the address, and questions that want an answer.
  ///
  /// Without it the steps are a list to read.
  package static let replay = HTMLPage.Part(
    PackageResources.kept_js + PackageResources.replay_js)
  /// What shows in the index of a course what was answered on its pages.
  package static let course = HTMLPage.Part(
    PackageResources.kept_js + PackageResources.course_js)
  /// What keeps and judges the answers of an inventory.
  package static let inventory = HTMLPage.Part(
    PackageResources.kept_js + PackageResources.inventory_js)
}

// A film whose texts can be shown: whatever a scenario says, no text moves a cursor or turns the reading order.
extension Replay {
  /// The film with every text of the scenario on one line and without invisible signs.
  var harmless: Replay {
    func text(_ text: String) -> String { HarmlessText.line(text) }
    var film = self
    film.scenario = text(scenario)
    film.title = text(title)
    film.rules = rules.map(text)
    film.tags = tags.map { $0.map(text) }
    film.variant = text(variant)
    film.settings = settings.map { setting in
      guard case .word(let word) = setting.value else { return setting }
      return Setting(name: text(setting.name), value: text(word))
    }
    film.notes = notes.map(text)
    for place in script.indices { film.script[place].text = text(script[place].text) }
    for place in nodes.indices {
      film.nodes[place].title = text(nodes[place].title)
      film.nodes[place].entity = nodes[place].entity.map(text)
      film.nodes[place].detail = nodes[place].detail.map(text)
    }
    for place in edges.indices { film.edges[place].name = text(edges[place].name) }
    for place in frames.indices {
      let frame = frames[place]
      film.frames[place].step = text(frame.step)
      film.frames[place].notes = frame.notes.map(text)
      film.frames[place].questions = frame.questions.map {
        Question(text($0.text), answer: text($0.answer), offer: $0.offer?.harmless)
      }
      film.frames[place].sentence = text(frame.sentence)
      film.frames[place].standing = text(frame.standing)
      film.frames[place].cited = frame.cited.map(text)
      film.frames[place].rounds = frame.rounds.map {
        Round(loop: $0.loop.map(text), number: $0.number, of: $0.of)
      }
    }
    return film
  }
}

extension Replay.Offer {
  fileprivate var harmless: Replay.Offer {
    var offer = self
    offer.measured = HarmlessText.line(measured)
    offer.here = here.map { HarmlessText.line($0) }
    offer.choices = choices.map { choice in
      Replay.Choice(
        HarmlessText.line(choice.says), isRight: choice.isRight,
        mistake: choice.mistake.map { HarmlessText.line($0) })
    }
    return offer
  }
}
