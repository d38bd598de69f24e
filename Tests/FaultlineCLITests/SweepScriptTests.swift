// faultline sweep script, whole: what it prints, what it refuses, and GNU parallel followed to its merge.

import FaultlineSweeps
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

struct `The script of a sweep` {
  private func planned(_ shards: Int = 2) throws -> WholeProgram {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let answer = try program.run(
      "sweep", "plan", "small.yaml", "--shards", "\(shards)", "--out", "it's a sweep")
    #expect(answer.status == 0, "\(answer.errors)")
    return program
  }

  @Test func `names the folder and the program by their whole paths, and submits nothing`() throws {
    let program = try planned()
    let answer = try program.run("sweep", "script", "slurm", "it's a sweep", "--quiet")
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(answer.errors == "")
    let folder = program.folder.resolvingSymlinksInPath().path
    #expect(answer.output.contains("sweep='\(folder)/it'\\''s a sweep'\nshards=2\n"))
    #expect(answer.output.contains("exec \(WholeProgram.executable) sweep run "))
    #expect(answer.output.contains("--out '\(folder)/it'\\''s a sweep/merged'"))
    #expect(program.files(in: "it's a sweep/logs") == [])
  }

  @Test func `says that a program needs Swift on every machine`() throws {
    let answer = try planned().run("sweep", "script", "parallel", "it's a sweep")
    #expect(answer.errors.contains("this program needs Swift's libraries"))
    #expect(answer.errors.contains(".ci/package"))
  }

  @Test func `ships the program into the folder, whole`() throws {
    let program = try planned()
    try program.write("#!/bin/sh\nexec true\n", to: "tool")
    let tool = program.folder.appending(path: "tool").path
    let bare = try program.run("sweep", "script", "slurm", "it's a sweep", "--program", "tool")
    #expect(bare.status == 3)
    #expect(bare.errors.contains("tool: error: there is no program here that can be run"))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    let answer = try program.run(
      "sweep", "script", "slurm", "it's a sweep", "--program", "tool", "--ship")
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(answer.output.contains("it'\\''s a sweep/program/faultline' sweep run "))
    #expect(program.files(in: "it's a sweep/program") == ["faultline"])
    #expect(try program.text(of: "it's a sweep/program/faultline") == "#!/bin/sh\nexec true\n")
  }

  @Test(arguments: [
    (
      ["slum", "it's a sweep"],
      "There is no submission to 'slum'; there is one to slurm, parallel, github, gitlab. Did you mean 'slurm'?"
    ),
    (
      ["github", "it's a sweep", "--submit"],
      "--submit is for slurm and parallel; GitHub Actions runs a file of the repository, and builds the program itself."
    ),
    (
      ["gitlab", "it's a sweep", "--program", "x"],
      "--program is for slurm and parallel; GitLab runs a file of the repository, and builds the program itself."
    ),
    (
      ["slurm", "it's a sweep", "--", "--time=3"],
      "'--time=3' is for the engine, which gets nothing without --submit; the script takes it as well."
    ),
    (["slurm"], "'sweep script' takes slurm|parallel|github|gitlab DIR [-- OPTION…]."),
    (["slurm", "nowhere"], "nowhere/plan.json"),
  ])
  func `is refused in a sentence`(words: [String], complaint: String) throws {
    let answer = try planned().run(["sweep", "script"] + words)
    #expect(answer.status == 3)
    #expect(answer.output == "")
    #expect(answer.errors.contains(complaint), "\(answer.errors)")
  }

  @Test func `for a service names the folder as the repository has it`() throws {
    let program = try planned()
    for (kind, part) in [("github", "          1, 2\n"), ("gitlab", "  parallel: 2\n")] {
      let answer = try program.run("sweep", "script", kind, "./it's a sweep/")
      #expect(answer.status == 0, "\(answer.errors)")
      #expect(answer.output.contains("  SWEEP: \"it's a sweep\"\n"))
      #expect(answer.output.contains(part))
    }
  }

  /// Where GNU parallel is installed, here and now.
  @Test func `is handed over and followed until the merged report is there`() throws {
    guard Outsider.run("parallel", ["--version"])?.contains("GNU parallel") == true else {
      print("Skipped: GNU parallel is not installed (.ci/setup --all).")
      return
    }
    let program = try planned()
    let whole = try program.run("run", "small.yaml", "--out", "plain", "--no-progress")
    let answer = try program.run(
      "sweep", "script", "parallel", "it's a sweep", "--submit", "--out", "merged", "--no-progress",
      "--quiet")
    #expect(answer.status == 0, "\(answer.errors)")
    func body(_ text: String) -> String { text.components(separatedBy: "\nMore: ")[0] }
    #expect(body(answer.output) == body(whole.output))
    #expect(try program.text(of: "merged/small.json") == program.text(of: "plain/small.json"))
  }

  @Test func `shows how jobs of Slurm's stand in few words`() {
    #expect(SlurmQueue.words([]) == [])
    #expect(
      SlurmQueue.words([
        "RUNNING None", "PENDING Resources", "PENDING Dependency", "PENDING PartitionTimeLimit",
        "PENDING PartitionTimeLimit", "COMPLETING None", "",
      ]) == ["2 running", "2 waiting", "2 waiting (PartitionTimeLimit)"])
  }
}
