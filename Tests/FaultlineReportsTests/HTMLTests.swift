// Pages as text: one file, the same every time, with nothing in it that its policy does not know.

import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Foundation
import Testing

struct `A page` {
  @Test func `is the same for the same result, and small`() {
    let page = HTMLFormat().render(ReportBuilder().report(Loops.result))
    #expect(page == HTMLFormat().render(ReportBuilder().report(Loops.result)))
    #expect(page.utf8.count < 200_000)
  }

  @Test func `asks nobody for anything`() {
    for report in [ReportBuilder().report(Loops.result), ReportBuilder().report(Hostile.result)] {
      let page = HTMLFormat().render(report)
      for word in ["<link", "<img", "@import", "url(", "src=\"http", "href=\"http", "fetch("] {
        #expect(!page.contains(word), "\(word)")
      }
      let addresses = page.components(separatedBy: "href=\"").dropFirst().map { $0.prefix(1) }
      #expect(Set(addresses) == ["#"])
      #expect(!page.contains(" style=\"") && !page.contains(" onclick="))
    }
  }

  /// A browser refuses a style or a script that is not what its policy names.
  @Test(arguments: ["style", "script"])
  func `names in its policy what is in it`(element: String) throws {
    let page = HTMLFormat().render(ReportBuilder().report(FirstLight.result))
    let content = try #require(
      page.components(separatedBy: "<\(element)>").last?.components(separatedBy: "</\(element)>")
        .first)
    #expect(page.contains("\(element)-src 'sha256-\(try Outsider.digest(of: content))'"))
  }

  /// The page without its contents, which name everything once already.
  private func body(of report: Report) -> Substring {
    let page = HTMLFormat().render(report)
    return page[(page.firstRange(of: "<main")?.lowerBound ?? page.startIndex)...]
      .replacing(/(?s)<nav.*?<\/nav>/, with: "")
  }

  @Test func `has the order of a report: the variants, what failed, and all readings last`() throws
  {
    let page = body(of: `Formats that programs read`.troubled)
    let words = [
      "<caption dir=\"auto\">Variants", "What failed", "Crashes", "Findings", "Notes</h3>",
      "Environment and method", "All readings",
    ]
    let places = words.map { page.firstRange(of: $0)?.lowerBound }
    #expect(!places.contains(nil))
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  @Test func `goes from the headline to the picture, and from there to the reasons`() throws {
    let page = body(of: ReportBuilder().report(Loops.result))
    let words = [
      "has the lowest peak", "What holds the bytes", "What grew", "Recommendation",
      "What costs what", "Along the checkpoints", "Why it is there", "Environment and method",
      "All readings",
    ]
    let places = words.map { page.firstRange(of: $0)?.lowerBound }
    #expect(!places.contains(nil))
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  @Test func `has a picture's numbers beside it, and the limit that an expectation sets`() throws {
    let page = HTMLFormat().render(ReportBuilder().report(Loops.result))
    let pictures = page.components(separatedBy: "<figure class=\"chart\">").count - 1
    #expect(pictures == page.components(separatedBy: "<summary>The numbers</summary>").count - 1)
    #expect(pictures == 6)
    #expect(page.contains("<title>bytes.live@end &lt;= 150_000</title>"))
    #expect(page.contains("What holds the bytes"))
    #expect(page.contains("memory and statements"))
  }

  /// What the peak consisted of is held by no owner now, and it never falls.
  @Test func `counts the parts of the peak for no owner, and finds no growth in them`() {
    var result = Loops.result
    result.metrics.append(
      Metric(
        name: "bytes.peak.workload", group: .heap, scale: .bytes, polarity: .neutral,
        exactness: .exact, meaning: "a part of the peak"))
    for trial in result.trials.indices {
      for sample in result.trials[trial].samples.indices {
        let checkpoints = result.trials[trial].samples[sample].checkpoints
        result.trials[trial].samples[sample].checkpoints = checkpoints.enumerated().map {
          var checkpoint = $1
          checkpoint.readings.append(
            Reading(metric: "bytes.peak.workload", quantity: .integer(1_000 * ($0 + 1))))
          return checkpoint
        }
      }
    }
    let page = HTMLFormat().render(ReportBuilder().report(RunResult(scenarios: [result])))
    // The contents name the last part as well.
    let story = page.components(separatedBy: "All readings").dropLast().joined()
    #expect(story.contains("What grew") && story.contains("What holds the bytes"))
    #expect(!story.contains("bytes.peak.workload"))
  }

  @Test func `draws no more points than there are columns of pixels`() {
    var result = FirstLight.scenario(trials: [FirstLight.trials[0]])
    result.trials[0].samples = [
      Sample(
        pass: 1,
        checkpoints: (0..<5_000).map { step in
          Checkpoint(
            name: "step \(step)",
            readings: [Reading(metric: "objects.live", quantity: .integer(step * 7_919 % 1_000))])
        })
    ]
    let page = HTMLFormat().render(ReportBuilder().report(result))
    let line = page.components(separatedBy: "class=\"line\" d=\"").dropFirst().first?
      .prefix { $0 != "\"" }
    #expect((line?.filter { $0 == "V" }.count ?? .max) < 1_200)
    #expect(page.utf8.count < 1_000_000)
  }

  @Test func `of a folder leads to every report, whatever its name`() {
    let page = IndexPage([
      .init(file: "first-light.html", result: FirstLight.result),
      .init(file: "../a \"b\".html", result: Hostile.result),
    ]).text
    #expect(page.contains("<a href=\"./first-light.html\">first-light</a>"))
    #expect(page.contains("<a href=\"./..%2fa%20%22b%22.html\">"))
    #expect(page.contains("14 of 14"))
  }
}
