// An inventory of what a class knows of ownership: one page of questions from public threads, asked before and after a
// course.

import FaultlineKnowledge
import FaultlineMeasures
package import FaultlineReplay

/// Questions with choices, each computed by a scenario, as one page that needs no network.
package struct InventoryPage {
  /// A question of the inventory with the film that answers it.
  private struct Item {
    let asked: Question
    let question: Replay.Question
    let offer: Replay.Offer
    let film: Replay
  }

  private let items: [Item]

  /// Gathers what films ask in the inventory, by the numbers of the questions.
  package init(_ films: [Replay]) {
    items = films.map(\.harmless).flatMap { film in
      film.frames.flatMap(\.questions).compactMap { question -> Item? in
        guard let offer = question.offer, let number = offer.inventory,
          let asked = Question.numbered(number)
        else { return nil }
        return Item(asked: asked, question: question, offer: offer, film: film)
      }
    }.sorted { $0.asked.number < $1.asked.number }
  }

  /// How many questions it asks.
  package var count: Int { items.count }

  /// The page, byte by byte the same for the same films.
  package var text: String {
    let body = """
      <header><p class="brand">Faultline</p><h1>What holds it? An inventory</h1>
      <p>\(items.count) questions from public threads about the memory of Core Data. Answer them before the lessons, \
      and again after them. What is right was measured. Nothing here needs a network.</p>
      <noscript><p>This page needs scripts to keep and judge answers. On paper it can do without.</p></noscript></header>
      <main id="report"><form id="inventory">
      <fieldset class="begin"><legend>Begin</legend>
      <label>Your name, or a sign for it <input type="text" id="name" maxlength="60" autocomplete="off"></label>
      <label><input type="radio" name="time" value="before" checked>before the lessons</label>
      <label><input type="radio" name="time" value="after">after the lessons</label></fieldset>
      <ol class="items-asked">
      \(items.map(element).joined(separator: "\n"))
      </ol>
      <p class="hand"><button type="submit" id="hand">Hand in</button> <output id="count"></output></p>
      <p id="result" role="status"></p></form>
      \(teacher)</main>
      """
    return HTMLPage(
      title: "Faultline: an inventory", body: body, styles: [.replayStyle], scripts: [.inventory],
      skip: "Skip to the questions"
    ).text
  }

  private func element(_ item: Item) -> String {
    let name = "q\(item.asked.number)"
    let choices = item.offer.choices.enumerated().map { number, choice in
      "<label dir=\"auto\"\(mark(choice))><input type=\"radio\" name=\"\(name)\" value=\"\(number + 1)\">"
        + "<span>\(escaped(choice.says))</span></label>"
    }
    return
      "<li data-number=\"\(item.asked.number)\" data-threads=\"\(escaped(item.asked.threads.joined(separator: " · ")))\" "
      + "data-scenario=\"\(escaped(item.film.lessonName))\"><fieldset>"
      + "<legend dir=\"auto\">\(escaped(item.question.text))</legend>"
      + "<p class=\"remark\" dir=\"auto\">\(escaped(here(item)))</p>"
      + "<div class=\"answers\">\(choices.joined())<label><input type=\"radio\" name=\"\(name)\" value=\"0\">"
      + "<span>I do not know</span></label></div></fieldset>"
      + "<div class=\"because\" hidden><p class=\"verdict\"></p>"
      + "<p dir=\"auto\"><b>Because:</b> \(escaped(item.question.answer))</p></div></li>"
  }

  private func mark(_ choice: Replay.Choice) -> String {
    choice.isRight
      ? " data-right" : choice.mistake.map { " data-mistake=\"\(escaped($0))\"" } ?? ""
  }

  /// What is true of the variant that is asked about: its author's sentence, or its name with what it sets.
  private func here(_ item: Item) -> String {
    if let here = item.offer.here { return here }
    let settings = item.film.settings.map(\.description)
    let with = settings.isEmpty ? "" : ", with \(settings.joined(separator: ", "))"
    return "This is the variant '\(item.film.variant)'\(with)."
  }

  /// What has been handed in on this device, and the answers, folded.
  private var teacher: String {
    let rows = items.map { item in
      let right = item.offer.right.map { "\($0 + 1). \(item.offer.choices[$0].says)" } ?? "–"
      return
        "<tr><th scope=\"row\">\(item.asked.number)</th><td dir=\"auto\">\(escaped(item.question.text))</td>"
        + "<td dir=\"auto\">\(escaped(right))</td><td dir=\"auto\">\(escaped(item.offer.measured))</td>"
        + "<td dir=\"auto\">\(escaped(item.asked.threads.joined(separator: " · ")))</td>"
        + "<td>\(escaped(item.asked.command))</td></tr>"
    }
    return """
      <details class="results" id="results" hidden><summary>For the teacher: results</summary>
      <div class="scroll" role="region" tabindex="0" aria-label="Results"><table><caption class="hush">How many were right</caption><thead><tr><th scope="col">name</th>\
      <th scope="col" class="n">before</th><th scope="col" class="n">after</th></tr></thead><tbody></tbody></table></div>
      <p><a id="csv" download="inventory.csv" href="#results">Save as CSV</a> or copy it:</p>
      <textarea id="table" rows="6" readonly aria-label="Results as CSV"></textarea>
      <p><button type="button" id="forget">Forget all results</button></p></details>
      <details class="key"><summary>For the teacher: answers</summary>
      <div class="scroll" role="region" tabindex="0" aria-label="Answers"><table><caption class="hush">What is right, and where it was asked</caption><thead><tr>\
      <th scope="col">no.</th><th scope="col">question</th><th scope="col">right</th><th scope="col">measured</th>\
      <th scope="col">threads</th><th scope="col">shown by</th></tr></thead><tbody>\(rows.joined())</tbody></table></div></details>
      """
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
