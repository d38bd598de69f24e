// A dictionary that keeps its objects.

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

  /// How many words there are.
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
