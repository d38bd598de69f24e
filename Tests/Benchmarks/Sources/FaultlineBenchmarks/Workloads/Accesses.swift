// What a single access costs once everything is warm.

import Faultline

/// Nanoseconds of one access each, across the module's wall.
struct Accesses {
  let read: Double
  let firstChange: Double
  let laterChange: Double

  init(_ staff: Staff) throws {
    let engine = try EngineSide(staff)
    _ = try engine.insertAndSave()
    let few = min(1000, staff.count)
    let employees = Array(engine.employees.prefix(few))
    let passes = 200

    let salary = Key.salary
    func read() -> Double {
      var sum = 0.0
      for employee in employees { sum += employee[salary] }
      return sum
    }
    func write(_ value: Double) {
      for employee in employees { employee[salary] = value }
    }

    var sum = read()
    let reading = Clock.time { for _ in 0..<passes { sum += read() } }
    self.read = reading / Double(passes * few)

    var first: [Double] = []
    var later: [Double] = []
    for pass in 0..<passes {
      first.append(Clock.time { write(Double(pass)) })
      later.append(Clock.time { write(Double(pass) + 0.5) })
      try engine.context.save()
    }
    firstChange = Spread(first).median / Double(few)
    laterChange = Spread(later).median / Double(few)
    // Whoever sums must use the sum, or the compiler leaves the reading out.
    precondition(sum > 0, "The salaries of the benchmark company add up to something.")
  }
}
