// payload: memory that belongs to the app, beside all that Core Data needs.

import Faultline
import FaultlineProfiler

/// Allocates memory as an app does for a decoded image or a copy of values.
package struct PayloadStep: Step {
  package static let keyword = "payload"
  package static let meaning =
    "Allocate memory of the app's own, such as a decoded image; 'bytes.app' says how much there is."
  package static let example = """
    - payload: {bytes: 4 MiB, as: cell}
    - touch: staff
    - payload: {bytes: 64 KiB, heldBy: staff}
    - release: cell
    """
  package static let keys = [
    Key(
      "bytes", .formula, required: true,
      "How many bytes, as a formula or with a unit: 64 KiB, 4 MiB; 'index' is the number of the object."
    ),
    Key("as", .name, "The name that holds them until it is released; or 'heldBy' says what does."),
    Key(
      "heldBy", .name,
      "The objects of a name, each of which is realized and gets so many bytes, as a transient value: they go when it turns into a fault or goes."
    ),
  ]

  /// What holds the bytes.
  private enum Holder: Sendable {
    case name(Int)
    case objects(Variable)
  }

  private let bytes: Formula
  private let holder: Holder

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    let node = try fields.required("bytes")
    scope.listening.extras.insert(.appBytes)
    switch (fields.optional("as"), fields.optional("heldBy")) {
    case (let name?, nil):
      bytes = try Self.bytes(node, in: scope)
      holder = .name(try scope.variables.givePayload(name))
    case (nil, let name?):
      scope.names.push(IndexedNames.index, 0)
      defer { scope.names.pop() }
      bytes = try Self.bytes(node, in: scope)
      holder = .objects(try scope.variables.objects(name))
    default:
      throw text.value.diagnostic(
        "memory is held by one thing: a name, or objects",
        notes: [
          "'as: cell' gives it a name to be released; 'heldBy: photos' gives some to each object"
        ])
    }
  }

  private static func bytes(_ node: Node, in scope: PlanScope) throws(Diagnostic) -> Formula {
    try node.refuseBareUnit()
    return try scope.formula(node)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    switch holder {
    case .name(let slot):
      try estimate.addBytes(try estimate.count(bytes))
      estimate.objects.release(slot)
    case .objects(let variable):
      let count = try estimate.handle(variable)
      // Where the number of the object counts, each of them has other bytes.
      let isAlike = !bytes.mentions.contains { $0.text == IndexedNames.index }
      for index in 0..<(isAlike ? min(count, 1) : count) {
        let each = try estimate.evaluate(bytes) { names throws(FormulaError) in
          try bytes.count(in: names.with(IndexedNames.index, index))
        }
        try estimate.addBytes(each.times(isAlike ? count : 1))
      }
    }
  }

  package func execute(in session: Session) throws {
    switch holder {
    case .name(let slot):
      let bytes = AppBytes(count: try bytes.count(in: session.names))
      session.variables.bind(slot, to: .payload(bytes), of: session.current)
    case .objects(let variable):
      for (index, object) in try session.objects(variable).enumerated() {
        let names = session.names.with(IndexedNames.index, index)
        try object.attach(AppBytes(count: try bytes.count(in: names)))
      }
    }
  }
}
