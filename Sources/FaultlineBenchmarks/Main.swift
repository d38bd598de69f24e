// The engine beside plain Swift: the same company, the same work, in one process, round by round.

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
    let rounds = try Rounds(staff, wishes.rounds)
    let footprint = try Footprint(staff)
    let accesses = try Accesses(staff)
    print(Page(staff, rounds, footprint, accesses).text)
  }
}
