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
}
