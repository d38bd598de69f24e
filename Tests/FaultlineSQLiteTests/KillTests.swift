// A process that is killed in the midst of saving leaves a file in which every save is whole or missing.

import FaultlineTestSupport
import Foundation
import Testing

@Suite struct KillTests {
  private static let rounds = Effort.choose(quick: 10, ci: 50, full: 200)

  @Test func `a killed process leaves whole saves behind`() throws {
    let typist = try #require(BenchmarksProgram.url, "The benchmarks are built with the tests.")
    let folder = try StoreFolder()
    var random = SplitMix64(seed: 7)
    var saved = 0
    for round in 1...Self.rounds {
      let told = try type(typist, folder, milliseconds: Int.random(in: 1...60, using: &random))
      let database = Database(folder.store)
      #expect(database.text("PRAGMA integrity_check") == "ok", "round \(round)")
      // A process that was killed before it made the tables has left an empty file.
      guard database.text("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'Z_METADATA'") == "1"
      else { continue }
      let last = Int(database.text("SELECT CAST(ZBUDGET AS INTEGER) FROM ZDEPARTMENT")) ?? 0
      #expect(last >= max(saved, told), "round \(round): a save that was reported is gone")
      saved = last
      let sums = database.text(
        """
        SELECT COUNT(*), COUNT(DISTINCT ZSALARY), MIN(n), MAX(n), MAX(ZSALARY), MAX(keys)
        FROM ZEMPLOYEE JOIN (SELECT ZSALARY s, COUNT(*) n FROM ZEMPLOYEE GROUP BY ZSALARY) ON s = ZSALARY
        JOIN (SELECT MAX(Z_PK) <= (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Employee') AS keys FROM ZEMPLOYEE)
        """)
      if last > 0 { #expect(sums == "\(last * 10)|\(last)|10|10|\(last).0|1", "round \(round)") }
    }
    #expect(saved > 0)
  }

  /// Lets the typist save for a while, and kills it; says what it reported last.
  private func type(_ typist: URL, _ folder: StoreFolder, milliseconds: Int) throws -> Int {
    let child = Process()
    let output = Pipe()
    child.executableURL = typist
    child.arguments = ["--type", folder.store.path]
    child.standardOutput = output
    try child.run()
    // The first line says that it has begun; what is killed before is never in the midst of a save.
    var text = output.fileHandleForReading.availableData
    Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
    kill(child.processIdentifier, SIGKILL)
    text.append(output.fileHandleForReading.readDataToEndOfFile())
    child.waitUntilExit()
    #expect(child.terminationReason == .uncaughtSignal)
    let lines = String(decoding: text, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().compactMap { Int($0) }.last ?? 0
  }
}
