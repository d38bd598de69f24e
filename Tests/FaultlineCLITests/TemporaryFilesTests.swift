// Temporary files: where the environment wants them, without a trace in what is measured, and gone afterwards.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Glibc
import Testing

@Suite struct TemporaryFilesTests {
  private let scenario = smallScenario(name: "disk").replacing(
    "parameters:", with: "stores: [sqlite]\nparameters:")

  @Test func `the numbers are the same wherever temporary files lie`() throws {
    let program = try WholeProgram(["disk.yaml": scenario])
    var results: [String] = []
    // The test's own folder has a long path already.
    let room = 109 - program.folder.path.utf8.count - 1
    for (index, name) in ["t", String(repeating: "t", count: room)].enumerated() {
      let folder = program.folder.appending(path: name).path
      mkdir(folder, 0o700)
      let answer = try program.run(
        ["run", "disk.yaml", "--no-progress", "--out", "out\(index)"],
        environment: ["TMPDIR": folder])
      #expect(answer.status == 0, "\(answer.errors)")
      results.append(try program.text(of: "out\(index)/disk.json"))
      #expect(program.files(in: name) == [])
    }
    let usual = try program.run(
      ["run", "disk.yaml", "--no-progress", "--out", "out"], environment: ["TMPDIR": ""])
    #expect(usual.status == 0)
    results.append(try program.text(of: "out/disk.json"))
    #expect(Set(results).count == 1)
  }

  @Test func `a folder for them that cannot be used is reported before anything runs`() throws {
    let program = try WholeProgram(["disk.yaml": scenario, "a b/c": ""])
    let long = program.folder.appending(path: String(repeating: "t", count: 109)).path
    mkdir(long, 0o700)
    for (place, words) in [
      ("/nowhere/at/all", "no temporary folder can be made in /nowhere/at/all: No such file"),
      (long, "has too long a path"),
      (program.folder.path + "/a\\ b", "has characters in its path"),
    ] {
      let answer = try program.run(["run", "disk.yaml"], environment: ["TMPDIR": place])
      #expect(answer.status == 3)
      #expect(answer.errors.contains(words), "\(answer.errors)")
      #expect(program.files(in: "Reports/out") == [])
    }
  }

  @Test func `what a killed run has left goes with the next one, and nothing else does`() throws {
    let program = try WholeProgram(["disk.yaml": scenario, "tmp/faultline.ABCDEF/lock": "precious"])
    let folder = program.folder.appending(path: "tmp").path
    // Lost: a lock that nobody holds. Alive: one that is held. Young: made just now.
    for (name, age) in [("lost00", 120), ("alive0", 120), ("young0", 0)] {
      try program.write("", to: "tmp/faultline.\(name)/lock")
      try program.write("rows", to: "tmp/faultline.\(name)/inner/store.sqlite")
      let lock = "\(folder)/faultline.\(name)/lock"
      let when = timeval(tv_sec: time(nil) - age, tv_usec: 0)
      utimes(lock, [when, when])
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/faultline.linked", withDestinationPath: "/etc")
    let alive = open("\(folder)/faultline.alive0/lock", O_RDWR)
    defer { close(alive) }
    #expect(flock(alive, LOCK_EX) == 0)
    let answer = try program.run(
      ["run", "disk.yaml", "--out", "out", "-q"], environment: ["TMPDIR": folder])
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(
      program.files(in: "tmp") == [
        "faultline.ABCDEF", "faultline.alive0", "faultline.linked", "faultline.young0",
      ])
  }
}
