// The two behavior profiles: they differ where the article on deviations says so, and nowhere else.

import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ProfileTests {
  private static let seeds = Effort.choose(quick: 6, ci: 30, full: 300)

  /// No step of these scenarios loads a to-many relationship, merges, or has a child: nothing that the table lists.
  @Test(arguments: 1...seeds)
  func `a workload that meets no difference has the same counters in both profiles`(
    seed: Int
  ) throws {
    let program = try WholeProgram(["random.yaml": Self.scenario(seed)])
    let documented = try Self.readings(of: program, as: "guides")
    let current = try Self.readings(of: program, as: "core-data")
    #expect(documented.count > 100)
    #expect(documented == current)
  }

  /// Every number that was read, by checkpoint and metric; times are not among the results.
  private static func readings(
    of program: WholeProgram, as profile: String
  ) throws -> [String: String] {
    let answer = try program.run(
      "run", "random.yaml", "--behaves", profile, "--repeats", "1", "--no-bands", "--no-explain",
      "--no-advice", "-q", "--out", profile)
    #expect(answer.status == 0, "\(answer.output)\(answer.errors)")
    let document = try JSONSerialization.jsonObject(
      with: Data(try program.text(of: "\(profile)/random.json").utf8))
    var readings: [String: String] = [:]
    let scenarios = (document as? [String: Any])?["scenarios"] as? [[String: Any]] ?? []
    for trial in scenarios.first?["trials"] as? [[String: Any]] ?? [] {
      for checkpoint in trial["checkpoints"] as? [[String: Any]] ?? [] {
        for (metric, value) in checkpoint["readings"] as? [String: Any] ?? [:] {
          readings["\(metric)@\(checkpoint["name"] ?? "")"] = "\(value)"
        }
      }
    }
    return readings
  }

  /// A random walk over employees and the departments that they lead to.
  private static func scenario(_ seed: Int) -> String {
    var random = SplitMix64(seed: UInt64(seed))
    let walk = (0..<30).map { number in
      let step =
        switch Int.random(in: 0..<11, using: &random) {
        case 0, 1: "insert: {entity: Employee, count: 3, into: staff, set: {name: 'n {index}'}}"
        case 2, 3: "set: {objects: staff, to: {name: 'm \(number)'}}"
        case 4: "relate: {objects: staff, by: department, to: home}"
        case 5: "unrelate: {objects: staff, by: department}"
        case 6: "save: {}"
        case 7: "refresh: {objects: home, merge: true}"
        case 8: "fetch: {entity: Employee, into: staff, limit: 4, as: realized}"
        case 9: "undo: {}\n  - fetch: {entity: Employee, into: staff, limit: 3}"
        default: "count: {entity: Employee}"
        }
      return "  - \(step)\n  - checkpoint: s\(number)"
    }
    return """
      faultline: 1
      name: random
      title: a random walk
      model:
        Employee: {name: string, department: {to one: Department, inverse: staff}}
        Department: {name: string, staff: {to many: Employee, inverse: department}}
      context: {undo: {levels: 5}}
      data: {seed: \(seed), Department: {count: 3}, Employee: {count: 5}}
      steps:
        - fetch: {entity: Department, limit: 1, into: home, as: realized}
        - fetch: {entity: Employee, limit: 3, into: staff}
      \(walk.joined(separator: "\n"))
      """
  }
}
