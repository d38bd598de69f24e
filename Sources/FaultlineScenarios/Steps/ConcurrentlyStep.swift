// concurrently: several contexts work at the same time.

import Faultline

/// Plays blocks of steps in turns, in an order that the seed decides: on one thread, the same in every run (P6).
package struct ConcurrentlyStep: Step {
  package static let keyword = "concurrently"
  package static let value = Kind.list(.table(blockKeys))
  package static let meaning =
    "Play blocks of steps in contexts at the same time: step by step, each time of a block that the seed picks; "
    + "with 'threads: true' each context on a thread of its own."
  package static let example = """
    - context: {name: reader}
    - context: {name: writer}
    - concurrently:
        - in: reader
          steps:
            - repeat: 3
              steps:
                - fetch: {entity: Employee}
        - in: writer
          steps:
            - insert: {entity: Employee}
            - save: {}
    """
  package static let keys = blockKeys
  package static let hasOwnTurns = true

  /// The keys of a block.
  static let blockKeys = [
    Key("in", .name, required: true, "The context that the block's steps play in."),
    Key("steps", .steps, required: true, "What is played; a turn is played as a whole."),
  ]

  /// Steps of one context.
  private struct Block: Sendable {
    let context: ContextReference
    let steps: [PlacedStep]
  }

  private let blocks: [Block]
  private let stream: Int

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    var contexts: [ContextReference] = []
    for node in try text.value.list() {
      let fields = try Fields(node, of: "a block of 'concurrently'", keys: Self.blockKeys)
      contexts.append(try scope.contexts.context(try fields.required("in")))
    }
    guard contexts.count > 1 else {
      throw text.value.diagnostic(
        "one block has no other to take turns with", notes: ["'in' plays steps in another context"])
    }
    stream = scope.stream(
      for: "concurrently: \(contexts.map(\.name).joined(separator: ", "))")
    var blocks: [Block] = []
    for (context, steps) in zip(contexts, text.blocks) {
      let known = scope.variables.holding
      blocks.append(Block(context: context, steps: try scope.steps(steps, in: context)))
      scope.variables.hide(scope.variables.holding.filter { !known.contains($0) })
    }
    scope.variables.showAll()
    self.blocks = blocks
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    // None of the contexts may be closed as long as a block may play in it.
    for block in blocks { try estimate.contexts.enter(block.context) }
    let isThreaded = estimate.contexts.hasThreads && !estimate.contexts.isOnThread
    for block in blocks {
      if isThreaded {
        try estimate.contexts.enter(block.context, besides: blocks.map(\.context))
      } else {
        try estimate.contexts.enter(block.context)
      }
      try estimate.play(block.steps)
      if isThreaded { estimate.contexts.leaveThread() } else { estimate.contexts.leave() }
    }
    for _ in blocks { estimate.contexts.leave() }
  }

  package func execute(in session: Session) throws {
    if session.settings.threads, !session.isPart {
      var parts: [(context: SessionContext, play: (Session) throws -> Void)] = []
      // Blocks of one context would only wait for each other: they share its thread.
      for block in blocks where !parts.contains(where: { $0.context.slot == block.context.slot }) {
        let own = blocks.filter { $0.context.slot == block.context.slot }
        parts.append((try session.context(block.context), { try interleave(own, in: $0) }))
      }
      if try session.playOnThreads(parts) { return }
    }
    try interleave(blocks, in: session)
  }

  /// Plays blocks on this thread, step by step.
  private func interleave(_ blocks: [Block], in session: Session) throws {
    var playing: [InterleavedBlock] = []
    for block in blocks {
      playing.append(
        InterleavedBlock(block.steps, in: try session.context(block.context), of: session))
    }
    while !playing.isEmpty {
      let chosen = Int.random(in: 0..<playing.count, using: &session.sources[stream].dice)
      if try !playing[chosen].advance(in: session) { playing.remove(at: chosen) }
    }
  }
}
