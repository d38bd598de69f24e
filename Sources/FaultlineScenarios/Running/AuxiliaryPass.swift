// Looking at a trial in ways that would spoil its numbers: each in a process of its own, after it.

package import FaultlineMeasures
import FaultlineProfiler
import Foundation

/// Something to find out about a trial besides its numbers.
package enum AuxiliaryPass: Sendable, Codable, Hashable {
  /// How often references are counted.
  case references
  /// What allocates; files go into this folder.
  case attribution(folder: String)

  /// What the child's environment needs.
  var environment: [String] {
    switch self {
    case .references: []
    case .attribution: [HeapProfile.environment]
    }
  }

  /// A Boolean value that indicates whether the child writes files that nobody keeps.
  var needsScratch: Bool {
    switch self {
    case .references: false
    case .attribution: true
    }
  }

  /// What there is to say when the child dies over it, or comes to something else.
  func regret(_ trial: String, _ reason: String) -> String {
    switch self {
    case .references:
      "\(trial): reference counting was not counted: \(reason)."
    case .attribution: "\(trial): what allocates was not found out: \(reason)."
    }
  }
}

extension TrialRun {
  /// Plays the trial for an auxiliary pass: to warm up, then once.
  ///
  /// Files that it needs meanwhile go into the folder `scratch`, which the caller removes; without one it makes and removes
  /// a folder of its own.
  package func run(
    _ auxiliary: AuxiliaryPass, scratch: String? = nil, telling send: (WireMessage) -> Void
  ) {
    do {
      let stores = try prepare()
      try warmUp(max(1, trial.warmup), in: stores)
      switch auxiliary {
      case .references:
        guard ArcCounts.start() else {
          return send(.failure("this Swift runtime has no place where it can be watched"))
        }
        defer { ArcCounts.stop() }
        let checkpoints = try play(stores, PassPurpose(countsReferences: true))
        send(.sample(Sample(pass: 1, checkpoints: checkpoints)))
      case .attribution(let folder):
        let scratch = try scratch.map { StoreFolder(at: $0) } ?? StoreFolder()
        send(.said(try attribute(stores, to: folder, in: scratch)))
      }
      send(.done)
    } catch {
      send(.failure("\(error)"))
    }
  }

  /// Writes what allocates in every form there is, and says what is in the files.
  private func attribute(
    _ stores: PreparedStores, to folder: String, in scratch: StoreFolder
  ) throws -> String {
    guard let profile = HeapProfile(folder: scratch.path) else {
      throw PassFailure(
        "the allocator notes no call stacks here; it was built without --enable-prof")
    }
    _ = try play(stores, PassPurpose(profile: profile))
    guard let result = profile.result(below: "Pass.play()") else {
      throw PassFailure("the allocator has written no stacks that can be read")
    }
    let files = AttributionFiles(folder, trial: trial.id)
    try files.write(result)
    func words(_ stacks: FoldedStacks) -> String {
      let bytes = NumberText.text(.integer(stacks.total), .bytes)
      return "\(bytes) by \(NumberText.grouped(stacks.count)) stacks"
    }
    return
      "\(trial.id): \(words(result.held)) held at '\(result.checkpoint)', \(words(result.taken)) "
      + "taken in all: \(files.words)"
  }
}

extension ChildProcess.Ending {
  /// The end in a few words.
  fileprivate var words: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .signalled(let signal): "signal \(signal)"
    case .timedOut: "its time was up"
    case .overMemory: "it took too much memory"
    case .cancelled: "it was asked to"
    case .couldNotStart(let reason): reason
    }
  }

  /// What an auxiliary pass says of it.
  var reason: String { "it \(earlyEnd)" }

  /// That something ended before it was done, and how.
  var earlyEnd: String { "ended early (\(words))" }
}

extension TrialResult {
  /// The first thing that a pass beside it has read otherwise of the graph; nil where it did the same work.
  ///
  /// A runtime that is watched may do another's work, and then its numbers are another's too. The heap is left out:
  /// such a pass plays elsewhere in it.
  func difference(from sample: Sample, in metrics: [Metric]) -> String? {
    let compared = Set(
      metrics.filter { metric in
        metric.exactness == .exact && ![.heap, .end].contains(metric.group)
          && metric.scale == .count
      }.map(\.name))
    for checkpoint in samples.first?.checkpoints ?? [] {
      for reading in checkpoint.readings where compared.contains(reading.metric) {
        let other = sample[checkpoint.name]?[reading.metric]
        guard other != reading.quantity else { continue }
        return "watched, the work comes to something else, for "
          + "\(reading.metric)@\(checkpoint.name) is \(other.map { "\($0)" } ?? "not read") "
          + "instead of \(reading.quantity)"
      }
    }
    return nil
  }

  /// The same, with what a pass beside it has counted of references.
  func counting(references sample: Sample) -> TrialResult {
    var result = self
    for pass in result.samples.indices {
      for place in result.samples[pass].checkpoints.indices {
        let name = result.samples[pass].checkpoints[place].name
        let counted = sample[name]?.readings.filter { $0.metric.hasPrefix("arc.") } ?? []
        result.samples[pass].checkpoints[place].readings += counted
      }
    }
    return result
  }
}

/// The files of one trial, in the folder of a run's attributions.
package struct AttributionFiles {
  /// The folder beside the results of a run.
  package static let folder = "attribution"

  /// What the files' names end with.
  private enum Ending: String, CaseIterable {
    case held = "held.folded"
    case taken = "taken.folded"
    case profile = "pb.gz"
    case flame = "flame.json"
  }

  private let path: String
  private let trial: String

  /// Names the files of a trial.
  package init(_ folder: String, trial: String) {
    let name = trial.map { $0.isLetter || $0.isNumber || ".=".contains($0) ? $0 : "-" }
    path = "\(folder)/\(Self.short(String(name)))"
    self.trial = trial
  }

  /// The name, or a part of it and a fingerprint where a file's name has no room for it.
  private static func short(_ name: String) -> String {
    guard name.utf8.count > FilePath.longestName else { return name }
    return "\(name.prefix(40))-\(Fingerprint.of([name]))"
  }

  /// The files in few words.
  var words: String { "\(path).{\(Ending.allCases.map(\.rawValue).joined(separator: ","))}" }

  /// Writes what was found out.
  func write(_ result: HeapAttribution) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(result.held.text.utf8).write(to: file(.held), options: .atomic)
    try Data(result.taken.text.utf8).write(to: file(.taken), options: .atomic)
    try Data(result.profile.data).write(to: file(.profile), options: .atomic)
    try result.flame(of: trial).write(to: file(.flame))
  }

  /// The tree, where there is one of this trial.
  package var flame: Flame? {
    guard let flame = try? Flame.read(from: file(.flame)), flame.trial == trial else { return nil }
    return flame
  }

  /// The trees of those trials that have one, by their ids.
  package static func flames(of trials: [String], in folder: String) -> [String: Flame] {
    var flames: [String: Flame] = [:]
    for trial in trials { flames[trial] = AttributionFiles(folder, trial: trial).flame }
    return flames
  }

  /// Takes away what an earlier run has found out: it is not true of a later one.
  package func remove() {
    for ending in Ending.allCases { try? FileManager.default.removeItem(at: file(ending)) }
  }

  private func file(_ ending: Ending) -> URL {
    URL(fileURLWithPath: "\(path).\(ending.rawValue)")
  }
}
