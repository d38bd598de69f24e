// The results controllers of a context: told of what has happened, and held by nobody here.

extension ManagedObjectContext {
  func add(_ link: LooseLink<FetchedResultsController>) {
    controllers.removeAll(where: \.isCut)
    controllers.append(link)
  }

  /// Whether there are controllers, which list objects that nobody need hold.
  var isFollowed: Bool { !controllers.isEmpty && controllers.contains { !$0.isCut } }

  /// Visits the controllers in the order in which they were made.
  func forEachController(_ body: (FetchedResultsController) -> Void) {
    for link in controllers {
      if let controller = link.target { body(controller) }
    }
  }

  func showControllers(to visitor: BlockVisitor) {
    visitor.show(elementsOf: controllers, .registry)
    for link in controllers {
      visitor.show(link, .registry)
      link.target?.showBlocks(to: visitor)
    }
  }
}
