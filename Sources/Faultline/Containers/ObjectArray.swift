// A list that keeps its objects.

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
