// observe: a handler is called when a property of objects changes.

import Faultline

/// Observes properties of named objects and counts what is reported (F7).
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
    - observe: {objects: shown, property: salary, as: totals, reads: manager.name}
    """
  package static let keys = [
    Key("objects", .name, required: true, "The name of the objects."),
    Key(
      "property", .either([.name, .list(.name)]), required: true,
      "The attributes and relationships that are observed."),
    Key(
      "as", .name, required: true,
      "The observer's name; it holds no objects, and observes until it is released."),
    Key(
      "reads", ReadPaths.kind,
      "What the handler reads of an object that has changed: an attribute, or a path such as manager.name; nothing if it is "
        + "left out."),
  ]

  private let objects: Variable
  private let properties: [String]
  private let observer: Int
  private let reads: ReadPaths

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    objects = try scope.variables.objects(try fields.required("objects"))
    var properties: [String] = []
    for node in try fields.required("property").items {
      let property = try node.identifier()
      guard objects.entity.layout.property(named: property) != nil else {
        let known =
          objects.entity.layout.slots.compactMap { $0.attribute?.name }
          + objects.entity.layout.ties.map(\.relationship.name)
        throw .unknown("property", property, at: node.range, known: known, plural: "properties")
      }
      properties.append(property)
    }
    self.properties = properties
    reads = try ReadPaths(fields.optional("reads"), from: objects.entity, in: scope.model)
    observer = try scope.giveListener(try fields.required("as"))
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    _ = try estimate.handle(objects, times: properties.count)
    estimate.objects.release(observer)
  }

  package func execute(in session: Session) throws {
    guard let tally = session.tally else { return }
    var observations: [ObjectObservation] = []
    for object in try session.objects(objects) {
      for property in properties {
        observations.append(
          try object.observing(property) { [reads] object, change in
            tally.add(change.cause)
            guard change.cause == .changed, !reads.isEmpty else { return }
            // What is gone cannot be read; an app's handler would look before.
            try? reads.read(object)
          })
      }
    }
    session.variables.bind(observer, to: .listeners(observations), of: session.current)
  }
}
