// A report that can be stepped through: the replay is a part of the page, and the policy knows it.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineReports
import FaultlineTestSupport
import Foundation
import Testing

struct `A report with a replay` {
  /// An employee comes and goes.
  private static let film: Replay = {
    var employee = Replay.State(node: 1)
    employee.inserted = 1
    let context = Replay.State(node: 0)
    var film = Replay(
      scenario: FirstLight.result.name, title: "A day", rules: ["R3"], variant: "default",
      settings: [Setting(name: "undo", value: "none")],
      script: [.init(number: 3, text: "  - insert: {entity: Employee}")],
      nodes: [
        Replay.Node(.context, "context"), Replay.Node(.objects, "Employee 1", entity: "Employee"),
      ],
      edges: [Replay.Edge(from: 0, to: 1, reason: .change)],
      frames: [
        Replay.Frame(line: nil, step: "before the first step", states: [context]),
        Replay.Frame(
          line: 3, step: "insert", states: [context, employee], ties: [.init(edge: 0, count: 1)],
          readings: [Reading(metric: "objects.live", quantity: 1)]),
        Replay.Frame(line: nil, step: "context and stores are let go"),
      ])
    film.narrate()
    return film
  }()

  private static let page = HTMLFormat().render(
    ReportBuilder(films: [FirstLight.result.name: film]).report(FirstLight.result))

  @Test func `leads to its steps, and describes them`() {
    #expect(Self.page.contains("<a href=\"#replay\">Step through it</a>"))
    #expect(Self.page.contains("variant default · undo = none"))
    for frame in Self.film.frames { #expect(Self.page.contains(frame.sentence)) }
    let other = HTMLFormat().render(
      ReportBuilder(films: ["other": Self.film]).report(FirstLight.result))
    #expect(!other.contains("#replay"))
  }

  /// A browser refuses a style or a script that is not what its policy names.
  @Test(arguments: ["style", "script"])
  func `names in its policy all that is in it`(element: String) throws {
    let parts = Self.page.components(separatedBy: "<\(element)>").dropFirst()
    #expect(parts.count == 2)
    for part in parts {
      let content = try #require(part.components(separatedBy: "</\(element)>").first)
      #expect(Self.page.contains("'sha256-\(try Outsider.digest(of: content))'"))
    }
  }

  @Test func `has no complaint in a browser, and fits every window`() throws {
    guard let answer = try Browser.open(Self.page) else { return }
    #expect(answer.complaints == [])
    #expect(answer.document.contains("class=\"replay live\""))
    let problems = try Browser.problems(of: [("report", Self.page)])
    #expect(problems == "none")
  }
}
