// A log beside its replay, written for people.

import FaultlineMeasures
import FaultlineRecordings
import FaultlineReports

/// The parts of a page about the replay of what was observed.
enum CalibrationPage {
  static func add(_ calibration: Calibration, to page: inout Page) {
    let heading = "Calibration: \(figure(calibration))"
    if calibration.lines.isEmpty { page.blocks.append(.bullets(heading, [])) }
    page.add(
      heading,
      [
        ("kind", false), ("of", false), ("requests", true), ("replayed", true), ("rows", true),
        ("replayed", true), ("", false),
      ], calibration.lines.map(row))
    page.add(
      calibration.holds
        ? "What does not agree" : "What does not agree, and is to be settled before any advice",
      calibration.disagreeing.flatMap(explained))
    var rest = calibration.leftOut
    if calibration.forced > 0 {
      rest.append(
        "\(counted(calibration.forced, "request was", "requests were")) asked for again by the log's keys, where the replay knew the answer: "
          + "they agree because the log has them, and say nothing of the app's memory.")
    }
    if let failure = calibration.failure {
      rest.insert("The replay ended early: \(failure)", at: 0)
    }
    page.add("What is not compared", rest)
  }

  private static func figure(_ calibration: Calibration) -> String {
    let lines = counted(calibration.notUnderstood, "line", "lines") + " not understood"
    guard calibration.whole > 0 else { return "no requests, \(lines)" }
    // Rounded down, so that 100 % is all of them.
    let tenths = calibration.agreeing * 1000 / calibration.whole
    let of =
      calibration.replayed > calibration.requests
      ? "\(NumberText.grouped(calibration.requests)) requests, and the replay made \(NumberText.grouped(calibration.replayed))"
      : "\(counted(calibration.requests, "request", "requests"))"
    return
      "\(tenths / 10).\(tenths % 10) % (\(NumberText.grouped(calibration.agreeing)) of \(of) agree), \(lines)"
  }

  private static func title(_ line: CalibrationLine) -> String {
    RequestKind(rawValue: line.kind)?.title ?? line.kind
  }

  private static func subject(_ line: CalibrationLine) -> String {
    line.kind == "save"
      ? ""
      : RecordingPage.subject(
        line.entity, line.relationship, of: RequestKind(rawValue: line.kind))
  }

  private static func isWrite(_ line: CalibrationLine) -> Bool {
    ["insert", "update", "delete"].contains(line.kind)
  }

  private static func row(_ line: CalibrationLine) -> [String] {
    let requests = [line.requests, line.replayed].map {
      isWrite(line) ? "" : NumberText.grouped($0)
    }
    let rows = [line.rows, line.replayedRows].map {
      line.kind == "save" ? "" : NumberText.grouped($0)
    }
    return [title(line), subject(line)] + requests + rows + [line.agrees ? "" : "differs"]
  }

  private static func explained(_ line: CalibrationLine) -> [String] {
    let numbers =
      line.requests == line.replayed
      ? "\(counted(line.rows, "row", "rows")), and \(NumberText.grouped(line.replayedRows)) in the replay"
      : "\(counted(line.requests, "request", "requests")), and \(NumberText.grouped(line.replayed)) in the replay"
    let what = [title(line), subject(line)].filter { !$0.isEmpty }.joined(separator: " of ")
    return ["\(what): \(numbers)"] + line.mayBe.map { "  perhaps \($0)" }
  }
}
