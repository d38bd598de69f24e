// A number for whoever must tell objects apart after they are gone.

extension ManagedObject {
  /// The context's number and the object's in it: never given twice in a process, as an address may be.
  package final var registrationNumber: UInt64 {
    UInt64(home.link.number) << 32 | UInt64(serial)
  }

  /// Where the home lies, which is not counted for the question.
  final var homeAddress: Address { Address(bits: unsafeBitCast(home, to: UInt.self)) }
}

extension ManagedObjectContext {
  /// The number that its objects' registration numbers begin with.
  package var registrationSpace: UInt64 { UInt64(link.number) }
}
