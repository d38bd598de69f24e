// The frame of a page: what its policy allows, and texts and addresses that stay where they are put.

import FaultlinePages
import FaultlineTestSupport
import Foundation
import Testing

struct `The frame of a page` {
  /// A browser refuses a style or a script that is not what its policy names, to the byte.
  @Test func `names in its policy what is in it, as another program digests it`() throws {
    let script = "document.title = '\u{3B1}';\n"
    let page = HTMLPage(
      title: "a < b", body: "<main id=\"report\"></main>", scripts: [.init(Array(script.utf8))],
      skip: "Skip"
    ).text
    #expect(page.contains("<script>\n\(script)</script>"))
    #expect(page.contains("script-src 'sha256-\(try Outsider.digest(of: "\n" + script))'"))
    let style = try #require(
      page.components(separatedBy: "<style>").last?.components(separatedBy: "</style>").first)
    #expect(style.hasPrefix("\n:root{"))
    #expect(page.contains("style-src 'sha256-\(try Outsider.digest(of: style))'"))
    #expect(page.contains("<title>a &lt; b</title>"))
  }

  @Test func `links to a neighbour, whatever its name is`() {
    #expect(RelativeAddress.of("first-light.html") == "./first-light.html")
    #expect(RelativeAddress.of("a b\"<é>:?.html") == "./a%20b%22%3c%c3%a9%3e%3a%3f.html")
  }

  @Test func `lets no text out of its place`() {
    for text in HostileTexts.attempts {
      let shown = MarkupText.escaped(text)
      #expect(!shown.contains { "<>\"'\n\r\u{1B}".contains($0) }, "\(shown)")
    }
    #expect(MarkupText.escaped("a & b\tc") == "a &amp; b c")
  }
}
