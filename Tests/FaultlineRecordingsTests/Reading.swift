// What tests read: texts of their own, as recordings.

import FaultlineRecordings
import Foundation
import Testing

/// The folder with logs and traces of real apps, where there is one.
let fixtures = ProcessInfo.processInfo.environment["FAULTLINE_FIXTURES"]
let fixtureHint: Comment =
  "Set FAULTLINE_FIXTURES to a folder of real logs and traces to run these tests."

/// The recording of texts, each a file of its own.
func recording(
  _ texts: String..., keepsValues: Bool = false, coversNames: Bool = false
) throws -> Recording {
  var reader = RecordingReader(keepsValues: keepsValues)
  for (place, text) in texts.enumerated() {
    try reader.read(RecordingInput(name: "\(place + 1)", bytes: Array(text.utf8)))
  }
  return reader.recording(
    privacy: Privacy(keepsValues: keepsValues, coversNames: coversNames))
}

/// The recording of files of the fixtures.
func recording(of files: [String]) throws -> Recording {
  var reader = RecordingReader()
  for file in files { try reader.read(RecordingInput("\(fixtures ?? "")/\(file)")) }
  return reader.recording()
}

/// Requests as a text to compare: `fetch Item 1 × 190`.
func lines(_ recording: Recording) -> [String] {
  recording.requests.map { line in
    let subject = [line.entity, line.relationship].compactMap { $0 }.joined(separator: ".")
    let rows = line.unknownRows == line.requests ? "-" : "\(line.rows)"
    let batch = line.batchSize.map { " of \($0)" } ?? ""
    return "\(line.kind.title)\(batch) \(subject): \(line.requests), \(rows)"
  }
}

/// How the lines of the first file were taken: all, understood, not understood, unrelated.
func taken(_ recording: Recording, _ file: Int = 0) -> [Int] {
  let source = recording.sources[file]
  return [source.all, source.understood, source.notUnderstood, source.unrelated]
}
