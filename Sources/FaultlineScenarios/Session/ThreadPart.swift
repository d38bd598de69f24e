// A part of the session for one thread: contexts of its own, what their variables hold, and nothing that others touch.

import Faultline

/// What a thread plays while others play as well.
///
/// Unchecked: the part is made before its thread begins and taken back after it has ended, and no other thread uses
/// its session meanwhile.
package final class ThreadPart: @unchecked Sendable {
  private var session: Session?
  private let body: (Session) throws -> Void
  /// Why it could not be played to its end.
  private(set) var failure: StepFailure?

  /// A part of a session, in which something will be played.
  init(_ session: Session, _ body: @escaping (Session) throws -> Void) {
    self.session = session
    self.body = body
  }

  /// Plays it, on whatever thread this is.
  package func play() {
    guard let session else { return }
    do { try body(session) } catch { failure = StepFailure(error) }
  }

  /// Gives the part of the session back: a thread that ends a little later holds nothing of it.
  func takeSession() -> Session? {
    defer { session = nil }
    return session
  }
}

extension Session {
  /// Whether it is a part of another, on a thread of its own.
  var isPart: Bool { firstOpening > 0 }

  /// Plays each block in its context, each on a thread of its own; false where the instruments allow no threads.
  func playOnThreads(
    _ blocks: [(context: SessionContext, play: (Session) throws -> Void)]
  ) throws -> Bool {
    threadings += 1
    let parts = blocks.enumerated().map { number, block in
      ThreadPart(Session(partOf: self, number: number, in: block.context), block.play)
    }
    // What is sent to a context is run by a worker, as in an app, and not by the sender: two that merge each
    // other's saves would wait for each other.
    setDriven(false)
    let isDone = instruments.playOnThreads(parts)
    for part in parts { if let session = part.takeSession() { takeBack(session) } }
    if isDone { try awaitBlocks() }
    setDriven(true)
    for part in parts { if let failure = part.failure { throw failure } }
    return isDone
  }

  /// What was sent to contexts may send something itself, but what comes of a merge is no save: twice is enough.
  private func awaitBlocks() throws {
    for _ in 0..<2 {
      for context in contexts { try context.working {} }
    }
  }

  private func setDriven(_ isDriven: Bool) {
    for context in contexts { context.isDriven = isDriven }
  }

  /// Takes over what a part has made, and forgets what it has closed.
  private func takeBack(_ part: Session) {
    variables.take(part.variables)
    closed += part.closed
    openings = max(openings, part.openings)
    for context in part.contexts where context.number > part.firstOpening {
      contexts.append(context)
    }
    contexts.removeAll { context in
      context.number == part.current.number && !part.contexts.contains { $0 === context }
    }
  }
}
