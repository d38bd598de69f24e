// Which record an object became: learned from saves, for it may be gone before the next look.

import Faultline
import Foundation
import Synchronization

/// Listens to saves and remembers what became of the objects that they inserted.
package final class SavedRecords {
  /// The records by registration number.
  private final class Ledger: Sendable {
    let records = Mutex<[UInt64: ManagedObjectID]>([:])
  }

  private let ledger = Ledger()
  private let observer: any NSObjectProtocol

  /// Begins to listen.
  package init() {
    observer = NotificationCenter.default.addObserver(
      forName: ManagedObjectContext.didSaveNotification, object: nil, queue: nil
    ) { [ledger] notification in
      let key = ManagedObjectContext.NotificationKey.insertedObjects.rawValue
      guard let inserted = notification.userInfo?[key] as? [ManagedObject] else { return }
      // Saves of other contexts are heard as well; no number of theirs is one of ours.
      ledger.records.withLock { records in
        for object in inserted { records[object.registrationNumber] = object.objectID }
      }
    }
  }

  deinit { NotificationCenter.default.removeObserver(observer) }

  /// The record of an object that was saved.
  subscript(number: UInt64) -> ManagedObjectID? { ledger.records.withLock { $0[number] } }
}
