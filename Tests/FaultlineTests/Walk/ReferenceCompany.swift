// What a company should look like, kept by the simplest means there are.

/// The records of a walk: what was last saved, and what is pending, by a number of the walk's own.
struct ReferenceCompany {
  enum Kind: String, CaseIterable {
    case employee = "Employee"
    case department = "Department"
  }

  struct Values: Equatable {
    var name: String?
    /// The salary of an employee, the budget of a department.
    var amount: Double?
    var manager: Int?
    var department: Int?
  }

  struct Record {
    let kind: Kind
    var saved: Values?
    var pending = Values()
  }

  private(set) var records: [Int: Record] = [:]
  /// All numbers in the order of their making.
  private(set) var handles: [Int] = []
  private var lastHandle = 0

  mutating func insert(_ kind: Kind) -> Int {
    lastHandle += 1
    records[lastHandle] = Record(kind: kind)
    handles.append(lastHandle)
    return lastHandle
  }

  mutating func change(_ handle: Int, _ body: (inout Values) -> Void) {
    guard var record = records[handle] else { return }
    body(&record.pending)
    records[handle] = record
  }

  /// A refresh without merging: attributes and relationships are those of the store again.
  mutating func revert(_ handle: Int) {
    guard let saved = records[handle]?.saved else { return }
    records[handle]?.pending = saved
  }

  mutating func save() {
    records = records.mapValues { Record(kind: $0.kind, saved: $0.pending, pending: $0.pending) }
  }

  /// A reset: whatever was not saved is gone.
  mutating func reset() {
    for handle in handles {
      guard let saved = records[handle]?.saved else {
        records[handle] = nil
        continue
      }
      records[handle]?.pending = saved
    }
    handles.removeAll { records[$0] == nil }
  }

  func all(_ kind: Kind) -> [Int] { handles.filter { records[$0]?.kind == kind } }

  func unsaved(_ kind: Kind) -> [Int] { all(kind).filter { records[$0]?.saved == nil } }

  func reports(of manager: Int) -> Set<Int> {
    Set(handles.filter { records[$0]?.pending.manager == manager })
  }

  func employees(of department: Int) -> Set<Int> {
    Set(handles.filter { records[$0]?.pending.department == department })
  }
}
