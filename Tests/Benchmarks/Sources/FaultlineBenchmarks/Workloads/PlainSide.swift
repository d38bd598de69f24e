// What a careful programmer would write without an engine: final classes, a dictionary, arrays.

/// A department by hand.
final class PlainDepartment {
  let id: Int64
  var name: String
  var budget: Double
  var employees: [PlainEmployee] = []

  init(id: Int64, name: String, budget: Double) {
    self.id = id
    self.name = name
    self.budget = budget
  }
}

/// An employee by hand.
final class PlainEmployee {
  let id: Int64
  var name: String
  var notes: String
  var salary: Double { didSet { isChanged = true } }
  var hired: Double
  /// Unsafe, as fast code by hand would have it: the side holds its departments to the end.
  unowned(unsafe) var department: PlainDepartment?
  var isChanged = false

  init(id: Int64, name: String, notes: String, salary: Double, hired: Double) {
    self.id = id
    self.name = name
    self.notes = notes
    self.salary = salary
    self.hired = hired
  }
}

/// The workloads by hand.
final class PlainSide: Side {
  private let staff: Staff
  private var store = PlainStore()
  private var departments: [PlainDepartment] = []
  private var byID: [Int64: PlainEmployee] = [:]
  private(set) var employees: [PlainEmployee] = []
  private var changed: [PlainEmployee] = []

  init(_ staff: Staff) { self.staff = staff }

  func insertAndSave() -> Double {
    for index in 0..<staff.departments {
      departments.append(
        PlainDepartment(
          id: Int64(index + 1), name: staff.departmentNames[index], budget: staff.budget(index)))
    }
    for index in 0..<staff.count {
      let employee = PlainEmployee(
        id: Int64(index + 1), name: staff.names[index], notes: staff.notes[index],
        salary: staff.salary(index), hired: staff.hired(index))
      let department = departments[staff.department(of: index)]
      employee.department = department
      department.employees.append(employee)
      byID[employee.id] = employee
      employees.append(employee)
    }
    for employee in employees { store.insert(employee) }
    return Double(store.count)
  }

  func letGo() {
    for department in departments { department.employees = [] }
    byID = [:]
    employees = []
    changed = []
  }

  func fetchAndRead() -> Double {
    fetch()
    var sum = 0.0
    for employee in employees { sum += employee.salary }
    return sum
  }

  func change() -> Double {
    for employee in employees {
      if !employee.isChanged { changed.append(employee) }
      employee.salary += 1
    }
    return Double(changed.count)
  }

  func save() -> Double {
    for employee in changed {
      store.update(employee)
      employee.isChanged = false
    }
    changed = []
    return Double(store.count)
  }

  func refetch() -> Double {
    fetch()
    return Double(employees.count)
  }

  /// One object for each row: the one that is there, or a new one.
  private func fetch() {
    var found: [PlainEmployee] = []
    found.reserveCapacity(store.count)
    for index in 0..<store.count {
      let id = Int64(index + 1)
      if let employee = byID[id] {
        found.append(employee)
        continue
      }
      let employee = PlainEmployee(
        id: id, name: store.string(store.names[index]), notes: store.string(store.notes[index]),
        salary: store.salaries[index], hired: store.dates[index])
      employee.department = departments[Int(store.departments[index]) - 1]
      byID[id] = employee
      found.append(employee)
    }
    employees = found
  }
}
