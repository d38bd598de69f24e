// What a report looks like where it is read: recorded in real terminals of eighty columns, with and
// without colour, in a dumb one, in one that knows no UTF-8, and where there is no terminal at all.

import FaultlineTestSupport
import Foundation
import Testing

struct `A recording of a report` {
  private static let surroundings = [
    "colour": "TERM=xterm-256color LC_ALL=C.UTF-8",
    "no colour": "TERM=xterm-256color LC_ALL=C.UTF-8 NO_COLOR=1",
    "dumb": "TERM=dumb LC_ALL=C.UTF-8",
    "ASCII": "TERM=dumb LC_ALL=C",
  ]

  /// What the report of a stored result is in a terminal of eighty columns.
  private func recording(_ name: String, in program: WholeProgram) throws -> String? {
    let settings = try #require(Self.surroundings[name])
    let command =
      "stty cols 80; exec env -u CI -u COLUMNS -u NO_COLOR \(settings) "
      + "'\(WholeProgram.executable)' report out/small.json"
    guard let said = Outsider.run("script", ["-qec", command, "/dev/null"], in: program.folder)
    else {
      print("Skipped: there is no 'script' to make a terminal with.")
      return nil
    }
    return said.replacing("\r\n", with: "\n").replacing("\u{1B}", with: "␛")
  }

  private func program() throws -> WholeProgram {
    let program = try WholeProgram([
      "small.yaml": smallScenario(expect: "objects.live@saved == 3")
        .replacing("title: A small one", with: "title: Drei kleine – 小さい – <b>")
    ])
    #expect(
      try program.run(
        "run", "small.yaml", "--no-explain", "--no-progress", "--out", "out"
      ).status == 2)
    return program
  }

  private func withoutBytes(_ text: String) -> String {
    text.replacing(/[0-9.,]+ [KM]?i?B, [0-9.]+ % below/, with: "… below")
  }

  @Test func `has colours in a terminal, and the same words without them`() throws {
    let program = try program()
    guard let colored = try recording("colour", in: program) else { return }
    expectText(
      withoutBytes(colored),
      is: """
        ␛[1;31mFAIL␛[0m  1 of 3 expectations · 3 variants · behaves guides
          counters exact (2 of 2 repeats identical)

        ␛[1msmall: Drei kleine – 小さい – <b>␛[0m
        small.yaml

        objects.live@saved == 3 fails. plain has the lowest peak: … below
        odd. last is equal within 1 %.

        ␛[1mVariants␛[0m
        variant  live
        ␛[2m─────────────␛[0m
        plain ●     3
        odd         5
        last        3
        ␛[2m● reference␛[0m

        ␛[1mWhat failed␛[0m
          ␛[1;31mfailed:␛[0m objects.live@saved == 3 (odd)
            small.yaml:23:11
            objects.live@saved was 5

        More: faultline report out/small.json --all

        """)
    let plain = colored.replacing(/␛\[[0-9;]*m/, with: "")
    for name in ["no colour", "dumb"] {
      expectText(try #require(try recording(name, in: program)), is: plain)
    }
    let file = try program.run("report", "out/small.json", environment: ["COLUMNS": "80"])
    expectText(file.output, is: plain)
  }

  @Test func `is ASCII in a terminal that knows nothing else`() throws {
    let program = try program()
    guard let text = try recording("ASCII", in: program) else { return }
    #expect(text.allSatisfy { $0.isASCII })
    expectText(
      withoutBytes(text),
      is: """
        FAIL  1 of 3 expectations | 3 variants | behaves guides
          counters exact (2 of 2 repeats identical)

        small: Drei kleine - ??? - <b>
        small.yaml

        objects.live@saved == 3 fails. plain has the lowest peak: … below
        odd. last is equal within 1 %.

        Variants
        variant  live
        -------------
        plain <     3
        odd         5
        last        3
        < reference

        What failed
          failed: objects.live@saved == 3 (odd)
            small.yaml:23:11
            objects.live@saved was 5

        More: faultline report out/small.json --all

        """)
  }
}
