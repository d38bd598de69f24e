// Undo by hand: a list of what each object had, taken apart from its end.

/// The salaries that employees had before they were raised.
struct PlainUndo {
  private var log: [(employee: PlainEmployee, salary: Double)] = []

  /// Raises everybody's salary and remembers what it was.
  mutating func raise(_ employees: [PlainEmployee]) {
    for employee in employees {
      log.append((employee, employee.salary))
      employee.salary += 1
    }
  }

  /// Takes every raise back, the newest first.
  mutating func undo() {
    while let (employee, salary) = log.popLast() { employee.salary = salary }
  }
}
