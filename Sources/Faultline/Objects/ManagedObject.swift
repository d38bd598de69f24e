// One node of the graph: a small shell whose values come and go beneath it.

import Foundation

/// An object of a graph, alive in one context.
///
/// The shell is sixty-four bytes and never moves. A fault is a shell without slots; realized, its slots
/// are those of its row; changed, those of its overlay. What it refers to hangs in its ties.
open class ManagedObject: GraphMember {
  /// The slots of the row or of the overlay; nil while the object is a fault.
  @usableFromInline @exclusivity(unchecked) final var slots: UnsafeMutablePointer<UInt64>?
  @usableFromInline @exclusivity(unchecked) final var identityTable: IdentityTable
  @exclusivity(unchecked) final var key: Int64
  /// The row, or the overlay while `flags` says that there are changes.
  @exclusivity(unchecked) final var body: AnyObject?
  /// The only relationship, or the block of several; zero while none is realized.
  @exclusivity(unchecked) final var tieWord: UInt
  @exclusivity(unchecked) final var serial: UInt32
  @exclusivity(unchecked) final var flags: ObjectFlags

  /// Makes an object and inserts it into a context; with nil it belongs nowhere.
  ///
  /// Override the awake methods to set values: a context does not notice what an initializer does.
  public required init(entity: EntityDescription, insertInto context: ManagedObjectContext?) {
    let birth = Birth.ofObject(of: entity, in: context)
    let isNew = birth.isNew
    key = birth.key
    identityTable = birth.identityTable
    tieWord = 0
    serial = identityTable.link.nextSerial()
    flags = []
    identityTable.register(self)
    if isNew { Self.begin(self, in: context) }
  }

  deinit {
    identityTable.unregister(self)
    identityTable.link.watcher?.didDeallocate?(registrationNumber)
    forgetWhatLiesBeside()
    // Before the identity table, which keeps alive the layout that freeing an overlay needs.
    body = nil
    if tieWord != 0 { ReleaseQueue.dismantle(self) }
  }

  /// Makes an object of this class for a context, which calls it wherever an entity has a class of its own.
  ///
  /// A subclass overrides it if its initializers take other descriptions than the engine's.
  open class func make(
    entity: EntityDescription, insertInto context: ManagedObjectContext?
  ) -> ManagedObject {
    self.init(entity: entity, insertInto: context)
  }

  // MARK: - Identity

  /// The object's identity, which may cross threads where the object may not.
  public final var objectID: ManagedObjectID {
    if flags.contains(.showsTemporaryID),
      let id = managedObjectContext?.persistentStoreCoordinator?.temporaryID(of: self)
    {
      return id
    }
    return registeredID
  }

  /// The ID under which the object is registered.
  final var registeredID: ManagedObjectID {
    Unmanaged.passUnretained(identityTable)._withUnsafeGuaranteedRef {
      ManagedObjectID(entity: $0.entity, key: key, space: $0.space)
    }
  }

  // MARK: - What state it is in

  /// Whether it was inserted and never saved.
  public final var isInserted: Bool { flags.contains(.inserted) && !isDeleted }

  /// Whether it has unsaved changes.
  public final var isUpdated: Bool { flags.contains(.updated) && !isDeleted }

  /// Whether a save will remove it; a rollback takes that back.
  public final var isDeleted: Bool { flags.contains(.deleted) }

  /// Whether a save would write or remove it.
  public final var hasChanges: Bool { !flags.isDisjoint(with: [.inserted, .updated, .deleted]) }

  /// Whether it was never saved, deleted or not.
  final var isNew: Bool { flags.contains(.inserted) }

  /// Whether its values are not loaded; the first access loads them.
  ///
  /// A fetch that names properties returns faults that know those and no others.
  public final var isFault: Bool { slots == nil }

  // MARK: - To override

  /// The value of a property by its name: nil for none; an object, a set or, where it is ordered, a list of
  /// objects for a relationship.
  ///
  /// An unknown key stops with a sentence that names it.
  open func value(forKey key: String) -> Any? { modeledValue(forKey: key) }

  /// Sets a property by its name; a value of a wrong type stops with a sentence that names entity and key.
  open func setValue(_ value: Any?, forKey key: String) { setModeledValue(value, forKey: key) }

  /// Called once in an object's life, after it was inserted and has its default values.
  open func awakeFromInsert() {}

  /// Called each time the object was filled with its values.
  open func awakeFromFetch() {}

  /// Called when the object takes on an earlier or a newer state in one step, with what brought that about.
  open func awake(fromSnapshotEvents flags: SnapshotEvents) {}

  /// Called when the object is to be deleted, before its relationships are touched.
  open func prepareForDeletion() {}

  /// Called before the object becomes a fault, while its values are still there.
  open func willTurnIntoFault() {}

  /// Called after the object became a fault.
  open func didTurnIntoFault() {}

  /// Called before a save writes or removes the object; what it changes is part of the save.
  open func willSave() {}

  /// Called after a save wrote or removed the object; what it changes is for the next save.
  open func didSave() {}

  /// The object's ID, with its values if they are loaded; asking fires nothing (semantics 34).
  open var description: String { drawn }

  /// Throws if the new object may not be saved; call the inherited method, which asks every property.
  open func validateForInsert() throws { try validateProperties() }

  /// Throws if the changed object may not be saved; call the inherited method.
  open func validateForUpdate() throws { try validateProperties() }

  /// Throws if the object may not be deleted; call the inherited method, which asks the delete rules.
  open func validateForDelete() throws { try validateDeletion() }

  /// Throws if a property may not have a value; call the inherited method, which asks the model.
  open func validateValue(_ value: Any?, forKey key: String) throws {
    try checkValue(value, forKey: key)
  }

  // MARK: - What lies beneath

  final var overlay: Overlay? {
    guard flags.contains(.overlaid), let body else { return nil }
    return unsafeDowncast(body, to: Overlay.self)
  }

  /// Calls a body with the overlay, which is not counted: the object holds it.
  @inline(__always) final func withOverlay<Result>(_ body: (Overlay) -> Result) -> Result? {
    guard flags.contains(.overlaid),
      let pointer = UnsafeRawPointer(bitPattern: unsafeBitCast(self.body, to: UInt.self))
    else { return nil }
    return Unmanaged<Overlay>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
  }

  /// Where the row lies.
  final var rowAddress: Address {
    let bits =
      withOverlay { unsafeBitCast($0.info.pointee.base, to: UInt.self) }
      ?? unsafeBitCast(body, to: UInt.self)
    return Address(bits: bits)
  }

  /// The row as it was last fetched or saved; a partial one is none.
  final var row: Row? {
    guard let body else { return nil }
    guard !flags.isDisjoint(with: .overlaidOrPartial) else {
      return unsafeDowncast(body, to: Row.self)
    }
    return flags.contains(.overlaid)
      ? unsafeDowncast(body, to: Overlay.self).info.pointee.base : nil
  }

  /// Lets the object live on a row, realized.
  final func settle(on row: consuming Row) {
    slots = row.slots
    flags.subtract([.changed, .overlaid, .recorded, .partial])
    body = row
  }

  /// Gives a new object its default values, and lets a context take it in.
  private static func begin(_ object: ManagedObject, in context: ManagedObjectContext?) {
    object.startEmpty()
    context?.welcome(object)
  }

  /// Gives a new object its default values; it counts as inserted once a context takes it in.
  final func startEmpty() {
    // Neither the table nor what belongs to it is counted, since every new object comes here.
    let overlay = Unmanaged.passUnretained(identityTable)._withUnsafeGuaranteedRef { table in
      Overlay.make(table.plan, event: table.link.event)
    }
    flags = [.changed, .overlaid]
    slots = overlay.slots
    if identityTable.plan.pointee.hasStartingValues {
      for (slot, value) in identityTable.layout.startingValues { store(value, slot, in: overlay) }
    }
    body = overlay
  }
}

/// Objects are equal when they are the same; the hash comes from the registration, never from an address.
extension ManagedObject: Hashable {
  /// Whether the two are one object.
  public static func == (one: ManagedObject, other: ManagedObject) -> Bool { one === other }

  /// Feeds the number under which the object was registered.
  public func hash(into hasher: inout Hasher) { hasher.combine(serial) }
}

@available(*, unavailable, message: "A managed object stays in its context; send its objectID.")
extension ManagedObject: @unchecked Sendable {}

/// Where an object that is being made belongs.
struct Birth {
  let identityTable: IdentityTable
  let key: Int64
  /// Whether it is a new object, and not the fault of a stored one.
  let isNew: Bool

  /// Where the next object belongs: the record it stands for, or a new temporary key; without a context it is alone
  /// in an identity table of its own.
  static func ofObject(of entity: EntityDescription, in context: ManagedObjectContext?) -> Birth {
    context?.birth(of: entity)
      ?? Birth(
        identityTable: IdentityTable(
          entity: entity, space: KeySpace(nil, ordinal: 0), link: ContextLink(), rows: nil),
        key: -1, isNew: true)
  }
}

// Making an object by its class alone.
extension ManagedObject {
  /// Makes an object of the entity whose objects are of this class, and inserts it.
  ///
  /// A class that stands for no entity, or for several, stops with a sentence; name the entity then.
  public convenience init(context: ManagedObjectContext) {
    do throws(GraphError) {
      self.init(entity: try Self.entity(in: context), insertInto: context)
    } catch {
      misuse(error)
    }
  }

  private static func entity(in context: ManagedObjectContext) throws(GraphError)
    -> EntityDescription
  {
    let entities = try context.coordinator().managedObjectModel.entities
      .filter { !$0.isAbstract && $0.objectClass.type == self }
    guard let entity = entities.first, entities.count == 1 else {
      throw GraphError(
        .unsupportedRequest,
        entities.isEmpty
          ? "No entity has objects of the class '\(self)'; register the class on the model first."
          : "Several entities have objects of the class '\(self)'; "
            + "name one of them: \(entities.map(\.name).joined(separator: ", ")).")
    }
    return entity
  }
}

// A number that identifies an object even after it is gone.
extension ManagedObject {
  /// The context's number and the object's in it: never given twice in a process, as an address may be.
  package final var registrationNumber: UInt64 {
    UInt64(identityTable.link.number) << 32 | UInt64(serial)
  }

  /// The address of the identity table, read without retaining it.
  final var identityTableAddress: Address {
    Address(bits: unsafeBitCast(identityTable, to: UInt.self))
  }
}

extension ManagedObjectContext {
  /// The number that its objects' registration numbers begin with.
  package var registrationSpace: UInt64 { UInt64(link.number) }
}

// What an object holds, for drawing the graph and for searching it.
extension ManagedObject {
  /// Visits every object that this one holds, with the relationship's place; fires nothing.
  package final func forEachReference(_ body: (_ tie: Int, _ object: ManagedObject) -> Void) {
    guard let ties else { return }
    let plan = identityTable.plan
    for index in 0..<plan.pointee.tieCount where ties.isRealized(index) {
      if plan.pointee.ties[index].isToMany {
        ties.withSet(index) { $0.forEach { body(index, $0) } }
      } else if let object = ties.destination(index) {
        body(index, object)
      }
    }
  }
}

// An object in one line, for messages and debuggers; drawing it fires nothing.
extension ManagedObject: CustomStringConvertible {
  /// The ID, then each value that is loaded or known to a fault; what is not says that it is a fault.
  final var drawn: String {
    let parts = identityTable.layout.keys.compactMap { key -> String? in
      guard let property = identityTable.layout.property(named: key) else { return nil }
      return isFault && !knows(property) ? nil : "\(key): \(drawing(of: property))"
    }
    let all = isFault ? ["fault"] + parts : parts
    return "<\(objectID): \(all.joined(separator: ", "))>"
  }

  private func drawing(of property: EntityLayout.Property) -> String {
    switch property {
    case .attribute(let slot):
      guard let value = try? bareValue(at: slot) else { return "nil" }
      return value is String ? "'\(value)'" : "\(value)"
    case .relationship(let tie) where identityTable.layout.ties[tie].isToMany:
      guard let set = ties?.set(tie), !set.isFault else { return "fault" }
      return set.count == 1 ? "1 object" : "\(set.count) objects"
    case .relationship(let tie):
      if let destination = ties?.destination(tie) { return "\(destination.objectID)" }
      guard let slot = identityTable.layout.ties[tie].slot,
        let slots = slots ?? slots(knowing: slot), !Slots.isEmpty(slots, slot)
      else {
        return "nil"
      }
      // Without the context there is a destination, and its ID cannot be found.
      let key = ForeignKey(bits: slots[slot])
      guard let id = try? managedObjectContext?.objectID(at: key, beside: self) else {
        return "fault"
      }
      return "\(id)"
    }
  }
}

/// What brings an object to an earlier or a newer state; the numbers are Apple's.
public struct SnapshotEvents: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Makes a set of events from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// An insertion was undone or done again.
  public static let undoInsertion = SnapshotEvents(rawValue: 1 << 1)
  /// A deletion was undone or done again.
  public static let undoDeletion = SnapshotEvents(rawValue: 1 << 2)
  /// A change was undone or done again.
  public static let undoUpdate = SnapshotEvents(rawValue: 1 << 3)
  /// The context went back to what was last saved.
  public static let rollback = SnapshotEvents(rawValue: 1 << 4)
  /// The object was refreshed and kept its changes.
  public static let refresh = SnapshotEvents(rawValue: 1 << 5)
  /// A merge policy resolved a conflict about the object.
  public static let mergePolicy = SnapshotEvents(rawValue: 1 << 6)
}
