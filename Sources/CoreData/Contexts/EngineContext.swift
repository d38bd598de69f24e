// The engine's context beneath an NSManagedObjectContext.

import Faultline
import Foundation

/// The engine's context that belongs to an `NSManagedObjectContext`.
///
/// A class of its own, so that the way back needs no table and the engine's contexts no word more.
final class EngineContext: ManagedObjectContext, @unchecked Sendable {
  /// The context that owns this one, and clears the reference when it goes.
  unowned(unsafe) var client: NSManagedObjectContext?

  init(_ type: ConcurrencyType) {
    super.init(type, isPlain: false)
    // Core Data has no undo manager by default.
    undoManager = nil
    behaviours = .coreData
    // Core Data checks threads only where a program asks for it.
    checksQueue = Self.checksQueues
  }

  private static let checksQueues =
    ProcessInfo.processInfo.environment["FAULTLINE_CHECK_QUEUES"] == "1"

  override func post(_ name: Notification.Name, userInfo: [AnyHashable: Any]?) {
    client?.post(name, userInfo)
  }
}
