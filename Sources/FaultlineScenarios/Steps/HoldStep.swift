// hold: a container keeps objects.

import Faultline

/// Puts named objects into a container with a name of its own.
package struct HoldStep: Step {
  package static let keyword = "hold"
  package static let meaning = "Keep objects in a container; what leaves it may die."
  package static let example = """
    - hold: {objects: staff, in: controller, as: screen}
    """
  package static let mayBreakCycles = true
  package static let keys = [
    Key("objects", .name, required: true, "The name of the objects."),
    Key(
      "in", .choice(ContainerKind.allCases.map(\.rawValue)),
      "The kind of container, or an observer whose handlers mention the objects; an array if it is left out."
    ),
    Key(
      "as", .name, required: true,
      "The container's name, to be released; one of that name lets go of what it held."),
    Key(
      "static", .flag,
      "Whether only 'release' with its very name lets it go, as with a static of a program; what it holds at the end is "
        + "held, and has not leaked; false if it is left out."
    ),
  ]

  private let objects: Node
  private let held: String
  private let container: Node
  private let name: String
  private let kind: ContainerKind
  private let isStatic: Bool

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "hold", keys: Self.keys)
    objects = try fields.required("objects")
    held = try objects.identifier()
    container = try fields.required("as")
    name = try container.identifier()
    kind = try fields.optional("in")?.choice(of: ContainerKind.self) ?? .array
    isStatic = try fields.optional("static")?.flag() ?? false
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
    switch kind.holder(name, objects, in: stage.context) {
    case .container(let container): stage.cast.hold(container, as: name, isStatic: isStatic)
    case .observer(let observer): stage.cast.hold(observer, as: name, isStatic: isStatic)
    }
    stage.cast.assign(name, to: stage.bench)
  }
}

/// The kinds of holders that a scenario may ask for.
enum ContainerKind: String, CaseIterable, Sendable {
  case array, dictionary, controller, observer

  /// What holds the objects then.
  enum Holder {
    case container(ObjectContainer)
    case observer(ObjectObserver)
  }

  /// The kind that a container is of.
  init(of container: ObjectContainer) {
    self =
      switch container {
      case is ObjectDictionary: .dictionary
      case is ObjectController: .controller
      default: .array
      }
  }

  func holder(
    _ name: String, _ objects: [ManagedObject], in context: ManagedObjectContext
  ) -> Holder {
    switch self {
    case .array: return .container(ObjectArray(name, objects, in: context))
    case .dictionary:
      let dictionary = ObjectDictionary(name, in: context)
      for (index, object) in objects.enumerated() { dictionary["\(index)"] = object }
      return .container(dictionary)
    case .controller:
      let controller = ObjectController(name, in: context)
      controller.content = objects
      return .container(controller)
    case .observer:
      // Any property will do: it is the handlers that hold.
      let entity = objects.first?.entity
      let names = entity.map { Array($0.attributesByName.keys) + $0.relationshipsByName.keys }
      return .observer(
        ObjectObserver(name, objects, key: names?.min() ?? "", in: context))
    }
  }
}
