// What a reader should know of the numbers of a recording, in sentences.

import FaultlineMeasures

/// The remarks on a recording, in a fixed order.
struct RecordingRemarks {
  let all: [String]

  init(_ builder: RecordingBuilder, isNamed: Bool) {
    var all: [String] = []
    func say(_ note: RecordingBuilder.Note, _ sentence: (Int) -> String) {
      if let count = builder.notes[note] { all.append(sentence(count)) }
    }
    let kinds = Set(builder.sources.map(\.kind))
    let isRead = builder.requestCount > 0
    if !isNamed {
      all.append(
        "Names in capitals are those of tables: the log does not have the entities' own; --store or --model gives "
          + "them.")
    }
    if builder.saves.isLeast {
      all.append(
        "Rows written are the least that the log shows: at level 1 a statement that is run for many rows may stand "
          + "there once; level 2 shows the values of each.")
    }
    say(.strayTotal) {
      counted($0, "total") + " closed no request: the log begins late, or threads are mixed in it."
    }
    say(.strayAnnotation) {
      counted($0, "line names", "lines name") + " a request that is not in the log."
    }
    say(.strayCommit) {
      counted($0, "transaction ends", "transactions end") + " that did not begin in the log."
    }
    say(.interleaved) {
      counted($0, "total contradicts the rows of its", "totals contradict the rows of their")
        + " own request: threads are mixed in the log, and it does not say which line is whose."
    }
    say(.answeredByCache) {
      counted($0, "fault was", "faults were") + " answered by the row cache, without a request."
    }
    say(.cutEnd) {
      "The log ends before a request does" + ($0 == 1 ? "." : ": \(NumberText.grouped($0)) times.")
    }
    say(.longLine) {
      counted($0, "line was longer than 1 MiB, and was", "lines were longer than 1 MiB, and were")
        + " cut."
    }
    say(.notUTF8) {
      counted($0, "line is", "lines are")
        + " not UTF-8; what could not be read stands there as a sign."
    }
    say(.manyEvents) {
      counted($0, "row of a table came", "rows of tables came") + " after the first 500,000 and "
        + ($0 == 1 ? "is" : "are") + " not counted."
    }
    if kinds.contains(.trace), isRead {
      all.append(
        "A trace does not say what was asked, only of which entity and how many: a count, a fetch of keys and a fetch of "
          + "rows look alike, a save does not say what it wrote, and contexts are at least one a thread."
      )
    }
    if isRead {
      all.append(
        "Faults that the row cache answered, bytes, objects alive and peaks are in no log; a run of a scenario shows "
          + "those.")
    }
    if builder.leaks != nil {
      all.append(
        "'leaks' lists what nothing reaches any more. Objects that a context, an undo manager or an array still holds "
          + "are not in it.")
    }
    if builder.metrics.contains(where: \.isSimulated) {
      all.append(
        "A deviation of 0 with 500 samples is the payload that Xcode makes up; its figures are not the app's."
      )
    }
    if !builder.metrics.isEmpty {
      all.append(
        "MetricKit covers a day and a whole process; nothing of it belongs to Core Data alone.")
    }
    self.all = all
  }
}
