// Every reference to an object has a name.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct HoldersTests {
  /// L2, R3, R4, C1: each reason by itself.
  @Test func `each reason has a name`() throws {
    let office = try Office()
    let (grace, ada) = (office.hire("Grace"), office.hire("Ada"))
    #expect(office.context.holders(of: ada) == [.pendingChange])
    try office.context.save()
    #expect(office.context.holders(of: ada) == [])
    ada.setValue(grace, forKey: "manager")
    try office.context.save()
    _ = grace.mutableSetValue(forKey: "reports").count
    #expect(
      office.context.holders(of: ada) == [.relationship(owner: grace.objectID, name: "reports")])
    #expect(
      office.context.holders(of: grace) == [.relationship(owner: ada.objectID, name: "manager")])
    office.context.retainsRegisteredObjects = true
    office.context.usesAutoreleasePool = true
    _ = office.context.object(with: ada.objectID)
    #expect(
      office.context.holders(of: ada).map(\.description) == [
        "the context, which retains registered objects", "the pool, until the turn ends",
        "'reports' of \(grace.objectID)",
      ])
    office.context.delete(ada)
    #expect(office.context.holders(of: ada).prefix(2) == [.pendingChange, .pendingDeletion])
    let results = try office.context.fetchBatched(FetchRequest(entityName: "Employee"))
    _ = results[0]
    #expect(office.context.holders(of: grace).contains(.container("the results of a fetch")))
  }

  /// C1, R3: what a save has to know of a removed member is kept as a key.
  @Test func `a relationship releases a removed member at once, loaded or not`() throws {
    let studio = try Studio()
    let (band, one) = (studio.make("Band", "Band"), studio.make("Musician", "One"))
    band.mutableSetValue(forKey: "musicians").add(one)
    try studio.context.save()
    studio.context.refreshAllObjects()
    band.mutableSetValue(forKey: "musicians").remove(one)
    #expect(studio.context.holders(of: one) == [.pendingChange])
  }

  static let seeds = Effort.choose(quick: 20, ci: 200, full: 2000)

  /// Complete: the runtime counts as many references as there are reasons, after every step.
  @Test(arguments: 1...seeds)
  func `reasons and references are equally many`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let studio = try Studio(undo: seed.isMultiple(of: 2))
    var containers: [ObjectContainer] = []
    var entities = ["Band", "Musician", "Song", "Label"].flatMap { Array(repeating: $0, count: 5) }
    entities.shuffle(using: &random)
    var objects = entities.enumerated().map { studio.make($1, "\($0)") }
    for step in 0..<60 {
      take(Int.random(in: 0..<14, using: &random), studio, objects, &random)
      if let any = objects.randomElement(using: &random) {
        contain(any, Int.random(in: 0..<24, using: &random), studio.context, &containers)
      }
      if step % 9 == 8 { try studio.context.save() }
      objects.removeAll { $0.managedObjectContext == nil }
      guard objects.count > 4 else { return }
      let complaint = difference(studio.context, objects)
      #expect(complaint == nil, "step \(step): \(complaint ?? "")")
      if complaint != nil { return }
    }
  }

  private func take(
    _ step: Int, _ studio: Studio, _ objects: [ManagedObject], _ random: inout SplitMix64
  ) {
    func pick(_ entity: String) -> ManagedObject? {
      objects.filter { $0.entity.name == entity && !$0.isDeleted }.randomElement(using: &random)
    }
    guard let band = pick("Band"), let one = pick("Musician"), let two = pick("Musician"),
      let song = pick("Song"), let label = pick("Label"),
      let any = objects.randomElement(using: &random)
    else { return }
    switch step {
    case 0: band.mutableSetValue(forKey: "musicians").add(one)
    case 1: one.mutableSetValue(forKey: "bands").remove(band)
    case 2: one.mutableSetValue(forKey: "friends").add(two)
    case 3: one.mutableSetValue(forKey: "heroes").add(two)
    case 4: one.setValue(two, forKey: "spouse")
    case 5: song.setValue(band, forKey: "band")
    case 6: label.mutableSetValue(forKey: "bands").add(band)
    case 7:
      if !any.isInserted, !any.hasRelationshipChanges, !any.isDeleted {
        studio.context.refresh(any, mergeChanges: false)
      }
    case 8: studio.context.delete(song)
    case 9: studio.context.retainsRegisteredObjects.toggle()
    case 10: studio.context.usesAutoreleasePool.toggle()
    case 11: studio.context.undo()
    case 12: studio.context.redo()
    // An object that is to be removed and was never saved is gone when the turn begins.
    default: if !any.isDeleted { studio.context.turn { any.setValue("\(step)", forKey: "name") } }
    }
  }

  private func contain(
    _ object: ManagedObject, _ step: Int, _ context: ManagedObjectContext,
    _ containers: inout [ObjectContainer]
  ) {
    switch step {
    case 0: containers.append(ObjectArray("list \(containers.count)", [object], in: context))
    case 1:
      let dictionary = ObjectDictionary("index \(containers.count)", in: context)
      dictionary["it"] = object
      containers.append(dictionary)
    case 2:
      let controller = ObjectController("screen \(containers.count)", in: context)
      controller.content = [object]
      controller.selection = [object]
      containers.append(controller)
    case 3: containers.removeAll()
    default: return
    }
  }

  /// The first object of which a look at all holders gives another number than a question for one object.
  private func disagreement(
    _ context: ManagedObjectContext, _ objects: [ManagedObject], _ counts: [Int]
  ) -> String? {
    var seen: [ManagedObjectID: Int] = [:]
    context.forEachHold { seen[$1.objectID, default: 0] += 1 }
    context.forEachRegistered { owner in
      owner.forEachReference { seen[$1.objectID, default: 0] += 1 }
    }
    return zip(objects, counts).first { seen[$0.objectID] ?? 0 != $1 }.map {
      "\($0.objectID) has \($1) reasons, and \(seen[$0.objectID] ?? 0) are visited"
    }
  }

  /// The first object of which references and reasons differ; the list of objects is one reference each.
  private func difference(
    _ context: ManagedObjectContext, _ objects: [ManagedObject]
  ) -> String? {
    let reasons = objects.map { context.holders(of: $0) }
    if let complaint = disagreement(context, objects, reasons.map(\.count)) { return complaint }
    let addresses = objects.map { Unmanaged.passUnretained($0).toOpaque() }
    for (index, address) in addresses.enumerated() {
      let count = ManagedObject.strongReferenceCount(at: address)
      guard count != reasons[index].count + 1 else { continue }
      return "\(objects[index].objectID) has \(count - 1) references and these reasons: "
        + reasons[index].map(\.description).joined(separator: "; ")
    }
    return nil
  }
}
