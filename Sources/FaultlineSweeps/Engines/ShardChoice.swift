// Which part of a sweep one task runs.

/// One shard of a plan.
package struct ShardChoice: Equatable, Sendable {
  /// Counted from 1.
  package var number: Int
  /// How many shards there are; nil for as many as the plan has.
  package var of: Int?

  package init(number: Int, of: Int? = nil) {
    self.number = number
    self.of = of
  }
}
