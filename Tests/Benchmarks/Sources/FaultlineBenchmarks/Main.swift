// The engine beside what could be written by hand: the same work, in one process, round by round.

import Foundation

@main struct Main {
  static func main() {
    let wishes: Wishes
    do {
      wishes = try Wishes(CommandLine.arguments.dropFirst())
    } catch {
      print("FaultlineBenchmarks: \(error.sentence)\n\n\(Wishes.help)")
      exit(1)
    }
    guard !wishes.showsHelp else { return print(Wishes.help) }
    do {
      try run(wishes)
    } catch {
      print("FaultlineBenchmarks: \(error)")
      exit(1)
    }
  }

  private static func run(_ wishes: Wishes) throws {
    let staff = Staff(count: wishes.count, departments: wishes.departments)
    if let trial = wishes.trial, let workload = wishes.diskWorkloads.first {
      let url = URL(fileURLWithPath: trial.path)
      return print(try trial.side.run(workload, staff, at: url).words)
    }
    if wishes.undoesAlone { return print(try Undoing(staff).words()) }
    if let counted = wishes.counted {
      let url = URL(fileURLWithPath: counted.path)
      return print(try counted.workload.play(counted.side, staff, at: url))
    }
    if let versions = wishes.instructionsWith {
      exit(try instructions(InstructionCounts(staff, with: versions), wishes))
    }
    if let threaded = wishes.threaded {
      let files = ThreadedRounds.files(
        threaded.work, threads: threaded.threads, in: threaded.folder)
      return print(
        try ThreadedTrial.run(
          threaded.work, on: threaded.side, threads: threaded.threads, staff, at: files
        ).words)
    }
    if let path = wishes.page {
      let kept = wishes.kept.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
      let page = try FiguresPage(
        staff, rounds: wishes.rounds, instructions: kept.flatMap(InstructionCounts.init))
      try page.markdown(on: Machine(), at: Date()).write(
        toFile: path, atomically: true, encoding: .utf8)
      return
    }
    print(try sections(wishes, staff).map(\.text).joined(separator: "\n\n"))
  }

  /// What is wanted, measured.
  private static func sections(_ wishes: Wishes, _ staff: Staff) throws -> [Section] {
    switch wishes.only {
    case .predicates: return [Page.predicates(try Predicates())]
    case .contexts: return [Page.contexts(try Contexts(rounds: wishes.rounds))]
    case .undoing: return [Page.undoing(try Undoing(staff))]
    case .threads: return try ThreadedRounds(staff, wishes.rounds).sections
    case nil: break
    }
    var sections: [Section] = []
    if wishes.inMemory {
      sections += Page.inMemory(
        staff, try Rounds(staff, wishes.rounds), try Footprint(staff), try Accesses(staff),
        try .alone(staff))
    }
    if wishes.onDisk {
      sections += DiskPage.sections(
        staff, try DiskRounds(staff, wishes.rounds, wishes.diskWorkloads))
      sections.append(Page.predicates(try Predicates()))
      sections.append(Page.contexts(try Contexts(rounds: wishes.rounds)))
    }
    return sections
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
