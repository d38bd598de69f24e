// Questions with choices: the right one is measured, and a question that is wrong makes no page.

import FaultlineReplay
import FaultlineTestSupport
import Foundation
import Testing

struct `Choices of a question` {
  /// Two variants in which another answer is right.
  private static func scenario(
    _ choices: String = usual, extra: String = "", step: String = "- checkpoint: saved"
  ) -> String {
    """
    faultline: 1
    name: asked
    title: A question
    model: {Employee: {name: string}}
    parameters:
      rows: {type: int, default: 4, min: 1}
    context: {undo: none}
    variants:
      plain: {}
      with undo: {undo: unlimited}
    reference: plain
    steps:
      - insert: {entity: Employee, count: rows}
      - question: The employees are saved. Which are still there?
    \(choices)
    \(extra)    answer: Those that the undo manager holds (U1).
      - save: {}
      \(step)
    """
  }

  private static let usual = """
        choices:
          - says: All of them
            if: objects.live == rows and held.undo == rows
            mistake: Every context has an undo manager.
          - says: None
            if: objects.live == 0
            mistake: Only a variable holds an object.
    """

  private func offers(_ variant: String) throws -> [Replay.Offer] {
    let program = try WholeProgram(["asked.yaml": Self.scenario()])
    let answer = try program.run(
      "replay", "asked.yaml", "--variant", variant, "--out", "film.json", "-q")
    #expect(answer.errors == "")
    return try Replay.read(from: program.folder.appending(path: "film.json")).frames
      .flatMap(\.questions).compactMap(\.offer)
  }

  @Test func `are judged by what was measured in each variant`() throws {
    #expect(
      try offers("plain") == [
        Replay.Offer(
          [
            Replay.Choice(
              "All of them", isRight: false, mistake: "Every context has an undo manager."),
            Replay.Choice("None", isRight: true),
          ], measured: "objects.live was 0, rows was 4, held.undo was 0", reason: 2, line: 14)
      ])
    let undo = try offers("with undo")
    #expect(undo.map(\.right) == [0])
    // The undo manager took hold of them when they were inserted.
    #expect(undo.map(\.reason) == [1])
    #expect(undo.map(\.measured) == ["objects.live was 4, rows was 4, held.undo was 4"])
  }

  /// Where not exactly one is right, every command that films says what was measured, and writes no page.
  @Test func `are refused where none or several are right, or a mistake has no name`() throws {
    func wrong(_ choices: String) throws -> String {
      let program = try WholeProgram(["asked.yaml": Self.scenario(choices)])
      let replay = try program.run("replay", "asked.yaml")
      #expect(replay.status == 3)
      #expect(program.files(in: "Reports/out") == [])
      let run = try program.run("run", "asked.yaml", "--replay", "--no-progress", "--quiet")
      #expect(run.status == 3 && run.errors == replay.errors)
      let course = try program.run("replay", "asked.yaml", "--course", "lessons")
      #expect(course.status == 3)
      return replay.errors
    }
    expectText(
      try wrong(Self.usual.replacing("objects.live == 0", with: "objects.live == 1")),
      is: """
        asked.yaml:14:15: error: no choice is right in the variant 'plain'
         14 |   - question: The employees are saved. Which are still there?
            |               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            = measured: objects.live was 0, rows was 4, held.undo was 0
            = mend a formula, or offer what is right

        """)
    expectText(
      try wrong(
        Self.usual.replacing("objects.live == rows and held.undo == rows", with: "rows == 4")),
      is: """
        asked.yaml:19:15: error: 'None' is right in the variant 'plain', and so is 'All of them'
         19 |       - says: None
            |               ^~~~
            = measured: rows was 4, objects.live was 0
            = exactly one choice may be right; make the formulas exclude each other

        """)
    expectText(
      try wrong(
        Self.usual.replacing("        mistake: Every context has an undo manager.\n", with: "")),
      is: """
        asked.yaml:16:15: error: 'All of them' is wrong in the variant 'plain' and does not say what a reader believes
         when choosing it
         16 |       - says: All of them
            |               ^~~~~~~~~~~
            = measured: objects.live was 0, rows was 4, held.undo was 0
            = say it with 'mistake'

        """.replacing("believes\n when", with: "believes when"))
  }

  /// What a run has read decides as well, without a film.
  @Test func `break a run that has read what they ask for`() throws {
    func run(_ formula: String) throws -> WholeProgram.Answer {
      let program = try WholeProgram([
        "asked.yaml": Self.scenario(
          Self.usual.replacing("objects.live == 0", with: formula)
            .replacing(
              "objects.live == rows and held.undo == rows", with: "held.undo@saved == rows"))
      ])
      return try program.run("run", "asked.yaml", "--no-progress")
    }
    #expect(try run("objects.live@saved == 0").status == 0)
    let wrong = try run("objects.live@saved == 1")
    #expect(wrong.status == 2)
    #expect(wrong.output.contains("asked.yaml:14"))
    #expect(
      wrong.output.contains(
        "none is right, held.undo@saved was 0, rows was 4, objects.live@saved was 0"))
  }

  /// What is read before and after a step is known to a film alone, which every run makes for that.
  @Test func `break a run also where only a film has read what they ask for`() throws {
    func run(_ choices: String, _ words: String...) throws -> WholeProgram.Answer {
      let program = try WholeProgram(["asked.yaml": Self.scenario(choices)])
      return try program.run(["run", "asked.yaml", "--no-progress"] + words)
    }
    let held = try run(Self.usual)
    #expect(held.status == 0 && held.errors == "")
    let wrong = try run(Self.usual.replacing("objects.live == 0", with: "objects.live == 1"))
    #expect(wrong.status == 2)
    #expect(wrong.output.contains("asked.yaml:14:15"))
    #expect(wrong.output.contains("no choice is right in the variant 'plain'"))
    #expect(wrong.output.contains("measured: objects.live was 0"))
    // The other variant asks the same, and there a choice is right.
    #expect(!wrong.output.contains("in the variant 'with undo'"))
    // A lesson has its own size, whatever a run is asked for.
    #expect(try run(Self.usual, "--set", "rows=1").status == 0)
  }

  @Test(arguments: [
    (
      "      - {says: All, if: objects.live == rows}", "",
      "a question offers two to nine choices, and this one offers 1"
    ),
    (
      "      - {says: All, if: objects.live == 1}\n      - {says: All, if: objects.live == 0}", "",
      "'All' is offered a second time"
    ),
    (
      "      - {says: All, if: bytes.live == 1}\n      - {says: None, if: objects.live == 0}", "",
      "'bytes.live' is not read in a replay, which judges the choices"
    ),
    (
      "      - {says: All, if: peak(objects.live) == 1}\n      - {says: None, if: rows == 0}", "",
      "peak(objects.live) looks at more than a moment of this trial, which is all that a choice can ask"
    ),
    (
      "      - {says: All, if: objects.live}\n      - {says: None, if: rows == 0}", "",
      "this is a value, and a choice is right if a condition holds"
    ),
    (
      "      - {says: All, if: objects.live@savd == 1}\n      - {says: None, if: rows == 0}", "",
      "no checkpoint 'savd'. Did you mean 'saved'?"
    ),
    (
      "      - {says: All, if: objects.lve == 1}\n      - {says: None, if: rows == 0}", "",
      "Did you mean 'objects.live'?"
    ),
    (
      "      - {says: All, iff: rows == 1}\n      - {says: None, if: rows == 0}", "",
      "unknown key 'iff' in a choice"
    ),
    (
      "      - {says: All, if: rows > 1}\n      - {says: None, if: rows == 0}",
      "    inventory: 99\n",
      "'99' is out of range"
    ),
  ])
  func `that cannot be judged are mistakes of a plan`(
    choices: String, extra: String, says: String
  ) throws {
    let program = try WholeProgram([
      "asked.yaml": Self.scenario("    choices:\n" + choices, extra: extra)
    ])
    let plan = try program.run("plan", "asked.yaml")
    #expect(plan.status == 3)
    #expect(plan.errors.hasPrefix("asked.yaml:1") && plan.errors.contains(says), "\(plan.errors)")
  }

  @Test func `belong to a question of the inventory`() throws {
    let program = try WholeProgram(["asked.yaml": Self.scenario("", extra: "    inventory: 1\n")])
    let plan = try program.run("plan", "asked.yaml")
    #expect(plan.status == 3)
    #expect(plan.errors.contains("a question of the inventory needs choices"))
  }

  /// A question does no work, and neither do its choices: what was accepted stays comparable.
  @Test func `change nothing that is measured or compared`() throws {
    let without = Self.scenario("")
    let program = try WholeProgram(["asked.yaml": without])
    #expect(try program.run("accept", "asked.yaml", "--no-progress", "-q").status == 0)
    try program.write(Self.scenario(), to: "asked.yaml")
    let answer = try program.run("check", "asked.yaml", "--no-progress")
    #expect(answer.status == 0, "\(answer.output)")
    #expect(answer.output.contains("UNCHANGED"))
  }

  @Test func `are answered in a terminal, which judges and names the step that shows why`() throws {
    let program = try WholeProgram(["asked.yaml": Self.scenario()])
    func screens(_ keys: String) -> [String]? {
      let play =
        "stty cols 80; '\(WholeProgram.executable)' replay asked.yaml --terminal --color never"
      let said = Outsider.run(
        "bash",
        [
          "-c", "(sleep 2; printf '\(keys)'; sleep 1) | TERM=xterm script -qec \"$0\" /dev/null",
          play,
        ],
        in: program.folder)
      // A carriage return and a line feed are one character, so they are taken apart.
      return said.map { String(String.UnicodeScalarView($0.unicodeScalars.filter { $0 != "\r" })) }?
        .components(separatedBy: "\u{1B}[H\u{1B}[2J")
    }
    guard Outsider.run("script", ["--version"]) != nil else {
      print("Skipped: there is no 'script' to make a terminal with.")
      return
    }
    // To the question, past the insert; a digit that is not offered changes nothing.
    let wrong = try #require(screens("nn9")).last ?? ""
    #expect(
      wrong.contains(
        """
        ? The employees are saved. Which are still there?
          1  All of them
          2  None

          Press 1 to 2 to answer, or → to see what was measured.
        """), "\(wrong)")
    let judged = try #require(screens("nn1")).last ?? ""
    #expect(
      judged.contains(
        """
        ✗ Not so. You may have thought: “Every context has an undo manager.” Right is
        2: None. Why: step 2 (save, line 23).

        ← → step · q leave · ? keys, signs and words · 0 of 1 right
        """), "\(judged)")
    let right = try #require(screens("nn2")).last ?? ""
    #expect(right.contains("✓ Right.") && right.contains("1 of 1 right"), "\(right)")
    #expect(
      right.contains("! 2: objects.live was 0, rows was 4, held.undo was 0. Those that the undo"))
  }
}
