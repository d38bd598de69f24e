// The members of a many-to-many relationship: several of the loaded rows, as many as a formula or a generator says.

import Faultline
import FaultlineMeasures

/// `{pick: Tag, count: 'random(0, 5)'}`, as `data` gives it to a relationship that is to-many at both ends.
struct PickedMembers: Sendable {
  static let keys = [
    Key("pick", .name, required: true, "The entity under 'data' whose rows become members."),
    Key(
      "count", .formula, required: true,
      "How many members each row gets: a formula or a generator; never more than there are, nor one twice."
    ),
    Key(
      "exponent", .number,
      "Favors the first rows, as the exponent of zipf() does; each is as likely as the others if it is left out."
    ),
  ]

  private let ranges: [InitialData.Range]
  private let exponent: Double?
  private let count: ValueSpec

  init(
    _ node: Node, to relationship: RelationshipDescription, in scope: PlanScope
  ) throws(Diagnostic) {
    guard relationship.inverseRelationship?.isToMany == true else {
      throw node.diagnostic(
        "'\(relationship.name)' is not many-to-many, and 'data' fills only such relationships from this end",
        notes: [
          relationship.inverseRelationship.map {
            "set '\($0.name)' of '\(relationship.destinationEntityName)', which leads back: "
              + "{\($0.name): pick(…)}"
          } ?? "give it an inverse that is to-many"
        ])
    }
    let fields = try Fields(node, of: "'\(relationship.name)'", keys: Self.keys)
    let named = try fields.required("pick")
    let entity = try scope.entity(named)
    guard let destination = relationship.destinationEntity, entity.isKindOf(entity: destination)
    else {
      throw named.diagnostic(
        "'\(relationship.name)' leads to '\(relationship.destinationEntityName)' objects, and "
          + "\(entity.name.inQuotes) are others")
    }
    ranges = scope.data.ranges(of: entity, in: scope.model)
    guard !ranges.isEmpty else { throw named.nothingToPick(entity.name) }
    exponent = try fields.optional("exponent")?.number()
    if let exponent, exponent <= 0, let node = fields.optional("exponent") {
      throw node.diagnostic("the exponent is above 0")
    }
    count = try ValueSpec(
      try fields.required("count"), for: AttributeDescription("count", .integer64), in: scope)
  }

  /// Makes the first count as far as that can fail.
  func tryOut(in names: Names) throws(Diagnostic) { try count.tryOut(in: names) }

  /// Draws the members of one row after the other.
  func drawing(in names: Names) throws(FormulaError) -> MemberDrawing {
    MemberDrawing(pool: KeyPool(ranges, exponent), count: try count.maker(in: names))
  }
}

/// Draws members for one row after the other.
struct MemberDrawing {
  fileprivate let pool: KeyPool
  fileprivate let count: ValueMaker

  /// The number of members of a row; no more than there are rows to pick.
  func count(at position: Int, from source: inout Source) throws -> Int {
    var wanted = 0
    try count.make(position..<position + 1, from: &source) { _, value in
      if case .integer(let number) = value { wanted = number }
    }
    return min(max(0, wanted), pool.count)
  }

  /// The members of a row, in the order in which they were drawn.
  func members(at position: Int, from source: inout Source) throws -> [ForeignKey] {
    pool.distinct(try count(at: position, from: &source), &source)
  }
}

/// The rows that a relationship is filled for, and how.
struct Membership: Sendable {
  let tie: Int
  let members: PickedMembers
  /// The number of its stream of random numbers.
  let stream: Int

  /// About how many members some rows get in all, as a sample of the counts says.
  func estimate(_ rows: Int, in names: Names) throws -> Int {
    let drawing = try members.drawing(in: names)
    var source = Source(RandomNumbers(seed: 0, purpose: "estimate"))
    let looked = min(rows, Self.sample)
    guard looked > 0 else { return 0 }
    var sum = 0
    for position in 0..<looked { sum += try drawing.count(at: position, from: &source) }
    guard looked < rows else { return sum }
    return Int(exactly: (Double(sum) / Double(looked) * Double(rows)).rounded(.up)) ?? .max
  }

  /// How many rows an estimate looks at.
  private static let sample = 1000
}

extension Node {
  /// The diagnostic for an entity of which no row is loaded.
  func nothingToPick(_ name: String) -> Diagnostic {
    diagnostic(
      "nothing of \(name.inQuotes) is loaded before the run, so none can be picked",
      notes: ["data: {\(name): {count: 10}} loads some"])
  }
}
