// A value that a model sets once, while only its maker can see it.

/// A place that is written once, before any other code can read it, and only read from then on.
///
/// Entities refer to each other in circles, so their links cannot all be there when each is made.
/// Unchecked: the model's initializer writes every link before it returns, and a second write stops.
final class WriteOnce<Content: Sendable>: @unchecked Sendable {
  // Unchecked: it is read for every object, and not written any more.
  @exclusivity(unchecked) private(set) var value: Content?

  func set(_ value: Content) {
    precondition(
      self.value == nil,
      "An entity belongs to one model for good; describe it anew for another model.")
    self.value = value
  }
}
