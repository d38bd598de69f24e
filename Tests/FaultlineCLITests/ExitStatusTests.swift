// Every exit status of a run, with the whole text that comes with it.

import FaultlineTestSupport
import Foundation
import Glibc
import Testing

@Suite struct ExitStatusTests {
  /// What a peak comes to is the engine's business, and differs from build to build.
  private func withoutBytes(_ text: String) -> String {
    text.replacing(/[0-9.,]+ [KM]?i?B, [0-9.]+ % below/, with: "… below")
  }

  @Test(arguments: [[], ["--inline"]])
  func `0 where everything held`(options: [String]) throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let answer = try program.run(["run", "small.yaml", "--no-explain", "--out", "out"] + options)
    #expect(answer.status == 0)
    expectText(
      answer.errors,
      is: """
        [1/3] small · plain
        [2/3] small · odd
        [3/3] small · last

        """)
    expectText(
      withoutBytes(answer.output),
      is: """
        PASS  3 of 3 expectations · 3 variants · behaves guides
          counters exact (2 of 2 repeats identical)

        small: A small one
        small.yaml

        plain has the lowest peak: … below odd. last is equal within 1 %.

        Variants
        variant  live
        ─────────────
        plain ●     3
        odd         5
        last        3
        ● reference

        More: faultline report out/small.json --all

        """)
    #expect(program.files(in: "out") == ["small.json", "small.machine.json"])
  }

  @Test func `2 where an expectation is false`() throws {
    let program = try WholeProgram([
      "small.yaml": smallScenario(expect: "objects.live@saved == 3")
    ])
    let answer = try program.run(
      "run", "small.yaml", "--no-explain", "--no-progress", "--out", "out")
    #expect(answer.status == 2)
    expectText(answer.errors, is: "")
    expectText(
      withoutBytes(answer.output),
      is: """
        FAIL  1 of 3 expectations · 3 variants · behaves guides
          counters exact (2 of 2 repeats identical)

        small: A small one
        small.yaml

        objects.live@saved == 3 fails. plain has the lowest peak: … below
        odd. last is equal within 1 %.

        Variants
        variant  live
        ─────────────
        plain ●     3
        odd         5
        last        3
        ● reference

        What failed
          failed: objects.live@saved == 3 (odd)
            small.yaml:23:11
            objects.live@saved was 5

        More: faultline report out/small.json --all

        """)
    #expect(program.files(in: "out") == ["small.json", "small.machine.json"])
  }

  @Test func `3 where files are wrong, each of which is reported, and nothing runs`() throws {
    let program = try WholeProgram([
      "a.yaml": smallScenario(name: "a"),
      "b/one.yaml": smallScenario(name: "b").replacing("entity: Employee", with: "entity: Emploee"),
      "b/two.yaml": smallScenario(name: "c", step: "sav: {}"),
    ])
    let answer = try program.run("run", "a.yaml", "b", "--out", "out")
    #expect(answer.status == 3)
    #expect(answer.output == "")
    expectText(
      answer.errors.replacing(/known steps: .*(\n  .*)*/, with: "known steps: …"),
      is: """
        b/one.yaml:13:22: error: no entity 'Emploee'. Did you mean 'Employee'?
         13 |   - insert: {entity: Emploee, count: rows, into: staff, set: {name: 'Employee {index}'}}
            |                      ^~~~~~~
            = known entities: Employee
        b/two.yaml:18:9: error: no step 'sav'. Did you mean 'save'?
         18 |       - sav: {}
            |         ^~~
            = known steps: …

        """)
    #expect(program.files(in: "out") == [])
  }

  @Test func `3 where there is nothing to run`() throws {
    let program = try WholeProgram([
      "empty/readme.txt": "", "small.yaml": smallScenario(), "none.yaml": "",
      "copy.yaml": smallScenario(),
    ])
    func answer(_ words: String...) throws -> String {
      let answer = try program.run(["run"] + words)
      #expect(answer.status == 3)
      #expect(answer.output == "")
      return answer.errors
    }
    expectText(
      try answer(),
      is: """
        Scenarios: error: there is no such file or folder
            = name a scenario, or a folder: faultline run FILE
            = or run one that comes with the program: faultline run --shipped first-light

        """)
    expectText(
      try answer("smal.yaml"),
      is: """
        smal.yaml: error: there is no such file or folder. Did you mean 'small.yaml'?

        """)
    expectText(
      try answer("empty"),
      is: """
        empty: error: there are no scenarios in this folder
            = a scenario is a file that ends in .yaml, .yml

        """)
    expectText(
      try answer("none.yaml"),
      is: """
        none.yaml:1:1: error: there is nothing in this file
         1 |
           | ^

        """)
    expectText(
      try answer("small.yaml", "copy.yaml"),
      is: """
        copy.yaml: error: two scenarios are named 'small': this one and small.yaml
            = results are filed by name; give one of them another

        """)
    expectText(
      try answer("small.yaml", "--variant", "od"),
      is: """
        small.yaml: error: the scenario 'small' has no variant 'od'. Did you mean 'odd'?
            = known variants: plain, odd, last

        """)
    expectText(
      try answer("small.yaml", "--set", "rows=many"),
      is: """
        --set rows:1:1: error: expected a whole number, or none, found 'many'
         1 | many
           | ^~~~

        """)
    expectText(
      try answer("small.yaml", "--out", "small.yaml/out"),
      is: """
        small.yaml/out: error: the results cannot be written here: Not a directory
            = choose another folder with --out

        """)
    expectText(
      try answer("/dev/zero"),
      is: """
        /dev/zero: error: a scenario has at most 4194304 bytes, and this file has more

        """)
  }

  @Test func `a file that is no text is reported where it stops to be one`() throws {
    let program = try WholeProgram()
    try Data([0x61, 0x3A, 0x20, 0xFF, 0xFE]).write(to: program.folder.appending(path: "bad.yaml"))
    let answer = try program.run("run", "bad.yaml")
    #expect(answer.status == 3)
    expectText(
      answer.errors,
      is: """
        bad.yaml:1:4: error: this is not UTF-8
         1 | a: ��
           |    ^
           = save the file in the encoding UTF-8

        """)
  }

  @Test(.enabled(if: geteuid() != 0, "Nothing is forbidden to root."))
  func `3 where a file or a folder may not be read`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario(), "shut/a.yaml": ""])
    chmod(program.folder.appending(path: "small.yaml").path, 0)
    let answer = try program.run("run", "small.yaml")
    #expect(answer.status == 3)
    #expect(answer.errors.hasPrefix("small.yaml: error: the file cannot be read ("))
  }
}
