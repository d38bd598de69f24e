// The look at lessons has to see what is wrong: each fault is planted in a good page, and must be found in it.

import FaultlinePages
import FaultlineReplay
import FaultlineTestSupport
import Foundation
import Testing

struct `A look at lessons` {
  /// A fault, and a word of what is to be said about it.
  private struct Planted {
    let name: String
    let word: String
    let page: String
  }

  private static let good = ReplayPage(FilmSample.film).text
  /// Without its policy a page can be given other styles and scripts.
  private static let open = good.replacing(
    /<meta http-equiv="Content-Security-Policy"[^>]*>/, with: "")

  private static func script(_ text: String) -> String {
    open.replacing("</body>", with: "<script>\(text)</script></body>")
  }

  private static let planted = [
    Planted(
      name: "label", word: "overlap",
      page: good.replacing(/(<g class="k east" data-bundle="\d+"><text x=")\d+(" y=")\d+/) {
        "\($0.1)250\($0.2)60"
      }),
    Planted(
      name: "line", word: "a line runs through",
      page: good.replacing(
        /<path class="l" d="[^"]*"/, with: "<path class=\"l\" d=\"M0 0L900 300M0 300L900 0\"")),
    Planted(
      name: "name", word: "leaves its box",
      page: good.replacing(
        ">Department 1</text>", with: ">Department of everything that is sold</text>")),
    Planted(
      name: "late", word: "the graph begins at",
      page: good.replacing(
        "<main", with: String(repeating: "<p>Read this first.</p>", count: 8) + "<main")),
    Planted(
      name: "long", word: "cut: ",
      page: good.replacing(
        "<p class=\"sentence\" dir=\"auto\">",
        with:
          "<p class=\"sentence\" dir=\"auto\">\(String(repeating: "And so it goes on. ", count: 12))"
      )),
    Planted(
      name: "jump", word: "the graph jumps",
      page: script(
        "slider.addEventListener('input', () => { graph.style.marginTop = slider.value + 'px'; });")
    ),
    Planted(
      name: "pale", word: "contrast", page: open.replacing("--dim:#59616b", with: "--dim:#a0a0a0")),
    Planted(
      name: "small", word: "has only",
      page: open.replacing("svg text.t{font-size:13px", with: "svg text.t{font-size:4px")),
    Planted(
      name: "crop", word: "the graph is cut",
      page: script(
        "slider.addEventListener('input', () => document.querySelector('.view svg:not(.off)').setAttribute('width', 3000));"
      )),
    Planted(
      name: "wide", word: "wider than the window",
      page: script("document.querySelector('.side').style.width = '2000px';")),
    Planted(name: "error", word: "", page: script("console.error('planted');")),
  ]

  @Test func `finds nothing in a good page, and every fault that is planted in one`() throws {
    let pages = [("good", Self.good)] + Self.planted.map { ($0.name, $0.page) }
    guard let seen = try Browser.lessons(pages.map { (name: $0.0, text: $0.1) }) else { return }
    #expect(seen.pages == pages.count * Browser.windows.count)
    // Five steps, and the one that asks is seen twice.
    #expect(seen.steps == seen.pages * 6)
    expectText(seen.problems.filter { $0.hasPrefix("good ") }.joined(separator: "\n"), is: "")
    for fault in Self.planted where !fault.word.isEmpty {
      let said = seen.problems.filter { $0.hasPrefix("\(fault.name) ") }
      #expect(said.contains { $0.contains(fault.word) }, "\(fault.name): \(said.prefix(3))")
    }
    #expect(seen.complaints.count == Browser.windows.count)
    #expect(seen.complaints.allSatisfy { $0.contains("planted") }, "\(seen.complaints)")
  }
}
