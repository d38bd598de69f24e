// Histories from the outside: results go in by revision, and steps come out.

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
    let none = try program.run("history", "trend", "--only", "other")
    #expect(none.output.contains("Nothing that was asked for has changed."))
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
  }
}
