// The answer to a big request, of which only a few objects exist at any time.

/// The objects of a fetch, found by their keys and filled batch by batch as they are walked over.
///
/// Which objects belong to it is settled by the fetch (semantics 59). The batches that were used last are held;
/// older ones are let go, so a walk over a million objects needs the memory of a few (semantics 61). An array
/// made of it would fill and hold them all (semantics 63).
public final class BatchedResults: RandomAccessCollection {
  private struct Batch {
    let number: Int
    let objects: [ManagedObject]
  }

  private let link: ContextLink
  /// How the context finds the results.
  let loose = LooseLink<BatchedResults>()
  private let request: FetchRequest
  private let identityTables: [(start: Int, identityTable: IdentityTable)]
  private let keys: ContiguousArray<Int64>
  /// Objects that were never saved, by their positions: they would not be found again by the keys that they have.
  private let unsaved: [Int: ManagedObject]
  private var batches: [Batch] = []
  /// Two, so that a walk along the seam of two batches does not load them again and again.
  private static let heldBatches = 2

  init(
    _ request: FetchRequest, link: ContextLink,
    identityTables: [(start: Int, identityTable: IdentityTable)],
    keys: ContiguousArray<Int64>, unsaved: [Int: ManagedObject]
  ) {
    self.request = request
    self.link = link
    self.identityTables = identityTables
    self.keys = keys
    self.unsaved = unsaved
    loose.join(self)
  }

  /// Results that hold all of their objects: one batch, which needs no keys to be filled again.
  init(holding objects: [ManagedObject], _ request: FetchRequest, link: ContextLink) {
    self.request = request
    self.link = link
    identityTables = []
    keys = []
    unsaved = [:]
    batches = [Batch(number: 0, objects: objects)]
    loose.join(self)
  }

  /// Results of the same request that hold all of their objects.
  func holding(_ objects: [ManagedObject]) -> BatchedResults {
    BatchedResults(holding: objects, request, link: link)
  }

  /// Whether all objects are held; no keys are kept then.
  private var isWhole: Bool { keys.isEmpty }

  deinit { loose.cut() }

  /// The first position.
  public var startIndex: Int { 0 }

  /// The position after the last object.
  public var endIndex: Int {
    isWhole ? batches.first?.objects.count ?? 0 : keys.count
  }

  /// How many objects are filled at a time.
  public var batchSize: Int {
    request.fetchBatchSize > 0 && !isWhole ? request.fetchBatchSize : Swift.max(1, count)
  }

  /// The batch size of the request, even where all objects were filled at once; 0 without one.
  package var requestedBatchSize: Int { request.fetchBatchSize }

  /// The object at a position; with it the whole batch is filled.
  public subscript(position: Int) -> ManagedObject {
    do throws(GraphError) { return try object(at: position) } catch { misuse(error) }
  }

  /// The object at a position, or why it cannot be had.
  package func object(at position: Int) throws(GraphError) -> ManagedObject {
    guard indices.contains(position) else {
      throw GraphError(
        .unsupportedRequest, "There are \(count) objects; there is none at \(position).")
    }
    guard let context = link.context else {
      throw GraphError(.coreData, "The results' context is gone; keep it as long as its results.")
    }
    let batch = try batch(position / batchSize, context)
    return context.handOut(batch.objects[position % batchSize])
  }

  private func batch(
    _ number: Int, _ context: ManagedObjectContext
  ) throws(GraphError) -> Batch {
    if let index = batches.firstIndex(where: { $0.number == number }) {
      if index < batches.count - 1 { batches.append(batches.remove(at: index)) }
      return batches[batches.count - 1]
    }
    // The oldest batch makes room before the new one is loaded: no more than two are ever there.
    if batches.count == Self.heldBatches { batches.removeFirst() }
    let places = number * batchSize..<Swift.min((number + 1) * batchSize, keys.count)
    let objects = places.map { unsaved[$0] ?? context.object(keys[$0], at: identityTable(at: $0)) }
    try context.load(objects, for: request)
    let batch = Batch(number: number, objects: objects)
    batches.append(batch)
    return batch
  }

  private func identityTable(at place: Int) -> IdentityTable {
    var (low, high) = (0, identityTables.count)
    while low < high {
      let middle = (low + high) / 2
      if identityTables[middle].start > place { high = middle } else { low = middle + 1 }
    }
    return identityTables[low - 1].identityTable
  }

  /// Shows the keys and the objects that it holds.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .registry)
    visitor.show(elementsOf: keys, .registry)
    visitor.show(elementsOf: identityTables, .registry)
    visitor.show(elementsOf: batches, .registry)
    visitor.show(elementsOf: unsaved, .registry)
    for object in unsaved.values { object.showBlocks(to: visitor) }
    for objects in batches.map(\.objects) {
      visitor.show(elementsOf: objects, .registry)
      for object in objects { object.showBlocks(to: visitor) }
    }
  }

  /// Visits the objects that it holds, once a reference.
  func forEachHeld(_ body: (ManagedObject) -> Void) {
    for batch in batches { batch.objects.forEach(body) }
    for place in unsaved.keys.sorted() { if let object = unsaved[place] { body(object) } }
  }

  /// The objects that it holds now, in the order of their positions.
  package var heldObjects: [ManagedObject] {
    let filled = batches.sorted { $0.number < $1.number }.flatMap(\.objects)
    return filled + unsaved.sorted { $0.key < $1.key }.map(\.value)
  }

  /// How often it holds an object, for the list of the object's holders.
  func holds(_ object: ManagedObject) -> Int {
    let held = batches.flatMap(\.objects).count { $0 === object }
    return held + unsaved.values.count { $0 === object }
  }
}
