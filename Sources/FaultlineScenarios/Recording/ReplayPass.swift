// A pass that is not measured: after every step it captures the object graph.

import Faultline
package import FaultlineMeasures
import FaultlineProfiler
package import FaultlineReplay

/// Plays a trial's steps once and films them, to the end of everything.
///
/// It is a pass of its own, so that looking at the graph costs no measured pass anything.
final class ReplayPass: Instruments {
  /// So many steps are shown one by one although they only prepare.
  private static let shortestSetup = 6
  /// After so many frames the rest is played unseen, but for the end.
  static let mostFrames = 120

  private static let filmed = Set(Probes.filmed.map(\.name))

  private let trial: Trial
  private let board: ProgressBoard?
  private let moment = Population.now
  private let records = SavedRecords()
  private let cycleWatch = CycleWatch()
  private var graphs: [CapturedGraph] = []
  private var frames: [Replay.Frame] = []
  /// What was said and asked since the last frame.
  private var notes: [String] = []
  private var questions: [Replay.Question] = []
  /// What the choices of questions are judged by.
  private var choices: ChoiceJudge
  /// The steps that have asked; a loop asks once.
  private var asked: Set<Int> = []
  /// The loops of the script, and which of their rounds are filmed.
  private var loops: RecordedRounds
  /// The rounds that were played since the last frame and not filmed, by where they lie in their loops.
  private var unseenRounds: Set<[Int]> = []
  /// The steps that were played unseen because the film is long enough.
  private var unseenSteps = 0

  /// Whether nothing was said, asked or read yet.
  private var isPreparing = true
  /// The last frame that only prepares.
  private var setup: Int?

  /// What the script keeps beyond the end of its session.
  private var statics: Statics?

  private init(_ trial: Trial, _ board: ProgressBoard?) {
    self.trial = trial
    self.board = board
    choices = ChoiceJudge(trial)
    loops = RecordedRounds(trial.scenario.steps)
  }

  /// Films a trial.
  static func film(
    _ trial: Trial, _ board: ProgressBoard?, _ folder: String, _ contents: StoreContents
  ) throws(PassFailure) -> Replay {
    let pass = ReplayPass(trial, board)
    do {
      try pass.play(folder, contents)
    } catch {
      throw PassFailure("\(error)")
    }
    pass.capture(nil, Replay.Frame(line: nil, step: "context and stores are let go"))
    pass.take(CheckpointNames.end, nil)
    pass.statics = nil
    return pass.film()
  }

  private func play(_ folder: String, _ contents: StoreContents) throws {
    let session = try Session(trial, folder: folder, contents: contents, instruments: self)
    capture(session, Replay.Frame(line: nil, step: "before the first step"))
    try session.play(trial.steps)
    try session.inTurn { session.variables.releaseAll() }
    let end = Replay.Frame(line: nil, step: "every name is let go")
    capture(
      session, end,
      onlyIfNew: questions.isEmpty && notes.isEmpty && unseenRounds.isEmpty && unseenSteps == 0)
    take(CheckpointNames.released, session)
    statics = session.variables.statics
    cycleWatch.stop()
  }

  private func film() -> Replay {
    var builder = ReplayBuilder(graphs, records: records)
    for place in frames.indices {
      (frames[place].states, frames[place].ties) = builder.graph(at: place)
    }
    var film = Replay(
      scenario: "", title: "", variant: trial.key.title, settings: trial.listed,
      nodes: builder.nodes, edges: builder.edges, frames: frames)
    film.rules = trial.scenario.rules
    film.setup = setup
    film.narrate()
    choices.judge(&film)
    return film
  }

  // MARK: - What the session reports

  func iterate(_ round: Int) {}

  var referenceWatcher: ReferenceWatcher? { cycleWatch.watcher }

  func checkpoint(_ name: String, template: String, _ session: Session) { take(name, session) }

  /// Notes what was read at a moment, if the choices of a question ask for it.
  private func take(_ moment: String, _ session: Session?) {
    guard choices.wants(moment) else { return }
    // A question that is open has its frame yet to come.
    choices.take(
      readings(session), at: moment, frame: questions.isEmpty ? frames.count - 1 : frames.count)
  }

  func willPlay(_ placed: PlacedStep, in session: Session) {
    board?[.step] = placed.ordinal
    cycleWatch.begin(type(of: placed.step).keyword, in: session.managedObjectContexts)
    loops.begin(placed, in: session)
    guard isRecorded(loops.rounds(of: placed, in: session)) else { return }
    if placed.note != nil || type(of: placed.step).onlySpeaks { endPreparing() }
    if let note = placed.note, isPlayed(placed.step, session) { take(note, beside: placed.step) }
    switch placed.step {
    case let step as NoteStep: notes.append(step.note)
    case let step as QuestionStep where asked.insert(placed.ordinal).inserted:
      questions.append(Replay.Question(step.question, answer: step.answer))
      if let offer = step.offer {
        choices.ask(
          offer, before: readings(session), at: (frames.count, questions.count - 1))
      }
    default: break
    }
  }

  func didPlay(_ placed: PlacedStep, in session: Session) {
    cycleWatch.end(in: session.managedObjectContexts)
    let type = type(of: placed.step)
    let rounds = loops.rounds(of: placed, in: session)
    if let unseen = RecordedRounds.firstUnseen(of: rounds) {
      unseenRounds.insert(rounds.prefix(through: unseen).map(\.number))
    } else if frames.count >= Self.mostFrames, !type.onlySpeaks, !type.hasOwnTurns {
      unseenSteps += 1
    }
    guard isRecorded(rounds), !type.onlySpeaks || type.isRead && !questions.isEmpty else { return }
    let frame = Replay.Frame(line: placed.place.line, step: type.keyword, rounds: rounds)
    // Steps that play others have a frame only when their own end is more than that of the last of those.
    let isNews = !unseenRounds.isEmpty || !questions.isEmpty
    capture(session, frame, onlyIfNew: type.hasOwnTurns && !isNews)
  }

  /// Whether a step does anything here: one that stands for others may not play them.
  private func isPlayed(_ step: any Step, _ session: Session) -> Bool {
    guard let control = step as? any ControlStep else { return true }
    return (try? control.repetition(in: session)).map { $0.times > 0 } ?? true
  }

  /// What is said beside a reading is about what was done before it; all else, about what is done next.
  private func take(_ note: String, beside step: any Step) {
    guard type(of: step).isRead, questions.isEmpty, !frames.isEmpty else {
      return notes.append(note)
    }
    frames[frames.count - 1].notes.append(note)
  }

  /// What comes before the first word, question or reading is setup, if all its objects are gone by then.
  private func endPreparing() {
    guard isPreparing else { return }
    isPreparing = false
    guard frames.count > Self.shortestSetup, graphs.last?.isEmpty == true,
      graphs.contains(where: { !$0.isEmpty })
    else { return }
    setup = frames.count - 1
  }

  private func isRecorded(_ rounds: [Replay.Round]) -> Bool {
    frames.count < Self.mostFrames && RecordedRounds.firstUnseen(of: rounds) == nil
  }

  // MARK: - Looking

  private func capture(_ session: Session?, _ frame: Replay.Frame, onlyIfNew: Bool = false) {
    let subject = CaptureSubject(
      since: moment, contexts: session?.namedContexts ?? [],
      holders: session?.variables.holders ?? statics?.holders ?? [])
    let graph = GraphCapture.capture(subject)
    if onlyIfNew, let last = graphs.last, graph.looksLike(last) { return }
    var frame = frame
    frame.notes = notes
    frame.questions = questions
    frame.readings = readings(session)
    frame.roundsLeftOut = unseenRounds.count
    frame.stepsLeftOut = unseenSteps
    (notes, questions, unseenRounds, unseenSteps) = ([], [], [], 0)
    graphs.append(graph)
    frames.append(frame)
  }

  private func readings(_ session: Session?) -> [Reading] {
    let contexts = session?.managedObjectContexts ?? []
    let subject = Subject(
      contexts: contexts, former: session?.formerStatistics ?? ContextStatistics(),
      coordinator: session?.coordinator, moment: moment,
      heapBefore: HeapReading(), heap: HeapReading(), cycleWatch: cycleWatch, isEnd: session == nil,
      census: Census(of: contexts, since: moment, in: nil),
      events: session?.tally?.counts)
    return Probes.graph.flatMap { probe in
      var readings: [Reading] = []
      probe.read(subject, into: &readings)
      return readings.filter { Self.filmed.contains($0.metric) }
    }
  }
}

extension Step {
  /// Whether it leaves the graph as it is and is said or read, not done.
  fileprivate static var onlySpeaks: Bool {
    self == NoteStep.self || self == QuestionStep.self || isRead
  }

  /// Whether it takes readings, which may be what a question before it was about.
  fileprivate static var isRead: Bool { self == CheckpointStep.self || self == ExpectStep.self }
}

/// The loops of a script while it is filmed.
///
/// A thousand rounds are too many to look at one by one, and the first few do not show what has grown by the last. So the
/// first two are filmed, then the hundredth, the thousandth and so on, and the last.
///
/// The lengths of loops are read beside the session, so that no measured pass keeps them.
struct RecordedRounds {
  private static let first = 2
  private static let leastPower = 100

  /// The loops around each step, outermost first, by the numbers of the steps.
  private var loops: [Int: [Int]] = [:]
  /// How many rounds a loop has that was begun.
  private var lengths: [Int: Int] = [:]

  init(_ steps: [StepSyntax]) { find(steps, within: []) }

  private mutating func find(_ steps: [StepSyntax], within outer: [Int]) {
    for step in steps {
      loops[step.ordinal] = outer
      let inner = step.type == RepeatStep.self ? outer + [step.ordinal] : outer
      for block in step.text.blocks { find(block, within: inner) }
    }
  }

  /// A step is about to be played: if it is a loop, it is known from now on how long it is.
  mutating func begin(_ placed: PlacedStep, in session: Session) {
    guard let loop = placed.step as? RepeatStep else { return }
    lengths[placed.ordinal] = (try? loop.repetition(in: session))?.times
  }

  /// The rounds in which a step is played.
  func rounds(of placed: PlacedStep, in session: Session) -> [Replay.Round] {
    let around = loops[placed.ordinal] ?? []
    return session.rounds.enumerated().map { depth, round in
      Replay.Round(
        loop: round.loop, number: round.number,
        of: around.indices.contains(depth) ? lengths[around[depth]] : nil)
    }
  }

  /// How many of these rounds lie outside of what is filmed: the first that does ends the list.
  static func firstUnseen(of rounds: [Replay.Round]) -> Int? {
    rounds.firstIndex { !shows($0) }
  }

  /// Whether a round is filmed; the first has the number 0.
  private static func shows(_ round: Replay.Round) -> Bool {
    if round.number < first || round.number + 1 == round.of { return true }
    var rest = round.number + 1
    guard rest >= leastPower else { return false }
    while rest.isMultiple(of: 10) { rest /= 10 }
    return rest == 1
  }
}

/// What came of filming.
package enum ReplayOutcome: Sendable {
  case film(Replay)
  /// It was filmed, and asks a question that is not right for what was measured.
  case wrong(Diagnostic)
  /// The trial ended before its time, and why.
  case died(Death)
  /// It was asked to end.
  case cancelled
}

extension ProcessExecutor {
  /// Plays a trial once in a child and brings back its film.
  package func film(
    _ trial: Trial, of plan: Plan,
    watching watch: (ProgressBoard) -> ChildProcess.Continuation = { _ in .proceed }
  ) -> ReplayOutcome {
    var film: Replay?
    let outcome = run(trial, of: plan, asReplay: true, watching: watch) { message in
      if case .film(let made) = message { film = made }
    }
    if outcome.wasCancelled { return .cancelled }
    if let death = outcome.result.death { return .died(death) }
    guard let film else { return .died(Death(cause: .silence)) }
    do throws(Diagnostic) {
      try film.checkChoices(of: plan.scenario)
    } catch {
      return .wrong(error)
    }
    return .film(film.titled(plan.scenario, text: text))
  }
}

extension TrialRun {
  /// Plays the trial once and sends its film; the last message is `done` or `failure`.
  package func film(telling send: (WireMessage) -> Void) {
    board?[.steps] = trial.stepTitles.count
    do throws(PassFailure) {
      let (folder, contents) = try prepare()
      try lay(contents, in: folder)
      let film = try ReplayPass.film(trial, board, folder?.path ?? "", contents)
      send(.film(film))
      send(.done)
    } catch {
      send(.failure(error.description))
    }
  }
}
