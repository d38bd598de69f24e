// Instructions of every workload on both sides, kept in a file and held against it.

import Foundation

/// What was counted, with what it depends on.
struct InstructionCounts {
  /// The compiler, the libraries and the sizes: counts under others are not compared.
  let ground: String
  private(set) var rows: [Row] = []

  /// One workload.
  struct Row {
    let workload: String
    let engine: Int
    let floor: Int
  }

  /// By how much a count may differ from the one that was kept, in parts of one.
  static let tolerance = 0.05

  /// Counts everything once; what is counted is the same in every run, but for what addresses decide.
  init(_ staff: Staff, with versions: String) throws {
    ground = "\(versions), \(staff.count) employees in \(staff.departments) departments"
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("faultline-instructions-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bases = (
      engine: folder.appendingPathComponent("engine.sqlite"),
      floor: folder.appendingPathComponent("floor.sqlite")
    )
    _ = try DiskEngineSide(staff, at: bases.engine).insertAll()
    _ = try FloorSide(staff, at: bases.floor).insertAll()
    let callgrind = Callgrind(staff: staff, folder: folder)
    for workload in CountedWorkload.all {
      func count(_ kind: DiskSideKind, _ base: URL) throws -> (instructions: Int, sum: Double) {
        let url = folder.appendingPathComponent("work.sqlite")
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: url.path + suffix)
        }
        if workload.needsFile { try FileManager.default.copyItem(at: base, to: url) }
        return try callgrind.count(workload, kind, at: url)
      }
      let engine = try count(.engine, bases.engine)
      let floor = try count(.floor, bases.floor)
      guard engine.sum == floor.sum else {
        throw ChecksumMismatch(workload: workload.title, engine: engine.sum, plain: floor.sum)
      }
      rows.append(
        Row(workload: workload.title, engine: engine.instructions, floor: floor.instructions))
    }
  }

  /// Reads what `file` has written.
  init?(_ text: String) {
    let lines = text.split(separator: "\n")
    guard let ground = lines.first(where: { $0.hasPrefix(Self.groundMark) }) else { return nil }
    self.ground = String(ground.dropFirst(Self.groundMark.count))
    for line in lines where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t")
      guard cells.count == 3, let engine = Int(cells[1]), let floor = Int(cells[2]) else {
        return nil
      }
      rows.append(Row(workload: String(cells[0]), engine: engine, floor: floor))
    }
  }

  private static let groundMark = "# With "

  /// The file that is committed.
  var file: String {
    """
    # Instructions of each workload, engine and floor, as callgrind counts them; '.ci/instructions --write' writes it.
    \(Self.groundMark)\(ground)

    """ + rows.map { "\($0.workload)\t\($0.engine)\t\($0.floor)\n" }.joined()
  }

  /// A table for people; with what was kept, if that is there.
  func page(against kept: InstructionCounts?) -> String {
    var table = Table(
      ["Workload", "engine", "floor", "ratio"] + (kept == nil ? [] : ["engine before", "change"]))
    for row in rows {
      var cells = [
        row.workload, "\(row.engine)", "\(row.floor)",
        Figure.text(Double(row.engine) / Double(row.floor), 2),
      ]
      if let kept {
        let before = kept.rows.first { $0.workload == row.workload }?.engine
        cells += [
          before.map(String.init) ?? "–",
          before.map { Figure.text(100 * Self.change(from: $0, to: row.engine), 2) + " %" } ?? "–",
        ]
      }
      table.add(cells)
    }
    return "Instructions, with \(ground)\n\n" + table.text
  }

  /// The counts for a page.
  var section: Section {
    var table = Table(["instructions", "engine", "floor", "ratio"])
    for row in rows {
      table.add([
        row.workload, Figure.grouped(Double(row.engine)), Figure.grouped(Double(row.floor)),
        Figure.text(Double(row.engine) / Double(row.floor), 2),
      ])
    }
    return Section(
      "Instructions", table,
      note:
        "The fewest that were counted so far: CI counts anew each night, and no count may be 5 % above. With \(ground)."
    )
  }

  /// The workloads that take more than before, and those that take less, beyond the tolerance.
  func moved(since kept: InstructionCounts) -> (more: [String], less: [String]) {
    var (more, less): ([String], [String]) = ([], [])
    for row in rows {
      // A new workload has nothing to be held against until it is written.
      guard let before = kept.rows.first(where: { $0.workload == row.workload }) else {
        more.append("\(row.workload) (not kept yet)")
        continue
      }
      let change = Self.change(from: before.engine, to: row.engine)
      if change > Self.tolerance { more.append(row.workload) }
      if change < -Self.tolerance { less.append(row.workload) }
    }
    return (more, less)
  }

  private static func change(from before: Int, to now: Int) -> Double {
    Double(now - before) / Double(before)
  }
}
