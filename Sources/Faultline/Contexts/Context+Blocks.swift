// The memory of a context: what it needs to find objects and to hold them.

extension ManagedObjectContext {
  /// Shows every block of the context's own, and those of objects that it holds and that cannot be found any more.
  package func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .registry)
    visitor.show(link, .registry)
    visitor.show(queue, .registry)
    registry.showBlocks(to: visitor)
    changes.showBlocks(to: visitor)
    notifier.showBlocks(to: visitor)
    followers.showBlocks(to: visitor)
    pool.showBlocks(to: visitor)
    agenda.showBlocks(to: visitor)
    containers.showBlocks(to: visitor)
    undoManager?.showBlocks(to: visitor)
  }
}

extension Population {
  /// Shows the identity tables made after a moment, without the objects that can be found in them.
  ///
  /// An object that was reset, and that is still held, can be found in no table: its holder has to show it.
  package static func showHomes(since moment: Population.Moment, to visitor: BlockVisitor) {
    for identityTable in identityTables(since: moment) { identityTable.showBlocks(to: visitor) }
  }
}
