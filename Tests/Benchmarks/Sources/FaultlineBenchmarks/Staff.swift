// The data that both sides work with, made before any clock runs.

/// The employees of the benchmark company: 22 bytes of name, 64 of notes, four numbers.
struct Staff {
  let count: Int
  let departments: Int
  let names: [String]
  let notes: [String]
  let departmentNames: [String]

  init(count: Int, departments: Int) {
    self.count = count
    self.departments = departments
    names = (0..<count).map { "Employee Number \(Self.digits($0, 6))" }
    notes = (0..<count).map {
      let text = "Notes for employee \(Self.digits($0, 6)): lorem ipsum dolor sit amet, consectetur"
      return String(text.prefix(64))
    }
    departmentNames = (0..<departments).map { "Department \(Self.digits($0, 3))" }
  }

  /// The sizes of a run.
  func words(rounds: Int) -> String {
    "\(Figure.grouped(Double(count))) employees, \(Figure.grouped(Double(departments))) departments, \(rounds) rounds"
  }

  /// Every tenth place, in an order that no cache foresees.
  var tenth: [Int] { (0..<count / 10).map { ($0 * 48_271 + 11) % count } }

  func salary(_ index: Int) -> Double { 30_000 + Double(index * 7919 % 70_000) }

  func hired(_ index: Int) -> Double { 1_000_000_000 + Double(index) * 3600 }

  func budget(_ department: Int) -> Double { 1e6 + Double(department) * 1000 }

  func department(of index: Int) -> Int { index % departments }

  private static func digits(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
