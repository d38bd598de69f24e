// Histories from the outside: results go in by revision, and steps come out.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

struct `faultline history` {
  @Test func `records results and shows at which revision a number stepped`() throws {
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

  @Test func `files results under the revision that was measured, changed or not`() throws {
    let repository = try Repository()
    try repository.shell(
      """
      faultline run small.yaml -q >log
      printf '\n# more\n' >>small.yaml
      faultline history add Reports/out 2>>errors
      faultline history add Reports/out 2>>errors
      faultline run small.yaml -q >log
      git checkout -q small.yaml
      faultline history add Reports/out 2>>errors
      faultline history add Reports/out --revision named 2>>errors
      faultline history list >list
      """)
    let head = try repository.head
    expectText(
      try repository.program.text(of: "errors"),
      is: """
        recorded: 1 scenario of \(head)
        recorded: 1 scenario of \(head), in place of what was recorded of 1 before
        recorded: 1 scenario of \(head)+changes
        recorded: 1 scenario of named

        """)
    let list = try repository.program.text(of: "list").split(separator: "\n")
    #expect(
      list.map { $0.prefix { $0 != " " } }
        == ["\(head.prefix(12))", "\(head.prefix(12))+changes", "named"])
  }

  @Test
  func `refuses results of several revisions, and takes those of none for those that are here`()
    throws
  {
    let repository = try Repository([
      "other.yaml": smallScenario(name: "other").replacing(
        "title: A small one", with: "title: Other")
    ])
    try repository.shell(
      """
      faultline run small.yaml -q >log
      printf '\n# more\n' >>small.yaml
      faultline run other.yaml -q >log
      faultline history add Reports/out 2>errors || echo $? >status
      faultline history add Reports/out/other.json 2>one
      git checkout -q small.yaml
      sed -i '/"revision" :/d' Reports/out/*.machine.json
      faultline history add Reports/out 2>none
      """)
    let head = try repository.head
    let short = head.prefix(12)
    #expect(try repository.program.text(of: "status") == "3\n")
    #expect(
      try repository.program.text(of: "errors").contains(
        "These results are of several revisions: 'other' of \(short)+changes, 'small' of \(short). Name "
      ))
    #expect(
      try repository.program.text(of: "one") == "recorded: 1 scenario of \(head)+changes\n")
    #expect(try repository.program.text(of: "none") == "recorded: 2 scenarios of \(head)\n")
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

  @Test func `shows odd names without what a terminal would obey`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    _ = try program.run("run", "small.yaml", "-q")
    let odd = "a\u{1B}[31m"
    let added = try program.run("history", "add", "Reports/out", "--revision", odd)
    let list = try program.run("history", "list")
    for text in [added.errors, list.output] {
      #expect(text.contains("a\u{FFFD}[31m"))
      #expect(!text.contains("\u{1B}"))
    }
  }

  @Test func `exports a row for each reading of each run, to a file or the terminal`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let day = "20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"
    for (revision, rows) in [("first", "3"), ("second", "3"), ("third+changes", "4")] {
      _ = try program.run(
        "run", "small.yaml", "-q", "--no-explain", "--repeats", "1", "--set", "rows=\(rows)")
      _ = try program.run("history", "add", "Reports/out", "--revision", revision)
    }
    func export(_ words: String...) throws -> String {
      let answer = try program.run(["history", "export", "--metric", "objects.live"] + words)
      #expect(answer.status == 0 && answer.errors == "", "\(answer)")
      return answer.output.replacing(try Regex(day), with: "DAY")
        .replacing(/\b[0-9a-f]{8}\b/, with: "WORD")
    }
    let csv = try export()
    #expect(csv.split(separator: "\n").count == 1 + 3 * 3 * 3)
    let saved = csv.split(separator: "\n").filter { $0.contains("/plain,saved,") }
    #expect(
      saved == [
        "1,DAY,first,false,WORD,small,small/plain,saved,objects.live,3,count,less,everywhere,WORD",
        "2,DAY,second,false,WORD,small,small/plain,saved,objects.live,3,count,less,everywhere,WORD",
        "3,DAY,third,true,WORD,small,small/plain,saved,objects.live,4,count,less,everywhere,WORD",
      ])
    #expect(
      csv.hasPrefix(
        "run,recorded,revision,dirty,machine,scenario,trial,checkpoint,metric,value,unit,polarity,comparable,work\n1,"
      ))
    // The runs stand in their order, so a later export begins with an earlier one.
    let runs = csv.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
    #expect(runs == runs.sorted())
    let lines = try export("--format", "jsonl", "--since", "second")
    #expect(lines.split(separator: "\n").count == 2 * 3 * 3)
    #expect(
      lines.hasPrefix(
        #"{"checkpoint":"saved","comparable":"everywhere","dirty":false,"machine":"WORD","metric":"objects.live""#
      ))
    #expect(try export("--since", "2001-01-01") == csv)
    #expect(try export("--since", "2999-01-01").split(separator: "\n").count == 1)
    #expect(try export("--format", "csv=out/live.csv", "--format", "jsonl=live.jsonl") == "")
    #expect(
      try program.text(of: "out/live.csv").split(separator: "\n").count
        == csv.split(separator: "\n").count)
    #expect(try program.text(of: "live.jsonl").split(separator: "\n").count == 3 * 3 * 3)
    let bytes = try program.run("history", "export", "--metric", "bytes.live", "--since", "thir")
    #expect(bytes.output.split(separator: "\n").dropFirst().allSatisfy { $0.contains(",machine,") })
  }

  @Test func `says what is wrong with what it is asked`() throws {
    let program = try WholeProgram(["text.sqlite": String(repeating: "text ", count: 100)])
    func errors(_ words: String...) throws -> String {
      let answer = try program.run(["history"] + words)
      #expect(answer.status == 3)
      return answer.errors
    }
    #expect(try errors("lst").contains("Did you mean 'list'?"))
    try program.write("{\"schemaVersion\": 2, \"scenarios\": []}", to: "nothing.json")
    #expect(try errors("add", "nothing.json").contains("nothing in these results"))
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
    #expect(try errors("export", "--only", "smal").contains("Did you mean 'small'?"))
    #expect(try errors("export", "--since", "onn").contains("Did you mean 'one'?"))
    #expect(try errors("export", "--format", "html").contains("writes csv or jsonl, not 'html'"))
    #expect(try errors("trend", "--since", "one").contains("--since goes with 'history export'"))
  }
}
