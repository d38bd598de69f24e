// Histories from the outside: results go in by revision, and steps come out.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

struct `faultline history` {
  @Test func `records results and tells at which revision a number stepped`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    for (revision, rows) in [("one", "3"), ("two", "3"), ("three", "4")] {
      let run = try program.run(
        "run", "small.yaml", "--no-progress", "--repeats", "1", "--set", "rows=\(rows)")
      #expect(run.status == 0)
      let answer = try program.run("history", "add", "Reports/out", "--revision", revision)
      #expect(answer.status == 0)
      #expect(answer.errors == "recorded: 1 scenario of \(revision)\n")
    }
    let list = try program.run("history", "list").output.split(separator: "\n")
    #expect(list.map { $0.prefix { $0 != " " } } == ["one", "two", "three"])
    let trend = try program.run("history", "trend", "--metric", "objects.registered")
    #expect(trend.status == 0)
    #expect(trend.output.hasPrefix("HISTORY  3 runs · "))
    #expect(trend.output.contains("small/plain"))
    #expect(trend.output.contains("▲ other work"))
    let page = try program.run("history", "trend", "--format", "html", "--only", "sm*")
    #expect(page.output.hasPrefix("<!doctype html>"))
    let none = try program.run("history", "trend", "--metric", "objects.inserted")
    #expect(none.status == 0)
  }

  @Test func `says what it replaces, and that a working copy was changed`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let script = #"""
      cd "$1" && git init -q . && git add small.yaml && git -c user.name=a -c user.email=a@b commit -qm one       && "$2" run small.yaml -q >log && "$2" history add Reports/out 2>>errors       && "$2" history add Reports/out 2>>errors && echo '# more' >>small.yaml       && "$2" history add Reports/out 2>>errors && git rev-parse HEAD >head
      """#
    var child = program.shell(script, [])
    child.environment = ["HOME=\(program.folder.path)", "GIT_CONFIG_NOSYSTEM=1"]
    #expect(child.run().ending == .exited(0))
    let head = try program.text(of: "head").dropLast()
    expectText(
      try program.text(of: "errors"),
      is: """
        recorded: 1 scenario of \(head)
        recorded: 1 scenario of \(head), in place of what was recorded of 1 before
        recorded: 1 scenario of \(head)-dirty

        """)
    let odd = "a\u{1B}[31m"
    let added = try program.run("history", "add", "Reports/out", "--revision", odd)
    let list = try program.run("history", "list")
    for text in [added.errors, list.output] {
      #expect(text.contains("a [31m"))
      #expect(!text.contains("\u{1B}"))
    }
  }

  @Test func `cuts a long list where it is oldest, and says how to see the rest`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    _ = try program.run("run", "small.yaml", "-q", "--variant", "plain", "--repeats", "1")
    let script = #"""
      cd "$1" && for number in $(seq 43); do
        "$2" history add Reports/out --revision "r$number" -q || exit
      done
      """#
    #expect(program.shell(script, []).run().ending == .exited(0))
    let short = try program.run("history", "list").output.split(separator: "\n")
    #expect(short.first == "… 3 earlier runs; --all lists them")
    #expect(short.dropFirst().first?.hasPrefix("r4 ") == true)
    #expect(short.last?.hasPrefix("r43 ") == true)
    let whole = try program.run("history", "list", "--all").output.split(separator: "\n")
    #expect(whole.count == 43)
    #expect(whole.first?.hasPrefix("r1 ") == true)
    let add = try program.run("history", "add", "Reports/out", "--all")
    #expect(add.status == 3)
    #expect(add.errors.contains("--all goes with 'history list' and 'history trend'."))
  }

  @Test func `says what is wrong with what it is asked`() throws {
    let program = try WholeProgram(["text.sqlite": String(repeating: "text ", count: 100)])
    func errors(_ words: String...) throws -> String {
      let answer = try program.run(["history"] + words, environment: ["GIT_DIR": "/nowhere"])
      #expect(answer.status == 3)
      return answer.errors
    }
    #expect(try errors("lst").contains("Did you mean 'list'?"))
    #expect(try errors("add").contains("needs a result"))
    #expect(try errors("list", "x").contains("takes no operand"))
    #expect(try errors("list").contains("there is no history yet"))
    #expect(try errors("add", "gone.json").contains("there is no such file or folder"))
    #expect(try errors("list", "--file", "text.sqlite").contains("it is no SQLite file"))
    #expect(try errors("trend", "--format", "csv").contains("not as 'csv'"))
    #expect(try errors("list", "--format", "json").contains("--format goes with 'history trend'"))
    try program.write(smallScenario(), to: "small.yaml")
    _ = try program.run("run", "small.yaml", "-q")
    _ = try program.run("history", "add", "Reports/out", "--revision", "one")
    #expect(
      try errors("trend", "--metric", "bytes.livee").contains(
        "fits --metric 'bytes.livee'. Did you mean 'bytes.live'?"))
    #expect(try errors("trend", "--only", "smal").contains("Did you mean 'small'?"))
  }
}
