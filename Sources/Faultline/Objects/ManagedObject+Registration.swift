// A number that identifies an object even after it is gone.

extension ManagedObject {
  /// The context's number and the object's in it: never given twice in a process, as an address may be.
  package final var registrationNumber: UInt64 {
    UInt64(identityTable.link.number) << 32 | UInt64(serial)
  }

  /// The address of the identity table, read without retaining it.
  final var identityTableAddress: Address {
    Address(bits: unsafeBitCast(identityTable, to: UInt.self))
  }
}

extension ManagedObjectContext {
  /// The number that its objects' registration numbers begin with.
  package var registrationSpace: UInt64 { UInt64(link.number) }
}
