// hold: a container keeps objects.

import Faultline

/// Puts named objects into a container with a name of its own.
package struct HoldStep: Step {
  package static let keyword = "hold"
  package static let meaning = "Keep objects in a container; what leaves it may die."
  package static let example = """
    - hold: {objects: staff, in: controller, as: screen}
    - hold: {objects: managers, as: kept}
    - hold: {objects: reports, as: kept, append: true}
    """
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
      "append", .flag,
      "Whether the objects come beside those that a container of that name holds already; false if it is left out."
    ),
    Key(
      "static", .flag,
      "Whether only 'release' with its very name lets it go, as with a static of a program; what it holds at the end is "
        + "held, and has not leaked; false if it is left out."
    ),
  ]

  private let objects: Variable
  private let holder: Variable
  private let kind: ContainerKind
  private let isStatic: Bool
  private let appends: Bool

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    kind = try fields.optional("in")?.choice(of: ContainerKind.self) ?? .array
    isStatic = try fields.optional("static")?.flag() ?? false
    objects = try scope.variables.objects(try fields.required("objects"))
    let append = fields.optional("append")
    appends = try append?.flag() ?? false
    if appends, kind == .observer, let append {
      throw append.diagnostic(
        "an observer mentions the objects that it was made with",
        notes: ["give each observer a name of its own, or hold the objects in an array"])
    }
    let name = try fields.required("as")
    holder =
      appends
      ? try scope.variables.giveMore(name, objects.entity)
      : try scope.variables.give(name, objects.entity)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    let count = try estimate.handle(objects)
    let former = appends ? try? estimate.objects.count(in: holder) : nil
    estimate.give(holder, count.adding(former ?? 0))
  }

  package func execute(in session: Session) throws {
    var objects: [ManagedObject] = []
    try session.forEach(self.objects) { objects.append($0) }
    if appends, let binding = session.variables[holder.slot] {
      return try add(objects, to: binding, in: session)
    }
    session.variables.bind(
      holder.slot, to: try kind.holder(holder.name, objects, in: session.context),
      of: session.current, isStatic: isStatic)
  }

  /// Puts objects into the container that has the name, which goes on holding what it held.
  private func add(
    _ objects: [ManagedObject], to binding: Variables.Binding, in session: Session
  ) throws {
    guard case .container(let container) = binding.content,
      ContainerKind(of: container) == kind, kind.add(objects, to: container)
    else {
      throw StepFailure(
        "hold: '\(holder.name)' is no \(kind.rawValue), and only a container of the same kind takes more objects."
      )
    }
    guard binding.owner == session.current.number else {
      throw StepFailure(
        "hold: '\(holder.name)' holds objects of another context, and objects never cross contexts (P7)."
      )
    }
  }
}

/// The kinds of holders that a scenario may ask for.
enum ContainerKind: String, CaseIterable, Sendable {
  case array, dictionary, controller, observer

  /// The kind that a container is of.
  init(of container: ObjectContainer) {
    self =
      switch container {
      case is ObjectDictionary: .dictionary
      case is ObjectController: .controller
      default: .array
      }
  }

  /// Puts more objects into a container; false for one that takes no more.
  func add(_ objects: [ManagedObject], to container: ObjectContainer) -> Bool {
    switch container {
    case let array as ObjectArray: array.objects += objects
    case let dictionary as ObjectDictionary:
      let first = dictionary.count
      for (place, object) in objects.enumerated() { dictionary["\(first + place)"] = object }
    case let controller as ObjectController: controller.content += objects
    default: return false
    }
    return true
  }

  /// What holds the objects then.
  func holder(
    _ name: String, _ objects: [ManagedObject], in context: ManagedObjectContext
  ) throws(GraphError) -> Variables.Content {
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
        try ObjectObserver(name, objects, key: names?.min() ?? "", in: context))
    }
  }
}
