// hold: a container keeps objects.

import Faultline

/// Puts named objects into a container with a name of its own.
package struct HoldStep: Step {
  package static let keyword = "hold"
  package static let meaning = "Keep objects in a container; what leaves it may die."
  package static let example = """
    - hold: {objects: staff, in: controller, as: screen}
    """
  package static let mayBreakKnots = true
  package static let keys = [
    Key("objects", .name, required: true, "The name of the objects."),
    Key(
      "in", .choice(ContainerKind.allCases.map(\.rawValue)),
      "The kind of container; an array if it is left out."),
    Key(
      "as", .name, required: true,
      "The container's name, to be released; one of that name lets go of what it held."),
  ]

  private let objects: Node
  private let held: String
  private let container: Node
  private let name: String
  private let kind: ContainerKind

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "hold", keys: Self.keys)
    objects = try fields.required("objects")
    held = try objects.identifier()
    container = try fields.required("as")
    name = try container.identifier()
    kind = try fields.optional("in")?.choice(of: ContainerKind.self) ?? .array
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try rehearsal.give(container, try rehearsal.objects(objects))
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    work.name(name, holds: try work.handle(objects))
  }

  package func run(on stage: Stage) throws(StepFailure) {
    var objects: [ManagedObject] = []
    try stage.forEach(held) { objects.append($0) }
    stage.cast.hold(kind.container(name, objects, in: stage.context), as: name)
    stage.cast.assign(name, to: stage.bench)
  }
}

/// The kinds of containers that a scenario may ask for.
enum ContainerKind: String, CaseIterable, Sendable {
  case array, dictionary, controller

  /// The kind that a container is of.
  init(of container: ObjectContainer) {
    self =
      switch container {
      case is ObjectDictionary: .dictionary
      case is ObjectController: .controller
      default: .array
      }
  }

  func container(
    _ name: String, _ objects: [ManagedObject], in context: ManagedObjectContext
  ) -> ObjectContainer {
    switch self {
    case .array: return ObjectArray(name, objects, in: context)
    case .dictionary:
      let dictionary = ObjectDictionary(name, in: context)
      for (index, object) in objects.enumerated() { dictionary["\(index)"] = object }
      return dictionary
    case .controller:
      let controller = ObjectController(name, in: context)
      controller.content = objects
      return controller
    }
  }
}
