// What a measurement on a Mac has settled: on which version, and which end of each band holds there.

import FaultlineMeasures
package import FaultlineScenarios
import Foundation

/// The answers of one measurement.
package struct BehaviorCalibration {
  /// What its first line says.
  package static let title = "faultline settle 1"
  /// The word for a band that the measurement could not decide.
  private static let unclear = "unclear"
  private static let place = "on "
  /// No output is longer, in bytes: it has a line for each band, and some remarks.
  package static let largest = 64 << 10

  /// Where it was measured, such as `macOS 26.1`.
  package let version: String
  /// The ends that hold there, in the order of the bands.
  package let ends: [BehaviorChoice]
  /// The bands that stay open.
  package var open: [Behavior] {
    Behavior.bands.filter { band in !ends.contains { $0.band?.key == band.key } }
  }

  /// Reads what the program for the Mac has printed; lines that are blank or begin with '#' say nothing.
  package init(_ text: String, file: String) throws(Diagnostic) {
    func mistake(_ line: Int, _ what: String, _ help: String) -> Diagnostic {
      Diagnostic("line \(line): \(what)", file: file, notes: [help])
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { (number: $0 + 1, text: Self.trimmed($1)) }
      .filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") }
    guard let first = lines.first, first.text == Self.title else {
      throw mistake(
        lines.first?.number ?? 1, "this is no output of Settle.swift",
        "its first line is '\(Self.title)'")
    }
    var version = ""
    var chosen: [String: BehaviorChoice?] = [:]
    for line in lines.dropFirst() {
      if line.text.hasPrefix(Self.place) {
        guard version.isEmpty else {
          throw mistake(
            line.number, "the version stands here a second time", "one run, one version")
        }
        version = Self.trimmed(line.text.dropFirst(Self.place.count))
        continue
      }
      let words = line.text.split(separator: " ").map(String.init)
      guard words.count == 2 else {
        throw mistake(
          line.number, "\(line.text.inQuotes) is no answer",
          "an answer is a band and one of its ends")
      }
      guard let band = Behavior.bands.first(where: { $0.key == words[0] }) else {
        let known = Behavior.bands.map(\.key)
        throw mistake(
          line.number,
          "there is no band \(words[0].inQuotes)" + Spelling.question(for: words[0], among: known),
          "bands: \(Spelling.list(known))")
      }
      guard band.words.contains(words[1]) || words[1] == Self.unclear else {
        let known = band.words + [Self.unclear]
        throw mistake(
          line.number,
          "\(words[1].inQuotes) is no end of '\(band.key)'"
            + Spelling.question(for: words[1], among: known),
          "its ends: \(Spelling.list(known))")
      }
      let end =
        words[1] == Self.unclear
        ? nil : BehaviorChoice(band, atOtherEnd: words[1] == band.coreData)
      guard chosen.updateValue(end, forKey: band.key) == nil else {
        throw mistake(
          line.number, "'\(band.key)' stands here a second time", "one answer for each band")
      }
    }
    guard !version.isEmpty else {
      throw mistake(
        lines.last?.number ?? 1, "it is not said where this was measured",
        "a line such as 'on macOS 26.1' says it")
    }
    self.version = version
    ends = Behavior.bands.compactMap { chosen[$0.key] ?? nil }
  }

  /// The same as the program prints it.
  package var text: String {
    ([Self.title, Self.place + version]
      + ends.map { $0.text.replacing("=", with: " ") }).map { $0 + "\n" }.joined()
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}

/// The file with the settlement of this machine.
package struct CalibrationFile {
  /// Where it lies.
  package let path: String

  package init(at path: String) { self.path = path }

  /// The user's: in `$XDG_CONFIG_HOME` or `~/.config`; nil where there is neither.
  package static func usual(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> CalibrationFile? {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return CalibrationFile(at: "\(folder)/faultline/settled")
    }
    if let home = environment["HOME"], home.hasPrefix("/") {
      return CalibrationFile(at: "\(home)/.config/faultline/settled")
    }
    return nil
  }

  private var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// What is settled; nil where nothing is.
  package func settlement() throws(Diagnostic) -> BehaviorCalibration? {
    guard isThere else { return nil }
    let text = try InterruptibleReader().read(path).text
    do throws(Diagnostic) {
      return try BehaviorCalibration(text, file: path)
    } catch {
      throw Diagnostic(
        "what was settled cannot be read: \(error.message)", file: path,
        notes: ["'faultline settle --forget' removes the file"])
    }
  }

  /// Keeps a settlement in place of the one before.
  package func keep(_ settlement: BehaviorCalibration) throws(Diagnostic) {
    let folder = FilePath.folder(of: path)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Diagnostic("the folder for what is settled cannot be made", file: folder)
    }
    try OutputFile(what: "what is settled", path: path).write(settlement.text)
  }

  /// Removes it; whether there was one.
  package func forget() throws(Diagnostic) -> Bool {
    guard isThere else { return false }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw Diagnostic("what is settled cannot be removed", file: path)
    }
    return true
  }
}

extension BehaviorCalibration {
  /// Returns what a run takes for settled; nil for nothing.
  ///
  /// Where `isRequired`, there has to be a measurement.
  package static func kept(isRequired: Bool) throws(Diagnostic) -> BehaviorCalibration? {
    let settlement = try CalibrationFile.usual()?.settlement()
    guard settlement != nil || !isRequired else {
      throw Diagnostic(
        "nothing is settled on this machine", file: "--settled",
        notes: ["'faultline settle OUTPUT' reads what Settle.swift has printed on a Mac"])
    }
    return settlement
  }
}
