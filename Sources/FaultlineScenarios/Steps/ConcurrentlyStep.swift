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
    let node: Node
    let context: String
    var steps: [PlacedStep]
  }

  private var blocks: [Block] = []
  private var stream = 0

  package init(_ text: StepText) throws(Diagnostic) {
    for node in try text.value.list() {
      let fields = try Fields(node, of: "a block of 'concurrently'", keys: Self.blockKeys)
      let context = try fields.required("in")
      blocks.append(
        Block(
          node: context, context: try context.identifier(),
          steps: try text.steps(try fields.required("steps"))))
    }
    guard blocks.count > 1 else {
      throw text.value.diagnostic(
        "one block has no other to take turns with", notes: ["'in' plays steps in another context"])
    }
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    stream = rehearsal.stream(
      for: "concurrently: \(blocks.map(\.context).joined(separator: ", "))")
    for index in blocks.indices {
      let known = rehearsal.givenNames
      try rehearsal.check(&blocks[index].steps, in: blocks[index].node)
      rehearsal.hide(rehearsal.givenNames.filter { !known.contains($0) })
    }
    rehearsal.showAll()
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    // None of the contexts may be closed as long as a block may play in it.
    for block in blocks { try work.contexts.enter(block.node) }
    let isThreaded = work.contexts.hasThreads && !work.contexts.isOnThread
    for block in blocks {
      if isThreaded {
        try work.contexts.enter(block.node, besides: blocks.map(\.node))
      } else {
        try work.contexts.enter(block.node)
      }
      try work.play(block.steps)
      if isThreaded { work.contexts.leaveThread() } else { work.contexts.leave() }
    }
    for _ in blocks { work.contexts.leave() }
  }

  package func run(on stage: Stage) throws(StepFailure) {
    if stage.settings.threads, !stage.isPart {
      var parts: [(bench: Workbench, play: (Stage) throws(StepFailure) -> Void)] = []
      // Blocks of one context would only wait for each other: they share its thread.
      for name in contexts {
        let own = blocks.filter { $0.context == name }
        parts.append(
          (
            try stage.bench(named: name),
            { stage throws(StepFailure) in try interleave(own, on: stage) }
          ))
      }
      if try stage.playOnThreads(parts) { return }
    }
    try interleave(blocks, on: stage)
  }

  /// The contexts of the blocks, each once.
  private var contexts: [String] {
    var names: [String] = []
    for block in blocks where !names.contains(block.context) { names.append(block.context) }
    return names
  }

  /// Plays blocks on this thread, step by step.
  private func interleave(_ blocks: [Block], on stage: Stage) throws(StepFailure) {
    var strands: [Strand] = []
    for block in blocks {
      strands.append(Strand(block.steps, in: try stage.bench(named: block.context), on: stage))
    }
    while !strands.isEmpty {
      let chosen = Int.random(in: 0..<strands.count, using: &stage.sources[stream].dice)
      if try !strands[chosen].advance(on: stage) { strands.remove(at: chosen) }
    }
  }
}
