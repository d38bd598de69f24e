// The page of figures that is kept: everything of one run, with what it was measured on and how to repeat it.

import Foundation

/// A document of all tables.
struct FiguresPage {
  private let staff: Staff
  private let rounds: Int
  private let sections: [Section]

  /// Measures everything.
  init(_ staff: Staff, rounds: Int, instructions kept: InstructionCounts?) throws {
    self.staff = staff
    self.rounds = rounds
    let disk = try DiskRounds(staff, rounds, DiskWorkload.allCases)
    var sections = DiskPage.sections(staff, disk)
    sections.append(
      DiskPage.hugePages(
        try DiskRounds(staff, rounds, DiskWorkload.fillingMemory, hugePages: true)))
    sections.append(
      DiskPage.mapped(try DiskRounds(staff, rounds, DiskWorkload.readingPages, .mapped)))
    if let kept { sections.append(kept.section) }
    sections.append(Peers.section(beside: disk))
    sections += Page.inMemory(
      staff, try Rounds(staff, rounds), try Footprint(staff), try Accesses(staff),
      try .alone(staff))
    sections += try ThreadedRounds(staff, rounds).sections
    sections.append(Page.contexts(try Contexts(rounds: rounds)))
    sections.append(Page.predicates(try Predicates()))
    self.sections = sections
  }

  func markdown(on machine: Machine, at date: Date) -> String {
    let day = date.formatted(.iso8601.year().month().day())
    let head = """
      # Benchmarks

      The engine beside what could be written by hand: SQLite with prepared statements and no objects, and plain Swift
      classes. A *ratio* is the engine's time over the other's in the same round; its median stands before its least and
      its greatest. Times are those of one machine, and of one day; instructions are the same in every run.

      Measured on \(day): \(machine.words); \(staff.words(rounds: rounds)).
      """
    let tail = """
      ## How to repeat it

      ```sh
      swift run -c release --package-path Tests/Benchmarks --scratch-path .build/benchmarks FaultlineBenchmarks \\
        --rounds \(rounds) --against Tests/Benchmarks/instructions.tsv --page Reports/benchmarks.md
      ```

      The machine should have nothing else to do. `.ci/instructions` counts instructions anew, and CI holds them.
      """
    return ([head] + sections.map(\.markdown) + [tail]).joined(separator: "\n\n") + "\n"
  }
}
