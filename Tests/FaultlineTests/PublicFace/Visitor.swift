// A class as another program would write it, with everything that can be overridden.

import Faultline

/// A class as a program would write it.
final class Visitor: ManagedObject, KeyedObject {
  struct Keys {
    let name = PropertyKey<String>("name")
    let age = PropertyKey<Int>("age")
    let host = PropertyKey<ManagedObject?>("host")
  }
  static let keys = Keys()
  static let name = PropertyKey<String>("name")

  override func value(forKey key: String) -> Any? { super.value(forKey: key) }
  override func setValue(_ value: Any?, forKey key: String) { super.setValue(value, forKey: key) }
  override func awakeFromInsert() { super.awakeFromInsert() }
  override func awakeFromFetch() { super.awakeFromFetch() }
  override func awake(fromSnapshotEvents flags: SnapshotEvents) {
    super.awake(fromSnapshotEvents: flags)
  }
  override func prepareForDeletion() { super.prepareForDeletion() }
  override func willSave() { super.willSave() }
  override func didSave() { super.didSave() }
  override func willTurnIntoFault() { super.willTurnIntoFault() }
  override func didTurnIntoFault() { super.didTurnIntoFault() }
  override func validateForInsert() throws { try super.validateForInsert() }
  override func validateForUpdate() throws { try super.validateForUpdate() }
  override func validateForDelete() throws { try super.validateForDelete() }
  override func validateValue(_ value: Any?, forKey key: String) throws {
    try super.validateValue(value, forKey: key)
  }
  override var description: String { "Visitor " + super.description }
}
