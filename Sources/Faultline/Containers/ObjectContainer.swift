// Containers that keep just what is needed, and that the context can name among the holders (R5).

/// Something with a name that keeps objects alive: what leaves it is deallocated, unless it is held elsewhere (R5).
///
/// A plain array keeps objects as well; an array, a dictionary or a controller of this kind is also named among
/// an object's holders, with the way to the object in it.
public class ObjectContainer {
  /// The name by which it is found among an object's holders.
  public let name: String
  /// By which its context knows it; cut on whichever thread the container goes.
  private let link = LooseLink<ObjectContainer>()

  init(_ name: String, in context: ManagedObjectContext) {
    context.checkQueue()
    self.name = name
    link.join(self)
    context.containers.add(link)
  }

  deinit { link.cut() }

  /// The objects that it keeps, each once.
  public var heldObjects: [ManagedObject] {
    var seen: Set<ManagedObject> = []
    return lists.flatMap(\.objects).filter { seen.insert($0).inserted }
  }

  /// The way to each place at which it holds an object, such as `array 'kept'[0]`.
  public func paths(to object: ManagedObject) -> [String] {
    lists.flatMap { list in
      list.objects.indices.filter { list.objects[$0] === object }.map { list.path($0) }
    }
  }

  /// Visits every place at which it holds an object, with the words for the place.
  package final func forEachHeld(_ body: (_ path: String, _ object: ManagedObject) -> Void) {
    for list in lists {
      for (place, object) in list.objects.enumerated() { body(list.path(place), object) }
    }
  }

  /// What it holds: each of its lists, with the words for a place in it.
  var lists: [(objects: [ManagedObject], path: (Int) -> String)] { [] }

  /// Shows the container, what it keeps its objects in, and the objects.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .registry)
    for list in lists {
      for object in list.objects { object.showBlocks(to: visitor) }
    }
  }
}

extension ManagedObjectContext {
  /// Visits the objects of every container, one after the other.
  package func forEachContained(_ body: (ManagedObject) -> Void) {
    containers.forEachContainer { $0.heldObjects.forEach(body) }
  }
}
