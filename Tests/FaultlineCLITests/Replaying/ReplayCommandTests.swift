// The command: pages, a course, a terminal, and words for what cannot be replayed.

import FaultlineTestSupport
import Foundation
import Testing

struct `faultline replay` {
  @Test func `writes a page where an option says so, or beside the results`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let usual = try program.run("replay", "small.yaml")
    #expect(
      usual == .init(status: 0, output: "", errors: "written: Reports/out/small.replay.html\n"))
    let other = try program.run(
      "replay", "small.yaml", "--variant", "odd", "--out", "a/b.html", "-q")
    #expect(other == .init(status: 0, output: "", errors: ""))
    #expect(try program.text(of: "a/b.html").contains("variant odd"))
    #expect(try program.text(of: "Reports/out/small.replay.html").contains("variant plain"))
  }

  @Test
  func `makes a course of a folder: a page a variant, and an index in the order of the lessons`()
    throws
  {
    let program = try WholeProgram([
      "rules/a.yaml": smallScenario(name: "undoing").replacing(
        "title:", with: "rules: [U1]\ntitle:"),
      "rules/b.yaml": smallScenario(name: "living").replacing("title:", with: "rules: [L1]\ntitle:")
        .replacing(
          "\n  - save: {}",
          with: "\n  - question: Who stays?\n    answer: You see.\n  - save: {}"),
    ])
    let answer = try program.run("replay", "rules", "--course", "lessons")
    #expect(answer.status == 0)
    #expect(
      program.files(in: "lessons") == [
        "answers.html", "index.html", "living.2.html", "living.3.html", "living.html",
        "undoing.2.html",
        "undoing.3.html", "undoing.html",
      ])
    let index = try program.text(of: "lessons/index.html")
    let words = [
      "Life cycles", "1. <a href=\"./living.html\">", "Who stays?", ">Undo <",
      "2. <a href=\"./undoing.html\">",
    ]
    let places = words.map { index.firstRange(of: $0)?.lowerBound }
    #expect(places.compactMap(\.self).count == words.count)
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    let page = try program.text(of: "lessons/living.2.html")
    #expect(page.contains("<a href=\"./undoing.html\" title=\"A small one\">"))
    #expect(page.contains("<b aria-current=\"page\">odd</b>"))
    #expect(page.contains("<a href=\"./living.html\">plain</a>"))
  }

  /// A reader who has never met a managed object begins with why a fetched object disappears, what a fault is, why two
  /// objects that point at each other stay, and what a refresh does about it (R1, F1, C1, C2).
  @Test func `begins a course with the first steps, and explains their words`() throws {
    let program = try WholeProgram()
    let rules = URL(filePath: ruleScenario("any")).deletingLastPathComponent().path
    let answer = try program.run("replay", rules, "--course", "lessons", "--no-progress", "-q")
    #expect(answer.status == 0)
    let index = try program.text(of: "lessons/index.html")
    let words = [
      ">The words<", "<dt>fault</dt>", ">First steps <",
      "1. <a href=\"./run-loop-lifetime.html\">",
      "2. <a href=\"./figure-1-department-is-a-fault.html\">",
      "3. <a href=\"./parent-child-cycle.html\">",
      "4. <a href=\"./refresh-breaks-the-cycle.html\">",
      ">Life cycles <", "11. <a href",
    ]
    let places = words.compactMap { index.firstRange(of: $0)?.lowerBound }
    #expect(places.count == words.count)
    #expect(places == places.sorted())
    let first = try program.text(of: "lessons/run-loop-lifetime.html")
    #expect(first.contains("Words on this page"))
    #expect(first.contains("<dt>turn (") && first.contains("<dt>pool (autorelease pool)</dt>"))
    #expect(!first.contains("<dt>retain cycle ("))
    // The page that opens shows what a refresh does, and not what happens without one.
    #expect(
      try program.text(of: "lessons/refresh-breaks-the-cycle.html").contains(
        "The retain cycle is broken"))
  }

  @Test func `lets a report be stepped through that was filmed`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let page = try program.run("run", "small.yaml", "--no-progress", "--replay", "--format", "html")
    #expect(page.status == 0)
    #expect(
      page.output.contains("<div class=\"replay\" id=\"replay\" data-lesson=\"small/plain\">"))
    let report = try program.run("report", "Reports/out", "--format", "html")
    #expect(report.output == page.output)
    // Films are no results.
    #expect(
      program.files(in: "Reports/out") == ["small.film.json", "small.json", "small.machine.json"])
    try program.write("{}", to: "Reports/out/small.film.json")
    let without = try program.run("report", "Reports/out", "--format", "html")
    #expect(without.status == 0)
    #expect(!without.output.contains("id=\"replay\""))
  }

  /// The pages of a report would show the former film beside the later run.
  @Test func `takes the film away when a later run makes none`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let run = ["run", "small.yaml", "--no-progress", "--quiet"]
    #expect(try program.run(run + ["--replay"]).status == 0)
    #expect(program.files(in: "Reports/out").contains("small.film.json"))
    #expect(try program.run(run).status == 0)
    #expect(program.files(in: "Reports/out") == ["small.json", "small.machine.json"])
  }

  @Test func `says what cannot be replayed`() throws {
    let program = try WholeProgram([
      "small.yaml": smallScenario(),
      "bad.yaml": smallScenario(name: "bad", step: "misbehave: crash").replacing(
        "rows: 5", with: "rows: 5"),
    ])
    #expect(try program.run("replay").status == 3)
    #expect(try program.run("replay", "gone.yaml").status == 3)
    let variant = try program.run("replay", "small.yaml", "--variant", "plan")
    #expect(variant.status == 3)
    #expect(variant.errors.contains("Did you mean 'plain'?"))
    let several = try program.run("replay", ".", "--terminal")
    #expect(several.status == 3)
    #expect(several.errors.contains("--terminal is for one scenario"))
    let both = try program.run("replay", "small.yaml", "--terminal", "--out", "one.html")
    #expect(both.status == 3)
    #expect(both.errors.contains("--terminal prints the replay, and --out writes it to a file"))
    let dead = try program.run("replay", "bad.yaml", "--variant", "odd")
    #expect(dead.status == 4)
    #expect(dead.errors.contains("'bad/odd' was killed by signal "))
    #expect(dead.errors.contains("; it was in the step misbehave (bad.yaml:"))
  }

  @Test func `steps by key in a terminal, and gives it back as it was`() throws {
    let program = try WholeProgram([
      "small.yaml": smallScenario().replacing(
        "\n  - save: {}",
        with: "\n  - question: Who stays?\n    answer: You see.\n  - save: {}"
      )
    ])
    let play =
      "stty -g > before; stty cols 80; '\(WholeProgram.executable)' replay small.yaml --terminal; "
      + "echo status $?; stty cols 0; stty -g > after"
    func terminal(_ keys: String) -> String? {
      Outsider.run(
        "bash",
        [
          "-c", "(sleep 2; printf '\(keys)'; sleep 1) | TERM=xterm script -qec \"$0\" /dev/null",
          play,
        ],
        in: program.folder)
    }
    guard Outsider.run("script", ["--version"]) != nil else {
      print("Skipped: there is no 'script' to make a terminal with.")
      return
    }
    // Forwards, to the question, past it, back by an arrow, to the end, and out.
    let said = try #require(terminal("n\\033[Cn\\033[DGq"))
    let screens = said.components(separatedBy: "\u{1B}[H\u{1B}[2J").dropFirst()
    let heads = screens.map { $0.replacing("\u{1B}[1m", with: "").prefix(11) }
    #expect(
      heads == [
        "Step 0 of 4", "Step 1 of 4", "Step 1 of 4", "Step 2 of 4", "Step 1 of 4", "Step 4 of 4",
      ])
    #expect(screens.filter { $0.contains("Think first") }.count == 1)
    #expect(said.contains("status 0"))
    #expect(try program.text(of: "before") == program.text(of: "after"))
    let interrupted = try #require(terminal("n\\003"))
    #expect(interrupted.contains("status 130"))
    #expect(try program.text(of: "before") == program.text(of: "after"))
  }
}
