// Is notified when references of the graph go, so that retain cycles can be watched without searching all objects.

/// Watches the objects of contexts that have it; by default none does, and then a change costs one load.
///
/// It is called on the thread that uses the context, and must not keep an object: what is watched is when objects go.
package final class ReferenceWatcher {
  /// An object is about to lose references to others; all of them are still there.
  fileprivate private(set) var willLoseReferences: ((_ owner: ManagedObject) -> Void)?
  /// An object is about to refer to another by a relationship.
  fileprivate private(set) var willGainReference:
    ((_ owner: ManagedObject, _ tie: Int, _ object: ManagedObject) -> Void)?
  /// An object is deallocated.
  private(set) var didDeallocate: ((_ registrationNumber: UInt64) -> Void)?

  package init(
    willLoseReferences: @escaping (_ owner: ManagedObject) -> Void,
    willGainReference:
      @escaping (_ owner: ManagedObject, _ tie: Int, _ object: ManagedObject) -> Void,
    didDeallocate: @escaping (_ registrationNumber: UInt64) -> Void
  ) {
    self.willLoseReferences = willLoseReferences
    self.willGainReference = willGainReference
    self.didDeallocate = didDeallocate
  }

  /// Ends the watch: objects may outlive what watches them.
  package func stop() {
    (willLoseReferences, willGainReference, didDeallocate) = (nil, nil, nil)
  }
}

extension ManagedObjectContext {
  /// The watcher of this context's references; set it before the context has objects.
  package var referenceWatcher: ReferenceWatcher? {
    get { link.watcher }
    set { link.watcher = newValue }
  }

  /// The number of the object that was registered last.
  package var lastRegistrationNumber: UInt64 { UInt64(link.number) << 32 | UInt64(link.lastSerial) }
}

extension ManagedObject {
  /// A Boolean value that indicates whether its context knows the object: no save, reset or undo has taken it out.
  package final var isRegistered: Bool { !flags.contains(.detached) }

  /// A Boolean value that indicates whether some relationship is realized.
  package final var mayRefer: Bool { tieWord != 0 }

  /// Notifies the context's watcher, if it has one, before references to other objects go.
  @inline(__always) final func reportLoss() {
    guard let watcher = identityTable.link.watcher, tieWord != 0 else { return }
    watcher.willLoseReferences?(self)
  }

  /// Notifies the context's watcher, if it has one, before this object refers to another by a relationship.
  @inline(__always) final func reportGain(_ object: ManagedObject?, _ tie: Int) {
    guard let watcher = identityTable.link.watcher, let object else { return }
    watcher.willGainReference?(self, tie, object)
  }

  /// The same for the members that a set is about to have.
  @inline(__always) final func reportGains(
    _ members: [ManagedObject], _ tie: Int, in set: ObjectSet
  ) {
    guard let watcher = identityTable.link.watcher else { return }
    for member in members where !set.contains(member) {
      watcher.willGainReference?(self, tie, member)
    }
  }
}
