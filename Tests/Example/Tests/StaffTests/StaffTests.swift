// Every trait once, and a hundred times what holds the most important of them.

import FaultlineTesting
import Foundation
import Staff
import Testing

/// With STAFF_LEAKS=1 each round forgets to let go of one employee: its test has to fail, and no other.
private let leaks = ProcessInfo.processInfo.environment["STAFF_LEAKS"] == "1"

@Suite struct `A company that hires` {
  /// The scenario's file is named from the package's folder; a broken expectation fails at its own line.
  @Test(.scenario("Scenarios/hire.yaml", quick: true)) func `shows its scenario`() {}

  /// Objects of the contexts that a test makes, while other tests make theirs.
  @Test(.leaks(.none), .objects(atMost: 11)) func `lets go of all that it hired`() throws {
    let staff = try Staff()
    try staff.hire(reports: 10)
    staff.letGo()
  }

  /// In asynchronous tests too, whatever queue the work is done on.
  @Test(.leaks(.none)) func `lets go of them on a queue`() async throws {
    let staff = try Staff(.privateQueue)
    try await staff.context.perform { [context = staff.context] in
      _ = context.insertNewObject(forEntityName: "Employee")
      try context.save()
    }
  }

  /// Blocks and bytes are those of the test's own thread, exactly: the same in every run.
  @Test(.allocations(atMost: 2_000), .bytes(atMost: 64 << 10))
  func `takes little for that`() throws {
    let staff = try Staff()
    try staff.hire(reports: 10)
    staff.letGo()
  }
}

@Suite struct `A hundred companies` {
  /// An employee who is his own manager keeps himself alive.
  @Test(.leaks(.none), arguments: 0..<100) func `leave nothing behind`(_ round: Int) throws {
    let staff = try Staff()
    let employee = staff.context.insertNewObject(forEntityName: "Employee")
    employee.setValue(employee, forKey: "manager")
    try staff.context.save()
    if !leaks { staff.letGo() }
  }

  /// Two hundred others that hold their objects meanwhile, and leak them.
  @Test(arguments: 0..<200) func `do not mind other tests`(_ round: Int) async throws {
    let staff = try Staff(.privateQueue)
    try await staff.context.perform { [context = staff.context] in
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue(employee, forKey: "manager")
      try context.save()
    }
  }
}
