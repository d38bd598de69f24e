// Rows in memory for plain Swift: text lies there as bytes, as it would in any store.

/// The stored employees, a field an array and one block for all text.
struct PlainStore {
  struct Text {
    let start: Int
    let count: Int
  }

  private var bytes: [UInt8] = []
  private(set) var names: [Text] = []
  private(set) var notes: [Text] = []
  private(set) var salaries: [Double] = []
  private(set) var dates: [Double] = []
  private(set) var departments: [Int64] = []

  var count: Int { salaries.count }

  mutating func insert(_ employee: PlainEmployee) {
    names.append(add(employee.name))
    notes.append(add(employee.notes))
    salaries.append(employee.salary)
    dates.append(employee.hired)
    departments.append(employee.department?.id ?? 0)
  }

  mutating func update(_ employee: PlainEmployee) {
    salaries[Int(employee.id) - 1] = employee.salary
  }

  /// A text of the store, made anew.
  func string(_ text: Text) -> String {
    String(decoding: bytes[text.start..<text.start + text.count], as: UTF8.self)
  }

  private mutating func add(_ text: String) -> Text {
    let place = Text(start: bytes.count, count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
    return place
  }
}
