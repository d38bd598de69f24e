// The objects of the keys that a fetch has found, one after the other.

/// Finds the objects of one entity by their keys, and makes those that are not there.
///
/// Where nothing was registered before and keys rise, the next key has no object either, and is not looked up: that
/// is how a context is filled first. Whether something else has made an object meanwhile, as an app's own class may,
/// shows in the numbers that objects get.
struct FoundObjects {
  private let context: ManagedObjectContext
  private let identityTable: IdentityTable
  private var allAreNew: Bool
  private var lastKey = Int64.min
  private var lastSerial: UInt32

  init(of count: Int, at identityTable: IdentityTable, in context: ManagedObjectContext) {
    self.context = context
    self.identityTable = identityTable
    let registered = identityTable.registeredCount
    identityTable.reserve(count - registered)
    allAreNew = registered == 0
    lastSerial = identityTable.link.lastSerial
  }

  /// The object of a key: the one that is registered, or a new fault.
  mutating func object(_ key: Int64) -> ManagedObject {
    guard allAreNew, key > lastKey, identityTable.link.lastSerial == lastSerial else {
      allAreNew = false
      return context.object(key, at: identityTable)
    }
    let object = context.newFault(key, at: identityTable)
    lastKey = key
    lastSerial &+= 1
    return object
  }
}
