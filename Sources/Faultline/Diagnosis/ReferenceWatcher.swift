// Is notified when references of the graph go, so that retain cycles can be watched without searching all objects.

/// Watches the objects of contexts that have it; by default none does, and then a change costs one load.
///
/// It is called on the thread that uses the context, and must not keep an object: what is watched is when objects go.
package final class ReferenceWatcher {
  /// An object is about to lose references to others; all of them are still there.
  fileprivate private(set) var willLoseReferences: ((_ owner: ManagedObject) -> Void)?
  /// An object is deallocated.
  private(set) var didDeallocate: ((_ registrationNumber: UInt64) -> Void)?

  package init(
    willLoseReferences: @escaping (_ owner: ManagedObject) -> Void,
    didDeallocate: @escaping (_ registrationNumber: UInt64) -> Void
  ) {
    self.willLoseReferences = willLoseReferences
    self.didDeallocate = didDeallocate
  }

  /// Ends the watch: objects may outlive what watches them.
  package func stop() { (willLoseReferences, didDeallocate) = (nil, nil) }
}

extension ManagedObjectContext {
  /// What is notified of references that go in this context; set it before the context has objects.
  package var referenceWatcher: ReferenceWatcher? {
    get { link.watcher }
    set { link.watcher = newValue }
  }

  /// The number of the object that was registered last.
  package var lastRegistrationNumber: UInt64 { UInt64(link.number) << 32 | UInt64(link.lastSerial) }
}

extension ManagedObject {
  /// Whether it belongs to its context, and was not deleted for good, reset or put aside by an undo.
  package final var isRegistered: Bool { !flags.contains(.detached) }

  /// Whether some relationship is realized.
  package final var mayRefer: Bool { tieWord != 0 }

  /// Notifies the context's watcher, if it has one, before references to other objects go.
  @inline(__always) final func reportLoss() {
    guard let watcher = identityTable.link.watcher, tieWord != 0 else { return }
    watcher.willLoseReferences?(self)
  }
}
