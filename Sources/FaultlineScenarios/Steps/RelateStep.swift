// relate: objects of one name point at objects of another.

import Faultline

/// Relates named objects pairwise, or all of them to one.
package struct RelateStep: Step {
  package static let keyword = "relate"
  package static let meaning = "Relate objects to others: the first to the first, and so on."
  package static let example = """
    - relate: {objects: reports, by: manager, to: managers}
    - context: {name: worker}
    - in: worker
      steps: [fetch: {entity: Employee, into: stranger, limit: 1}]
    - relate: {objects: reports, by: manager, to: stranger, refused: true}
    """
  package static let keys = [
    Key("objects", .name, required: true, "The objects whose relationship is set."),
    Key("by", .name, required: true, "The relationship, to-one or to-many."),
    Key(
      "to", .name, required: true,
      "The objects at the other end: as many, or one for all of them."),
    Refusal.ofStrangers,
  ]

  private let objects: Variable
  private let others: Variable
  private let relationship: RelationshipDescription
  private let tie: Int
  private let refusal: Refusal

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    refusal = try Refusal(fields)
    objects = try scope.variables.objects(try fields.required("objects"))
    tie = try scope.relationship(try fields.required("by"), of: objects.entity)
    relationship = objects.entity.layout.ties[tie].relationship
    others = try scope.variables.objects(try fields.required("to"))
    guard let destination = relationship.destinationEntity,
      others.entity.isKindOf(entity: destination)
    else {
      throw others.node.diagnostic(
        "'\(objects.entity.name).\(relationship.name)' leads to \(relationship.destinationEntityName) objects, "
          + "and \(others.name.inQuotes) are of '\(others.entity.name)'")
    }
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    guard refusal.isExpected else {
      _ = try estimate.handle(others, "'refused: true' expects just this")
      _ = try estimate.handle(objects, "'refused: true' expects just this")
      return
    }
    let other = try estimate.handleAnyones(others)
    try refusal.check(
      try estimate.handleAnyones(objects), pointedAt: [other], in: estimate.contexts)
  }

  package func execute(in session: Session) throws {
    let objects = try session.objects(objects, ofAnyone: refusal.isExpected)
    let others = try session.objects(others, ofAnyone: refusal.isExpected)
    guard others.count == objects.count || others.count == 1 else {
      throw StepFailure(
        "relate: \(objects.count) objects '\(self.objects.name)' cannot be paired with \(others.count) "
          + "objects '\(self.others.name)'; there must be as many, or one.")
    }
    func relate(_ index: Int, _ object: ManagedObject) throws {
      let other = others[others.count == 1 ? 0 : index]
      if relationship.isToMany {
        try object.insert(other, tie)
      } else {
        try object.setDestination(other, tie)
      }
    }
    guard refusal.isExpected else {
      for (index, object) in objects.enumerated() { try relate(index, object) }
      return
    }
    try refusal.expect(
      "relation", each: objects, named: self.objects.name, using: relationship.name, relate)
  }
}
