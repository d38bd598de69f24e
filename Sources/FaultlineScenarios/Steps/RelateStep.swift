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

  private let objects: Node
  private let relationship: Node
  private let others: Node
  private let names: (objects: String, others: String)
  private let refusal: Refusal
  private var tie = 0
  private var isToMany = false

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "relate", keys: Self.keys)
    objects = try fields.required("objects")
    relationship = try fields.required("by")
    others = try fields.required("to")
    refusal = try Refusal(fields)
    names = (try objects.identifier(), try others.identifier())
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    let entity = try rehearsal.objects(objects)
    tie = try rehearsal.relationship(relationship, of: entity)
    let description = entity.layout.ties[tie].relationship
    isToMany = description.isToMany
    let other = try rehearsal.objects(others)
    guard let destination = description.destinationEntity, other.isKindOf(entity: destination)
    else {
      throw others.diagnostic(
        "'\(entity.name).\(description.name)' leads to \(description.destinationEntityName) objects, "
          + "and \(names.others.inQuotes) are of '\(other.name)'")
    }
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    guard refusal.isExpected else {
      _ = try work.handle(others, "'refused: true' expects just this")
      _ = try work.handle(objects, "'refused: true' expects just this")
      return
    }
    let other = try work.handleAnyones(others)
    try refusal.weigh(try work.handleAnyones(objects), pointedAt: [other], work.contexts)
  }

  package func run(on stage: Stage) throws(StepFailure) {
    let objects = try stage.objects(names.objects, ofAnyone: refusal.isExpected)
    let others = try stage.objects(names.others, ofAnyone: refusal.isExpected)
    guard others.count == objects.count || others.count == 1 else {
      throw StepFailure(
        "relate: \(objects.count) objects '\(names.objects)' cannot be paired with \(others.count) "
          + "objects '\(names.others)'; there must be as many, or one.")
    }
    func relate(_ index: Int, _ object: ManagedObject) throws(StepFailure) {
      let other = others[others.count == 1 ? 0 : index]
      try engine { () throws(GraphError) in
        if isToMany {
          try object.insert(other, tie)
        } else {
          try object.setDestination(other, tie)
        }
      }
    }
    guard refusal.isExpected else {
      for (index, object) in objects.enumerated() { try relate(index, object) }
      return
    }
    try refusal.expect(
      "relation", each: objects, named: names.objects, using: relationship.scalar?.text ?? "",
      relate)
  }
}
