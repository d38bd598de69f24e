// What stands between a screen and its objects: content, order, filter and selection.

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

  /// Whether one object stands before another; nil for the order of the content.
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

  /// What is arranged as it came lies in the content's own storage, and is held but once.
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
