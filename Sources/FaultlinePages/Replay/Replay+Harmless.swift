// A film whose texts can be shown: whatever a scenario says, no text moves a cursor or turns the reading order.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay

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
