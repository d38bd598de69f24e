// observe: a handler is called when a property of objects changes.

import Faultline

/// Observes properties of named objects and counts what is told (F7).
package struct ObserveStep: Step {
  package static let keyword = "observe"
  package static let meaning =
    "Observe properties of objects, until the observer's name is released; 'observed.changes' and others count."
  package static let example = """
    - fetch: {entity: Employee, into: shown}
    - observe: {objects: shown, property: [name, manager], as: screen}
    - refresh: {objects: shown}
    - touch: shown
    - release: screen
    """
  package static let keys = [
    Key("objects", .name, required: true, "The name of the objects."),
    Key(
      "property", .either([.name, .list(.name)]), required: true,
      "The attributes and relationships that are observed."),
    Key(
      "as", .name, required: true,
      "The observer's name; it holds no objects, and observes until it is released."),
  ]

  private let objects: Node
  private let observed: String
  private let propertyNodes: [Node]
  private let properties: [String]
  private let asNode: Node
  private let name: String

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "observe", keys: Self.keys)
    objects = try fields.required("objects")
    observed = try objects.identifier()
    let node = try fields.required("property")
    if case .list(let nodes) = node.value { propertyNodes = nodes } else { propertyNodes = [node] }
    var properties: [String] = []
    for node in propertyNodes { properties.append(try node.identifier()) }
    self.properties = properties
    asNode = try fields.required("as")
    name = try asNode.identifier()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    let entity = try rehearsal.objects(objects)
    for (node, property) in zip(propertyNodes, properties)
    where entity.layout.property(named: property) == nil {
      let known =
        entity.layout.slots.compactMap { $0.attribute?.name }
        + entity.layout.ties.map(\.relationship.name)
      throw .unknown("property", property, at: node.range, known: known, plural: "properties")
    }
    try rehearsal.giveListener(asNode)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    _ = try work.handle(objects, times: properties.count)
    work.release(name)
  }

  package func run(on stage: Stage) throws(StepFailure) {
    var observations: [ObjectObservation] = []
    guard let tally = stage.tally else { return }
    for object in try stage.objects(observed) {
      for property in properties {
        observations.append(
          try engine { () throws(GraphError) in
            try object.observing(property) { _, change in tally.add(change.cause) }
          })
      }
    }
    stage.cast.give(name, listening: observations)
  }
}
