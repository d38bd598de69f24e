// The engine beside what could be written by hand: the same work, in one process, round by round.

import Foundation

@main struct Main {
  static func main() throws {
    let wishes: Wishes
    do {
      wishes = try Wishes(CommandLine.arguments.dropFirst())
    } catch {
      print("FaultlineBenchmarks: \(error.sentence)\n\n\(Wishes.help)")
      exit(1)
    }
    guard !wishes.showsHelp else { return print(Wishes.help) }

    let staff = Staff(count: wishes.count, departments: wishes.departments)
    if let trial = wishes.trial, let workload = wishes.diskWorkloads.first {
      let url = URL(fileURLWithPath: trial.path)
      return print(try trial.side.run(workload, staff, at: url).words)
    }
    if let counted = wishes.counted {
      let url = URL(fileURLWithPath: counted.path)
      return print(try counted.workload.play(counted.side, staff, at: url))
    }
    if let versions = wishes.instructionsWith {
      exit(try instructions(InstructionCounts(staff, with: versions), wishes))
    }
    if wishes.onlyPredicates { return print(Page.predicates(try Predicates())) }
    if wishes.onlyContexts { return print(Page.contexts(try Contexts(rounds: wishes.rounds))) }
    if wishes.onlyUndoing { return print(Page.undoing(try Undoing(staff))) }
    if wishes.inMemory {
      let rounds = try Rounds(staff, wishes.rounds)
      print(
        Page(
          staff, rounds, try Footprint(staff), try Accesses(staff), try Undoing(staff)
        ).text)
    }
    if wishes.inMemory && wishes.onDisk { print() }
    if wishes.onDisk {
      print(DiskPage(staff, try DiskRounds(staff, wishes.rounds, wishes.diskWorkloads)).text)
      print("\n" + Page.predicates(try Predicates()))
      print("\n" + Page.contexts(try Contexts(rounds: wishes.rounds)))
    }
  }

  /// Shows counts, holds them against those that were kept or keeps them, and says how to end.
  private static func instructions(_ counts: InstructionCounts, _ wishes: Wishes) throws -> Int32 {
    guard let path = wishes.kept else {
      print(counts.page(against: nil))
      return 0
    }
    let kept = InstructionCounts((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
    print(counts.page(against: kept))
    if wishes.writesKept {
      try counts.file.write(toFile: path, atomically: true, encoding: .utf8)
      return 0
    }
    guard let kept else {
      print("\n\(path) has no counts.")
      return 1
    }
    guard kept.ground == counts.ground else {
      print("\nNot compared: they were counted with \(kept.ground).")
      return 0
    }
    let moved = counts.moved(since: kept)
    if !moved.less.isEmpty {
      print("\nLess than before, and worth writing: \(moved.less.joined(separator: ", "))")
    }
    if !moved.more.isEmpty {
      print("\nMore than before: \(moved.more.joined(separator: ", "))")
    }
    return moved.more.isEmpty ? 0 : 2
  }
}
