// The workloads on the floor.

import Foundation

/// What raw SQLite needs for each workload.
final class FloorSide: DiskSide {
  private let staff: Staff
  private let floor: Floor
  private let format: FloorFormat
  /// What is read must be used, or the compiler leaves the reading out.
  private var sink = 0.0
  private(set) var batches: [Double] = []

  convenience init(_ staff: Staff, at url: URL) throws { try self.init(staff, at: url, .plain) }

  init(_ staff: Staff, at url: URL, _ format: FloorFormat) throws {
    self.staff = staff
    self.format = format
    floor = try Floor(url, format)
  }

  // MARK: - Writing

  func insertAll() throws -> Double {
    try floor.run("BEGIN")
    try insertDepartments()
    try insertEmployees(0..<staff.count, try insertion())
    try floor.run("COMMIT")
    return Double(staff.count)
  }

  func insertInBatches(_ size: Int) throws -> Double {
    try floor.run("BEGIN")
    try insertDepartments()
    try floor.run("COMMIT")
    let statement = try insertion()
    for start in stride(from: 0, to: staff.count, by: size) {
      let time = try Clock.time {
        try floor.run("BEGIN")
        try insertEmployees(start..<min(start + size, staff.count), statement)
        try floor.run("COMMIT")
      }
      batches.append(time)
    }
    return Double(staff.count)
  }

  private func insertDepartments() throws {
    let statement = try floor.prepare(format.departmentInsertion)
    for index in 0..<staff.departments {
      var name = staff.departmentNames[index]
      statement.bind(index + 1, 1)
      statement.bind(staff.budget(index), 3)
      name.withUTF8 {
        statement.bind($0, 2)
        statement.run()
      }
    }
  }

  private func insertion() throws -> FloorStatement {
    try floor.prepare(format.insertion)
  }

  private func insertEmployees(_ range: Range<Int>, _ statement: FloorStatement) throws {
    for index in range {
      var name = staff.names[index]
      var notes = staff.notes[index]
      statement.bind(index + 1, 1)
      statement.bind(staff.salary(index), 3)
      statement.bind(staff.hired(index), 4)
      statement.bind(staff.department(of: index) + 1, 6)
      name.withUTF8 { name in
        statement.bind(name, 2)
        notes.withUTF8 { notes in
          statement.bind(notes, 5)
          statement.run()
        }
      }
    }
  }

  func prepareToChange() {}

  func changeAndSave() throws -> Double {
    let statement = try floor.prepare(format.raise)
    try floor.run("BEGIN")
    for index in 0..<staff.count {
      statement.bind(staff.salary(index) + 1, 1)
      statement.bind(index + 1, 2)
      statement.run()
    }
    try floor.run("COMMIT")
    return Double(staff.count)
  }

  func deleteHalf() throws -> Double {
    let statement = try floor.prepare(format.deletion)
    try floor.run("BEGIN")
    for index in stride(from: 0, to: staff.count, by: 2) {
      statement.bind(index + 1, 1)
      statement.run()
    }
    try floor.run("COMMIT")
    return Double((staff.count + 1) / 2)
  }

  // MARK: - Reading

  /// Reads every column; says the salary and the department.
  @inline(__always) private func read(_ row: FloorStatement) -> (salary: Double, department: Int) {
    _ = row.integer(0)
    let name = row.text(1)
    let salary = row.double(2)
    let hired = row.double(3)
    let notes = row.text(4)
    sink += hired + Double(name[name.count - 1]) + Double(notes[notes.count - 1])
    return (salary, row.integer(5))
  }

  func fetchAndRead() throws -> Double {
    let statement = try floor.prepare(format.rows)
    var sum = 0.0
    while statement.step() { sum += read(statement).salary }
    return sum
  }

  func fetchAgain() throws -> Double {
    let statement = try floor.prepare(format.rows)
    var sum = 0
    while statement.step() { sum += statement.integer(0) }
    return Double(sum)
  }

  func fireTenth() throws -> Double {
    var ids: [Int] = []
    let keys = try floor.prepare(format.keys)
    while keys.step() { ids.append(keys.integer(0)) }
    let statement = try floor.prepare(format.row)
    var sum = 0.0
    sink += Double(ids.count)
    // SQLite lists keys by department, from the index; the engine in their own order. Both sides must
    // read the same rows, so places count by key.
    for place in staff.tenth {
      statement.bind(place + 1, 1)
      if statement.step() { sum += read(statement).salary }
      statement.reset()
    }
    return sum
  }

  func traverse() throws -> Double {
    var names = [[UInt8]](repeating: [], count: staff.departments + 1)
    let statement = try floor.prepare(format.rows)
    let department = try floor.prepare(format.departmentRow)
    var sum = 0.0
    while statement.step() {
      let row = read(statement)
      if names[row.department].isEmpty {
        department.bind(row.department, 1)
        if department.step() { names[row.department] = Array(department.text(1)) }
        department.reset()
      }
      sum += row.salary + Double(names[row.department].count)
    }
    return sum
  }

  func letGo() { precondition(sink >= 0, "The sums of what was read are not negative.") }
}
