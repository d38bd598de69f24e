// What a pass is set up with, and what comes of it.

import FaultlineMeasures
import FaultlineProfiler

/// One pass of a trial, as it is to be played.
struct PassSetup {
  let trial: Trial
  /// Where others see how far it is.
  var board: ProgressBoard?
  /// Where its stores lie.
  let folder: String
  /// What they begin with.
  let contents: StoreContents
  /// Whether its numbers count.
  var isMeasured = false
  /// How closely it looks at what there is.
  var attention = Attention.objects
  /// Whether what is left at the ends is searched for what holds it.
  var explainsLeaks = false
  /// What it is played for besides its numbers.
  var purpose = PassPurpose()
  /// Whether it finds out where its peak falls.
  var findsPeak = false
  /// What explains the peak of a pass before it.
  var explainer: PeakExplainer?
  /// What notes the memory along the run, at moments that a pass before it has chosen.
  var timeline: TimelineRecorder?
}

/// How closely a pass looks at what there is when it takes a checkpoint; at the two ends every pass looks at all.
///
/// A pass that looks at every object pays for every object, at each checkpoint. One pass does, which is enough: the passes
/// must agree on every counter, those of the heap among them, and those that read nothing else show thereby that
/// the looking has changed nothing.
enum Attention {
  /// At the two ends alone, where its result is not used: to warm up the census.
  case ends
  /// Counters at every checkpoint.
  case counters
  /// Every object at every checkpoint.
  case objects
}

/// What a pass is played for besides its numbers; usually nothing.
struct PassPurpose {
  /// Notes what happens.
  var recorder: TraceRecorder?
  /// Whether the runtime's counting is watched.
  var countsReferences = false
  /// Notes what allocates.
  var profile: HeapProfile?

  /// Whether it is played for its numbers alone.
  var isNone: Bool { recorder == nil && profile == nil && !countsReferences }
}

/// What came of a pass.
struct PlayedPass {
  let checkpoints: [Checkpoint]
  /// What was noticed that is no number.
  let findings: [Finding]
  /// Where its peak fell, where that was asked for.
  var peak: PeakPoint?
  /// Which of its moments are worth a look, where that was asked for.
  var stretches: MomentStretches?
}

/// Why a pass could not be played to its end.
struct PassFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
