// A model that was read goes on without the indexes that no store can make: an index changes no answer.

extension ModelDraft {
  /// The model without such indexes, with a warning for each, if it was read; as it is otherwise.
  var withoutUselessIndexes: ModelDraft {
    guard wasRead else { return self }
    let checks = ModelChecks(self)
    // Whatever is too large is refused, and to look through it would take too long.
    guard checks.tooLarge().isEmpty else { return self }
    let faults = checks.indexFaults()
    guard !faults.isEmpty else { return self }
    var useless: [ObjectIdentifier: [ModelChecks.IndexFault.Subject]] = [:]
    var draft = self
    for fault in faults {
      useless[ObjectIdentifier(fault.entity), default: []].append(fault.subject)
      draft.warnings.append(
        ModelFault(
          line: fault.fault.line, text: "\(fault.fault.text.dropLast()); it is left out."))
    }
    for (place, entity) in entities.enumerated() {
      guard let subjects = useless[ObjectIdentifier(entity)] else { continue }
      let useful = entity.without(subjects)
      draft.places[useful] = places[entity]
      draft.entities[place] = useful
    }
    return draft
  }
}

extension EntityDescription {
  /// The same entity with some of its indexes left out; it belongs to no model yet.
  fileprivate func without(_ subjects: [ModelChecks.IndexFault.Subject]) -> EntityDescription {
    func useful<Index>(
      _ indexes: [Index], _ subject: (Int) -> ModelChecks.IndexFault.Subject
    ) -> [Index] {
      indexes.enumerated().filter { !subjects.contains(subject($0.offset)) }.map(\.element)
    }
    return EntityDescription(
      EntityFacts(
        name: name, isAbstract: isAbstract, superentityName: superentityName,
        statedClassName: statedClassName, attributes: ownAttributes,
        fetchedProperties: ownFetchedProperties, uniquenessConstraints: uniquenessConstraints,
        indexes: useful(indexes) { .index($0) },
        compoundIndexes: useful(compoundIndexes) { .compound($0) },
        statedRenamingIdentifier: statedRenamingIdentifier,
        versionHashModifier: versionHashModifier, userInfo: userInfo),
      ownRelationships)
  }
}
