// Letting go of a chain of objects without descending into it.

/// The references that objects on their way out held, released one after the other.
///
/// An object that is deallocated releases what it referred to, which may be deallocated in turn: a chain of a
/// million would nest a million calls. Here the first deallocation on a thread opens a queue, and those that
/// follow only add to it.
final class ReleaseQueue {
  // Unchecked: a queue belongs to its thread, and every object that goes passes here.
  @exclusivity(unchecked) private var references: ContiguousArray<Unmanaged<AnyObject>> = []
  @exclusivity(unchecked) private var isRunning = false

  private static let queues = ThreadLocal<ReleaseQueue>()

  private static var current: ReleaseQueue { queues.value { ReleaseQueue() } }

  /// Releases what an object's relationships hold.
  static func dismantle(_ object: ManagedObject) {
    let queue = current
    guard let first = object.takeReferences(into: &queue.references) else { return }
    if queue.isRunning { queue.references.append(first) } else { queue.run(first) }
  }

  /// Releases the members of a set.
  static func dismantle(_ set: ObjectSet) {
    guard !set.holdsNothing else { return }
    let queue = current
    set.takeAll(into: &queue.references)
    if !queue.isRunning { queue.run(nil) }
  }

  /// Releases what is in the queue, then one more reference, and whatever that brings: an object with one reference
  /// needs no list.
  private func run(_ last: Unmanaged<AnyObject>?) {
    isRunning = true
    drain()
    last?.release()
    drain()
    references = []
    isRunning = false
  }

  private func drain() {
    while let reference = references.popLast() { reference.release() }
  }
}
