// May an object be saved? The model's rules, and through them the class's.

extension ManagedObject {
  /// Every rule that the object breaks, with the words of the model and of its class.
  ///
  /// Where nothing was deleted, no relationship can lead to a deleted object.
  final func appendFaults(to faults: inout [GraphError], mayDangle: Bool) {
    if mayDangle, !isDeleted { appendDanglingReferences(to: &faults) }
    guard identityTable.hasClassOfItsOwn else { return appendModelFaults(to: &faults) }
    do {
      if isDeleted {
        try validateForDelete()
      } else if isNew {
        try validateForInsert()
      } else {
        try validateForUpdate()
      }
    } catch let error as GraphError {
      faults += error.detailed.isEmpty ? [error] : error.detailed
    } catch {
      faults.append(
        GraphError(
          .managedObjectValidation, "\(objectID) may not be saved: \(error)", objectID: objectID,
          underlying: error))
    }
  }

  /// The model's rules alone, without a detour over names: most objects have no class of their own.
  private func appendModelFaults(to faults: inout [GraphError]) {
    guard !isDeleted else { return appendDeniedDeletes(to: &faults) }
    guard let slots else { return }
    for slot in identityTable.layout.mandatorySlots where Slots.isEmpty(slots, slot) {
      faults.append(missing(identityTable.layout.slots[slot].name))
    }
    for slot in identityTable.layout.boundedSlots where !Slots.isEmpty(slots, slot) {
      guard let attribute = identityTable.layout.slots[slot].attribute,
        let value = try? value(at: slot),
        let fault = attribute.fault(in: value, of: objectID)
      else { continue }
      faults.append(fault)
    }
    for tie in identityTable.layout.countedTies { appendCountFaults(tie, to: &faults) }
  }

  /// Validates every property by name, so that a class's own checks run; several faults are one error.
  final func validateProperties() throws(GraphError) {
    var faults: [GraphError] = []
    for slot in identityTable.layout.slots
    where slot.attribute?.isTransient != true && slot.attribute?.isDerived != true {
      collect(&faults) {
        guard let property = identityTable.layout.property(named: slot.name) else { return }
        switch property {
        case .attribute(let slot):
          try validateValue(try value(at: slot).bare, forKey: identityTable.layout.slots[slot].name)
        case .relationship(let tie): try validateValue(try destination(tie), forKey: slot.name)
        }
      }
    }
    for tie in identityTable.layout.countedTies { appendCountFaults(tie, to: &faults) }
    try Self.throwAll(faults)
  }

  /// Asks the delete rules.
  final func validateDeletion() throws(GraphError) {
    var faults: [GraphError] = []
    appendDeniedDeletes(to: &faults)
    try Self.throwAll(faults)
  }

  /// Asks the model about one value.
  final func checkValue(_ value: Any?, forKey key: String) throws(GraphError) {
    switch try property(key) {
    case .attribute(let slot):
      guard let attribute = identityTable.layout.slots[slot].attribute else { return }
      guard let cell = Value(bare: value, for: attribute.attributeType) else {
        throw GraphError(
          .managedObjectValidation, "'\(entity.name).\(key)' cannot hold a \(type(of: value)).",
          objectID: objectID, key: key)
      }
      let fitted = try attribute.fitted(cell, entity: entity.name)
      if let fault = attribute.fault(in: fitted, of: objectID) { throw fault }
    case .relationship(let tie):
      let place = identityTable.layout.ties[tie]
      if !place.isToMany, !place.relationship.isOptional, value == nil { throw missing(key) }
    }
  }

  private func collect(_ faults: inout [GraphError], _ body: () throws -> Void) {
    do {
      try body()
    } catch let error as GraphError {
      faults.append(error)
    } catch {
      faults.append(
        GraphError(
          .managedObjectValidation, "\(objectID) may not be saved: \(error)", objectID: objectID,
          underlying: error))
    }
  }

  /// Throws one error, or one that lists several.
  static func throwAll(_ faults: [GraphError]) throws(GraphError) {
    guard let first = faults.first else { return }
    guard faults.count > 1 else { throw first }
    throw GraphError(
      .validationMultipleErrors,
      "\(faults.count) things forbid the save; mend them and save again.", detailed: faults)
  }

  // MARK: - Rules of relationships

  /// Counts are asked of relationships that have members; a mandatory one must have some.
  private func appendCountFaults(_ tie: Int, to faults: inout [GraphError]) {
    let relationship = identityTable.layout.ties[tie].relationship
    // A relationship without changes is as it was saved.
    guard isNew || overlay?.isChanged(tie: tie) == true else { return }
    let count: Int
    do throws(GraphError) { count = try members(tie).count } catch { return faults.append(error) }
    let path = "'\(entity.name).\(relationship.name)'"
    func fault(_ code: GraphError.Code, _ problem: String) {
      faults.append(
        GraphError(
          code, "\(path) has \(count) members, \(problem), in \(objectID).", objectID: objectID,
          key: relationship.name))
    }
    if count == 0 {
      if !relationship.isOptional { faults.append(missing(relationship.name)) }
    } else if count < relationship.minCount {
      fault(.validationRelationshipLacksMinimumCount, "fewer than \(relationship.minCount)")
    } else if relationship.maxCount > 0, count > relationship.maxCount {
      fault(.validationRelationshipExceedsMaximumCount, "more than \(relationship.maxCount)")
    }
  }

  /// A rule that forbids a deletion: the objects that it protects are still there.
  private func appendDeniedDeletes(to faults: inout [GraphError]) {
    // A record that was removed elsewhere cannot be kept any more.
    guard !flags.contains(.gone) else { return }
    let plan = identityTable.plan
    for tie in 0..<plan.pointee.tieCount where plan.pointee.ties[tie].deleteRule == .deny {
      let others: [ManagedObject]
      do throws(GraphError) { others = try destinations(tie) } catch {
        faults.append(error)
        continue
      }
      guard others.contains(where: { !$0.isDeleted }) else { continue }
      let name = identityTable.layout.ties[tie].relationship.name
      faults.append(
        GraphError(
          .validationRelationshipDeniedDelete,
          "\(objectID) cannot be deleted while '\(name)' leads anywhere; "
            + "delete or move those objects first.",
          objectID: objectID, key: name))
    }
  }

  /// A save writes no reference to an object that is to be deleted, or is gone (semantics 118).
  private func appendDanglingReferences(to faults: inout [GraphError]) {
    guard let ties, let overlay else { return }
    for (index, tie) in identityTable.layout.ties.enumerated() where overlay.isOwn(tie: index) {
      // Where a to-one side leads back, that one is written.
      let ends =
        tie.isToMany ? ties.set(index)?.pending.added : ties.destination(index).map { [$0] }
      guard let lost = ends?.first(where: { $0.isDeleted || $0.managedObjectContext == nil }) else {
        continue
      }
      faults.append(
        GraphError(
          .managedObjectValidation,
          "'\(entity.name).\(tie.relationship.name)' of \(objectID) leads to \(lost.objectID), "
            + "which is deleted; clear the relationship before the save.",
          objectID: objectID, key: tie.relationship.name))
    }
  }

  private func missing(_ key: String) -> GraphError {
    GraphError(
      .validationMissingMandatoryProperty,
      "'\(entity.name).\(key)' is mandatory and has no value in \(objectID).", objectID: objectID,
      key: key)
  }
}
