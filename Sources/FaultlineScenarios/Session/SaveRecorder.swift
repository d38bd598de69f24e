// What a context has saved, kept for the contexts that merge it later.

import Faultline
import Synchronization

/// Remembers what a context has saved last (N2).
class SaveRecorder {
  private let memory = Memory()
  private let observer: NotificationObserver

  private final class Memory: Sendable {
    let latest = Mutex<SavedChanges?>(nil)
  }

  init(_ context: ManagedObjectContext) {
    let saver = ObjectIdentifier(context)
    observer = NotificationObserver(ManagedObjectContext.didSaveNotification) {
      [memory] notification in
      guard notification.isOf(saver) else { return }
      memory.latest.withLock { $0 = SavedChanges(notification) }
    }
  }

  /// The IDs of what was saved last; nil before the first save.
  var latest: SavedChanges? { memory.latest.withLock { $0 } }

  /// What a context that merges all saves has not merged yet; nil before the first save, and where that is not kept.
  func unmerged(by target: Int) -> [SavedChanges]? { nil }

  /// Remembers for the context that takes the place of the former.
  func followed(to context: ManagedObjectContext) -> SaveRecorder { SaveRecorder(context) }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .script)
    visitor.show(observer, .script)
    visitor.show(memory, .script)
    latest?.showBlocks(to: visitor)
  }
}

/// Keeps every save of a context until each context that merges them all has done so.
final class SaveHistory: SaveRecorder {
  private let book: Book
  private let logger: NotificationObserver

  private struct Pages {
    /// The saves that are still to be merged.
    var saves: [SavedChanges] = []
    /// How many came before them.
    var dropped = 0
    /// How many each context has merged, by the number of its name.
    var merged: [Int: Int] = [:]
  }

  private final class Book: Sendable {
    /// The contexts that merge; until all of them have, nothing is dropped.
    let targets: [Int]
    let pages = Mutex(Pages())

    init(for targets: [Int]) { self.targets = targets }
  }

  /// Keeps saves for the contexts whose names have these numbers.
  convenience init(_ context: ManagedObjectContext, for targets: [Int]) {
    self.init(context, Book(for: targets))
  }

  private init(_ context: ManagedObjectContext, _ book: Book) {
    self.book = book
    let saver = ObjectIdentifier(context)
    logger = NotificationObserver(ManagedObjectContext.didSaveNotification) { [book] notification in
      guard notification.isOf(saver), let changes = SavedChanges(notification) else { return }
      book.pages.withLock { $0.saves.append(changes) }
    }
    super.init(context)
  }

  override func followed(to context: ManagedObjectContext) -> SaveRecorder {
    SaveHistory(context, book)
  }

  override func unmerged(by target: Int) -> [SavedChanges]? {
    book.pages.withLock { pages in
      let count = pages.dropped + pages.saves.count
      guard count > 0 else { return nil }
      let known = max(pages.merged[target] ?? 0, pages.dropped)
      let news = Array(pages.saves[(known - pages.dropped)...])
      pages.merged[target] = count
      let least = book.targets.map { pages.merged[$0] ?? 0 }.min() ?? count
      // An empty array holds no memory; one that was shortened would.
      pages.saves = least == count ? [] : Array(pages.saves[(least - pages.dropped)...])
      pages.dropped = least
      return news
    }
  }

  override func showBlocks(to visitor: BlockVisitor) {
    super.showBlocks(to: visitor)
    visitor.show(book, .script)
    visitor.show(logger, .script)
    visitor.show(elementsOf: book.targets, .script)
    book.pages.withLock { pages in
      visitor.show(elementsOf: pages.saves, .script)
      visitor.show(elementsOf: pages.merged, .script)
      for save in pages.saves { save.showBlocks(to: visitor) }
    }
  }
}

extension SavedChanges {
  fileprivate func showBlocks(to visitor: BlockVisitor) {
    for ids in [inserted, updated, deleted] { visitor.show(elementsOf: ids, .script) }
  }
}
