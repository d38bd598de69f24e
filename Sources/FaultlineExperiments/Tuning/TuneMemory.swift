// What cells of a search have read, kept from call to call so that none is run twice.

import FaultlineMeasures
package import FaultlineScenarios
import Foundation
import FaultlineSystem

/// A file with a line for each cell that was run.
package struct TuneMemory {
  /// What one line says.
  package struct Line: Codable {
    package var cell: String
    package var result: CellResult
    /// What the readings depend on beside the cell.
    package var world: String
  }

  package static let ending = ".tune.jsonl"

  package let path: String
  private let world: String
  package private(set) var lines: [String: Line] = [:]

  /// Forgets everything that was run of a scenario.
  package static func forget(_ scenario: Scenario, in folder: String) {
    try? FileManager.default.removeItem(at: FilePath.url(path(scenario, in: folder)))
  }

  private static func path(_ scenario: Scenario, in folder: String) -> String {
    FilePath.joined(folder, scenario.name + ending)
  }

  /// Reads what is there; what belongs to another scenario, program or choice is left alone.
  package init(_ scenario: Scenario, in folder: String, world: String) throws {
    path = Self.path(scenario, in: folder)
    self.world = world
    do throws(WholeFile.Refusal) { try WholeFile.makeFolder(folder) } catch {
      throw Diagnostic(
        "the results cannot be written here: \(error.reason)", file: folder,
        notes: ["choose another folder with --out"])
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw Diagnostic(
        "the results cannot be written here: \(String(cString: strerror(errno)))", file: folder,
        notes: ["choose another folder with --out"])
    }
    guard let data = try? Data(contentsOf: FilePath.url(path)) else { return }
    let decoder = JSONDecoder()
    for row in data.split(separator: UInt8(ascii: "\n")) {
      // The last line may have been cut short by the end of the program.
      guard let line = try? decoder.decode(Line.self, from: Data(row)), line.world == world else {
        continue
      }
      lines[line.cell] = line
    }
  }

  /// Keeps a cell, in memory and at the end of the file.
  package mutating func keep(_ cell: String, _ result: CellResult) throws {
    let line = Line(cell: cell, result: result, world: world)
    lines[cell] = line
    do throws(WholeFile.Refusal) {
      let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
      guard file >= 0 else { throw WholeFile.refusal() }
      defer { close(file) }
      // A line that was cut short must not swallow this one; blank lines say nothing.
      let text = (lseek(file, 0, SEEK_END) == 0 ? "" : "\n") + StableJSON.line(of: line)
      try WholeFile.writeAll(Array(text.utf8), to: file)
    } catch {
      throw Diagnostic("a cell cannot be kept: \(error.reason)", file: path).ofLostOutput
    }
  }
}
