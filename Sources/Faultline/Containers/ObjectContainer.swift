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

/// An array of objects with a name.
public final class ObjectArray: ObjectContainer {
  /// The objects, which live at least as long as they stand here.
  public var objects: [ManagedObject]

  /// Makes an array for objects of a context.
  public init(_ name: String, _ objects: [ManagedObject] = [], in context: ManagedObjectContext) {
    self.objects = objects
    super.init(name, in: context)
  }

  override var lists: [(objects: [ManagedObject], path: (Int) -> String)] {
    [(objects, { [name] in "array '\(name)'[\($0)]" })]
  }

  override func showBlocks(to visitor: BlockVisitor) {
    super.showBlocks(to: visitor)
    visitor.show(elementsOf: objects, .registry)
  }
}

/// A dictionary from words to objects, with a name.
public final class ObjectDictionary: ObjectContainer {
  private var objects: [String: ManagedObject] = [:]

  /// Makes a dictionary for objects of a context.
  public override init(_ name: String, in context: ManagedObjectContext) {
    super.init(name, in: context)
  }

  /// The object of a word, which lives at least as long as it stands here.
  public subscript(key: String) -> ManagedObject? {
    get { objects[key] }
    set { objects[key] = newValue }
  }

  /// The number of words.
  package var count: Int { objects.count }

  /// The words, in their order.
  public var keys: [String] { objects.keys.sorted() }

  override var lists: [(objects: [ManagedObject], path: (Int) -> String)] {
    let keys = keys
    return [
      (keys.compactMap { objects[$0] }, { [name] in "dictionary '\(name)'[\(keys[$0])]" })
    ]
  }

  override func showBlocks(to visitor: BlockVisitor) {
    super.showBlocks(to: visitor)
    visitor.show(elementsOf: objects, .registry)
  }
}

/// A controller of objects in the manner of `NSArrayController`: it keeps what it manages alive.
///
/// Objects that leave the content leave the selection too, and are then deallocated unless they are held
/// elsewhere (R5).
public final class ObjectController: ObjectContainer {
  /// The objects that it manages.
  public var content: [ManagedObject] = [] {
    didSet { arrange() }
  }

  /// The objects in the order and with the filter that were asked for.
  public private(set) var arrangedObjects: [ManagedObject] = []

  /// The chosen ones among the arranged objects; others cannot be chosen.
  public var selection: [ManagedObject] {
    get { selected }
    set {
      let wanted = Set(newValue)
      selected = arrangedObjects.filter(wanted.contains)
    }
  }

  /// Which objects are shown; nil for all.
  public var filter: ((ManagedObject) -> Bool)? {
    didSet { arrange() }
  }

  /// The order of the arranged objects; nil for the order of the content.
  public var areInIncreasingOrder: ((ManagedObject, ManagedObject) -> Bool)? {
    didSet { arrange() }
  }

  private var selected: [ManagedObject] = []

  /// Makes a controller for objects of a context.
  public override init(_ name: String, in context: ManagedObjectContext) {
    super.init(name, in: context)
  }

  /// Adds an object to the content.
  public func add(_ object: ManagedObject) { content.append(object) }

  /// Removes an object from the content, wherever it stands in it.
  public func remove(_ object: ManagedObject) { content.removeAll { $0 === object } }

  private func arrange() {
    var arranged = filter.map { content.filter($0) } ?? content
    if let areInIncreasingOrder { arranged.sort(by: areInIncreasingOrder) }
    arrangedObjects = arranged
    selection = selected
  }

  override var lists: [(objects: [ManagedObject], path: (Int) -> String)] {
    shown.map { list in
      (list.objects, { [name] in "controller '\(name)'.\(list.key)[\($0)]" })
    }
  }

  /// The lists of objects that the container holds, by key.
  ///
  /// Without a filter and an order, the arranged objects share the storage of the content, so they are listed once.
  private var shown: [(key: String, objects: [ManagedObject])] {
    let isArranged = filter != nil || areInIncreasingOrder != nil
    return [("content", content)] + (isArranged ? [("arrangedObjects", arrangedObjects)] : [])
      + [("selection", selected)]
  }

  override func showBlocks(to visitor: BlockVisitor) {
    super.showBlocks(to: visitor)
    for list in [content, arrangedObjects, selected] {
      visitor.show(elementsOf: list, .registry)
    }
  }
}
