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
    /// Whether the next save removes it.
    var isDeleted = false
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

  /// Deletes a record, and removes all references to it; one that was never saved is gone at once.
  mutating func delete(_ handle: Int) {
    for other in handles {
      if records[other]?.pending.manager == handle { records[other]?.pending.manager = nil }
      if records[other]?.pending.department == handle { records[other]?.pending.department = nil }
    }
    records[handle]?.isDeleted = true
    records[handle]?.pending.manager = nil
    records[handle]?.pending.department = nil
    if records[handle]?.saved == nil { records[handle] = nil }
    handles.removeAll { $0 == handle }
  }

  mutating func save() {
    records = records.filter { !$0.value.isDeleted }
      .mapValues { Record(kind: $0.kind, saved: $0.pending, pending: $0.pending) }
  }

  /// A reset or a rollback: whatever was not saved is gone, and what was to be deleted is there.
  mutating func reset() {
    for handle in records.keys {
      guard let saved = records[handle]?.saved else {
        records[handle] = nil
        continue
      }
      records[handle]?.pending = saved
      records[handle]?.isDeleted = false
    }
    handles = records.keys.sorted()
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
