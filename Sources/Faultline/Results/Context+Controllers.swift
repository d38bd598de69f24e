// The results controllers of a context: told of what has happened, and held by nobody here.

import Synchronization

/// The way from a context to a controller, which may go at any time, and on any thread.
final class ControllerLink: Sendable {
  private let address = Mutex<Address?>(nil)

  func join(_ controller: FetchedResultsController) {
    let address = Address(of: controller)
    self.address.withLock { $0 = address }
  }

  func cut() { address.withLock { $0 = nil } }

  var isCut: Bool { address.withLock { $0 == nil } }

  /// The controller, held by the caller, if it is not about to go.
  var controller: FetchedResultsController? {
    address.withLock { $0.flatMap { $0.retainIfAlive() ? $0 : nil } }?
      .taken(as: FetchedResultsController.self)
  }
}

extension ManagedObjectContext {
  func add(_ link: ControllerLink) {
    controllers.removeAll(where: \.isCut)
    controllers.append(link)
  }

  /// Visits the controllers in the order in which they were made.
  func forEachController(_ body: (FetchedResultsController) -> Void) {
    for link in controllers {
      if let controller = link.controller { body(controller) }
    }
  }

  func showControllers(to visitor: BlockVisitor) {
    visitor.show(elementsOf: controllers, .registry)
    for link in controllers {
      visitor.show(link, .registry)
      link.controller?.showBlocks(to: visitor)
    }
  }
}
