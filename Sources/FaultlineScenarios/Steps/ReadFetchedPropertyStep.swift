// read fetched property: a request of the model, carried out for each object.

import Faultline

/// Reads a fetched property of named objects; each holds what it has found.
package struct ReadFetchedPropertyStep: Step {
  package static let keyword = "read fetched property"
  package static let meaning =
    "Read a fetched property of objects: each asks the store once, and holds what it found until it is refreshed."
  package static let example = """
    - read fetched property: {objects: reports, property: peers}
    """
  package static let keys = [
    Key("objects", .name, required: true, "The name of the objects."),
    Key("property", .name, required: true, "The fetched property."),
  ]

  private let objects: Variable
  private let property: FetchedPropertyDescription

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    objects = try scope.variables.objects(try fields.required("objects"))
    let node = try fields.required("property")
    let known = objects.entity.fetchedPropertiesByName
    guard let property = known[try node.identifier()] else {
      guard !known.isEmpty else {
        throw node.diagnostic(
          "'\(objects.entity.name)' has no fetched property",
          notes: ["a model describes one as {fetch: \(objects.entity.name), where: …}"])
      }
      throw .unknown(
        "fetched property", node.scalar?.text ?? "", at: node.range, known: known.keys.sorted(),
        plural: "fetched properties")
    }
    self.property = property
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    _ = try estimate.handle(objects)
  }

  package func execute(in session: Session) throws {
    for object in try session.objects(objects) { _ = try object.fetchedValue(property) }
  }
}
