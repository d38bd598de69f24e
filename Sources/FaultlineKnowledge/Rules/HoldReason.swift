// Why something is alive: the one list of reasons that films, leaks and their sentences share.

/// Why one thing holds another, as far as rules distinguish reasons.
package enum HoldReason: String, Sendable, Codable, Hashable, CaseIterable {
  /// The context finds the object and does not hold it.
  case weak
  /// A context holds the one that it is a child of.
  case parent
  /// An object holds another in a realized relationship (C1).
  case relationship
  /// An object holds what its fetched property has found.
  case fetched
  /// The context holds an object for its unsaved changes (R3).
  case change
  /// The context holds an object until its delete rules are followed.
  case deletion
  /// The context holds an object until observers are notified of it.
  case telling
  /// The context holds an object until a save has compared it with its row.
  case conflict
  /// The context retains its registered objects (R4).
  case retained
  /// The undo manager holds an object to take its change back (U1).
  case undo
  /// The undo manager holds an object to make its change again.
  case redo
  /// The pool holds an object until the turn ends (L2).
  case pool
  /// A variable of the script.
  case name
  /// An array, a dictionary, a controller, the results of a fetch (R5).
  case container
  /// A holder of which the engine knows nothing.
  case elsewhere
  /// An observation, whose handler mentions the object; a film does not show it.
  case observer

  /// Those that the edges of a film have.
  package static let drawn = allCases.filter { $0 != .observer }

  /// Whether it keeps the other end alive.
  package var isStrong: Bool { self != .weak }
}
