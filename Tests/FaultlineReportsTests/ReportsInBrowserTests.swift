// Reports of very different runs in a real browser, and reports with planted faults, each of which must be seen.

import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Foundation
import Testing

struct `A look at reports` {
  /// A run of one scenario whose memory was followed from the first step to the last.
  private static func followed(_ result: ScenarioResult) -> String {
    HTMLFormat().render(ReportBuilder().report(Followed.along(result)))
  }

  private static var alone: ScenarioResult {
    var result = Loops.result
    result.trials = Array(result.trials.prefix(1))
    return result
  }

  private static var broken: ScenarioResult {
    var result = Loops.result
    result.judgements[0].outcome = .broken
    result.judgements[0].detail = "bytes.live@end was 169,200 B"
    return result
  }

  /// Variants whose names have no room in a picture.
  private static var named: ScenarioResult {
    var result = Loops.result
    for place in result.trials.indices {
      result.trials[place].key.variant =
        "each employee in a block of its own, \(place)"
    }
    return result
  }

  private static let pages: [(name: String, text: String)] = [
    ("named", followed(named)),
    ("four", followed(FirstLight.result)), ("six", followed(Loops.result)),
    ("alone", followed(alone)), ("broken", followed(broken)),
    ("checkpoints", HTMLFormat().render(ReportBuilder().report(Loops.result))),
  ]

  @Test func `show verdict, advice and memory first, and say every value to keys and pointer`()
    throws
  {
    guard let seen = try Browser.reports(Self.pages) else { return }
    #expect(seen.pages == Self.pages.count * Browser.reportWindows.count)
    #expect(seen.pictures > seen.pages)
    #expect(seen.values > seen.pictures * 3)
    expectText(seen.problems.joined(separator: "\n"), is: "")
    expectText(seen.complaints.joined(separator: "\n"), is: "")
  }

  // MARK: - Planted faults

  /// A fault, and a word of what is to be said about it.
  private struct Planted {
    let name: String
    let word: String
    let page: String
  }

  private static let good = pages[1].text
  /// Without its policy a page can be given other styles and scripts.
  private static let open = good.replacing(
    /<meta http-equiv="Content-Security-Policy"[^>]*>/, with: "")

  private static func script(_ text: String) -> String {
    open.replacing("</body>", with: "<script>\(text)</script></body>")
  }

  private static let planted = [
    Planted(
      name: "late", word: "the first picture ends at",
      page: good.replacing(
        "<main", with: String(repeating: "<p>Read this first.</p>", count: 12) + "<main")),
    Planted(
      name: "verdict", word: "the verdict is below the fold",
      page: good.replacing(
        "<header", with: String(repeating: "<p>Read this first.</p>", count: 20) + "<header")),
    Planted(
      name: "none", word: "there is no first picture",
      page: good.replacing("<div class=\"first\">", with: "<div>")),
    Planted(
      name: "labels", word: "labels overlap",
      page: good.replacing(
        /<text class="y" x="56" y="[\d.]+"/, with: "<text class=\"y\" x=\"56\" y=\"90\"")),
    Planted(
      name: "crop", word: "cut in a picture",
      page: good.replacing("<text class=\"y\" x=\"56\"", with: "<text class=\"y\" x=\"10\"")),
    Planted(
      name: "cell", word: "cut: ",
      page: script("document.querySelector('h1').style.cssText = 'overflow:hidden;width:2px';")),
    Planted(
      name: "pale", word: "contrast", page: open.replacing("--dim:#59616b", with: "--dim:#a0a0a0")),
    Planted(
      name: "wide", word: "wider than the window",
      page: script("document.querySelector('.advice').style.width = '2000px';")),
    Planted(
      name: "keys", word: "the keyboard does not reach",
      page: good.replacing(" data-reads=", with: " data-other=")),
    Planted(
      name: "dumb", word: "does not say",
      page: script(
        "for (const item of document.querySelectorAll('svg[role=img]')) item.addEventListener('keydown', event => event.stopImmediatePropagation(), true);"
      )),
    Planted(
      name: "pointer", word: "says nothing where it is pointed at",
      page: open.replacing("'pointermove'", with: "'pointerover'")),
    Planted(name: "error", word: "", page: script("console.error('planted');")),
  ]

  @Test func `find every fault that is planted in a good page`() throws {
    guard let seen = try Browser.reports(Self.planted.map { ($0.name, $0.page) }) else { return }
    #expect(seen.pages == Self.planted.count * Browser.reportWindows.count)
    for fault in Self.planted where !fault.word.isEmpty {
      let said = seen.problems.filter { $0.hasPrefix("\(fault.name) ") }
      #expect(said.contains { $0.contains(fault.word) }, "\(fault.name): \(said.prefix(3))")
    }
    #expect(seen.complaints.count == Browser.reportWindows.count)
    #expect(seen.complaints.allSatisfy { $0.contains("planted") }, "\(seen.complaints)")
  }
}
