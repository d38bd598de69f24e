// What a command reads stays as it is, whatever it is asked to write, and wherever a name leads.

import FaultlineTestSupport
import Foundation
import Testing

struct `What a command reads` {
  private static let log =
    PetLog.request("\(PetLog.columns) FROM ZPET t0", rows: 12)

  /// Each line names as its output a file that it reads.
  @Test(arguments: [
    "import app.log --model App.xcdatamodel --out app.log",
    "import app.log --model App.xcdatamodel --out ./folder/../app.log",
    "run small.yaml --format brief=small.yaml",
    "run . --format brief=small.yaml",
    "run small.yaml --trace small.yaml",
    "check small.yaml --format markdown=link.yaml",
    "report out/small.json --format html=out/small.json",
    "report out --format html=out/small.json",
    "accept --from out/small.json --format html=out/small.json",
    "compare out/small.json out/small.json --format csv=out/small.json",
  ])
  func `is not written over`(line: String) throws {
    let program = try WholeProgram([
      "app.log": Self.log, "App.xcdatamodel/contents": PetLog.model, "small.yaml": smallScenario(),
      "folder/nothing": "",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.appending(path: "link.yaml").path, withDestinationPath: "small.yaml")
    #expect(try program.run("run", "small.yaml", "--out", "out", "-q").status == 0)
    let names = ["app.log", "small.yaml", "out/small.json"]
    let before = try names.map(program.text)
    let answer = try program.run(line.split(separator: " ").map(String.init))
    #expect(answer.status == 3, "\(answer)")
    #expect(answer.errors.contains("cannot be written here: "), "\(answer)")
    #expect(try names.map(program.text) == before)
  }

  /// A small scenario with its result, its baseline and a sweep of it.
  private func gated() throws -> WholeProgram {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    for line in [
      "run small.yaml --out out -q", "accept small.yaml --baselines kept -q",
      "sweep plan small.yaml --shards 1 --out grid -q", "sweep run grid --shard 1 -q",
    ] {
      let answer = try program.run(line.split(separator: " ").map(String.init))
      #expect(answer.status == 0, "\(line): \(answer)")
    }
    return program
  }

  private static let isKept = "cannot be written here: a baseline is kept in this file"
  private static let isSame = "kept: error: results and baselines have the same names"

  /// A gate whose baseline became a result would hold nothing any more.
  @Test(arguments: [
    ("run small.yaml --out kept", 3, isKept),
    ("check small.yaml --baselines kept --out ./kept", 3, "./\(isSame)"),
    ("accept small.yaml --baselines kept --out kept", 3, isSame),
    ("check small.yaml --baselines link --out kept", 3, isSame),
    ("check small.yaml --baselines kept --format json=kept/small.json", 3, isKept),
    ("run small.yaml --trace kept/small.json", 3, isKept),
    ("report out --format json=kept/small.json", 3, isKept),
    ("report out --format json --out kept", 3, isKept),
    ("sweep merge grid --out kept", 3, isKept),
    // The files of a folder are known when all has run, and the verdict is shown then.
    ("check small.yaml --baselines kept --format json=kept/", 1, isKept),
  ])
  func `is a baseline that only accept replaces`(line: String, status: Int32, says: String) throws {
    let program = try gated()
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.appending(path: "link").path, withDestinationPath: "kept")
    let before = try program.text(of: "kept/small.json")
    let answer = try program.run(line.split(separator: " ").map(String.init))
    #expect(answer.status == status && answer.errors.contains(says), "\(answer)")
    #expect(try program.text(of: "kept/small.json") == before)
    #expect(program.files(in: "kept") == ["small.json"])
  }

  /// One that a merge of revisions has torn can still be mended, and one may have its keys in any order.
  @Test func `is a baseline whatever has become of it, and no other file of that name`() throws {
    let program = try gated()
    let whole = try program.text(of: "kept/small.json")
    for text in [
      "<<<<<<< HEAD\n\(whole)", #"{"file": "small.yaml", "baseline": "small", "trials": []}"#,
    ] {
      try program.write(text, to: "kept/small.json")
      let answer = try program.run("run", "small.yaml", "--out", "kept")
      #expect(answer.status == 3 && answer.errors.contains(Self.isKept), "\(answer)")
      #expect(try program.text(of: "kept/small.json") == text)
    }
    for text in [#"{"of": "baseline"}"#, #"{"baseline": 7}"#, ""] {
      try program.write(text, to: "kept/small.json")
      #expect(try program.run("run", "small.yaml", "--out", "kept").status == 0, "\(text)")
    }
  }

  @Test func `is a scenario of one's own, and not what an earlier import has made`() throws {
    let program = try WholeProgram([
      "app.log": Self.log, "App.xcdatamodel/contents": PetLog.model, "own.yaml": smallScenario(),
    ])
    func imported(_ name: String) throws -> WholeProgram.Answer {
      try program.run(["import", "app.log", "--model", "App.xcdatamodel", "--out", name])
    }
    let refused = try imported("own.yaml")
    #expect(refused.status == 3 && refused.errors.contains("no earlier import has made it"))
    #expect(try program.text(of: "own.yaml") == smallScenario())
    #expect(try imported("made.yaml").status == 0)
    #expect(try imported("made.yaml").status == 0)
  }

  @Test(arguments: ["list", "trend", "export"])
  func `is no history where nothing was recorded, and stays empty`(command: String) throws {
    let program = try WholeProgram(["note.txt": ""])
    let answer = try program.run("history", command, "--file", "note.txt")
    #expect(answer.status == 3 && answer.errors.contains("there is no history yet"), "\(answer)")
    #expect(try program.text(of: "note.txt") == "")
  }

  @Test func `names no baseline outside of their folder`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    #expect(try program.run("run", "small.yaml", "--out", "out", "-q").status == 0)
    let result = try program.text(of: "out/small.json")
      .replacing(#""name" : "small""#, with: #""name" : "../../evil""#)
    try program.write(result, to: "out/small.json")
    let answer = try program.run("accept", "--from", "out")
    #expect(answer.status == 3, "\(answer)")
    #expect(answer.errors.contains(#"no baseline can be named after the scenario "../../evil""#))
    #expect(program.files(in: ".") == ["out", "small.yaml"])
  }
}
