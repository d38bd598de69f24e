// Files that are not ours stay, files of ours are not lost, and what cannot be written is reported with its status.

import Faultline
import FaultlineMeasures
import FaultlineSQLite
import FaultlineScenarios
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Glibc
import Testing

@Suite struct HostileFilesTests {
  private static let loaded = """
    faultline: 1
    name: loaded
    title: t
    model: {A: {n: string}}
    stores: [sqlite]
    data: {A: {count: 5}}
    variants: {p: {}}
    steps: [checkpoint: x]
    measure: {repeats: 1}
    """

  // MARK: - The cache

  @Test func `a folder that is named for the cache keeps what else is in it`() throws {
    let program = try WholeProgram([
      "loaded.yaml": Self.loaded, "mine/Documents/thesis": "precious",
      "mine/0123456789abcdef/film": "precious", "mine/0123456789abcdef.lock": "",
    ])
    // More than the cache may take.
    #expect(truncate(program.folder.appending(path: "mine/Documents/thesis").path, 5 << 30) == 0)
    let cache = program.folder.appending(path: "mine").path
    for _ in 0..<2 {
      let answer = try program.run(
        "run", "loaded.yaml", "-q", environment: ["FAULTLINE_CACHE": cache])
      #expect(answer.status == 0, "\(answer)")
    }
    #expect(
      program.files(in: "mine")
        == ["0123456789abcdef", "0123456789abcdef.lock", "Documents", "faultline"])
    #expect(program.files(in: "mine/Documents") == ["thesis"])
    #expect(program.files(in: "mine/0123456789abcdef") == ["film"])
    var facts = stat()
    #expect(stat("\(cache)/faultline", &facts) == 0 && facts.st_mode & 0o777 == 0o700)
  }

  @Test(.enabled(if: geteuid() == 0, "Only the superuser can make files of another user."))
  func `a cache that another user made is refused`() throws {
    let program = try WholeProgram(["loaded.yaml": Self.loaded])
    let folder = program.folder.path
    mkdir("\(folder)/T", 0o1777)
    let cache = "\(folder)/T/faultline-cache-0"
    mkdir(cache, 0o777)
    #expect(chown(cache, 65_534, 65_534) == 0)
    let run = program.shell(
      #"cd "$1" && exec env -u HOME -u XDG_CACHE_HOME TMPDIR="$1/T" "$2" run loaded.yaml -q 2>&1"#,
      [])
    var lines: [String] = []
    #expect(run.run(onLine: { lines.append($0.text) }).ending == .exited(3))
    #expect(lines.joined(separator: " ").contains("no folder of this user"), "\(lines)")
    #expect(program.files(in: "T/faultline-cache-0") == [])
  }

  // MARK: - Temporary folders

  @Test func `a temporary folder that lost its lock goes, unless there are files in it`() throws {
    let program = try WholeProgram(["loaded.yaml": Self.loaded, "T/faultline.AAAAAA/thesis": "x"])
    let folder = program.folder.appending(path: "T").path
    mkdir("\(folder)/faultline.AbCdEf", 0o700)
    mkdir("\(folder)/faultline.AbCdEf/store", 0o700)
    mkdir("\(folder)/faultline.young0", 0o700)
    for name in ["AbCdEf", "AAAAAA"] {
      chmod("\(folder)/faultline.\(name)", 0o700)
      let when = timeval(tv_sec: time(nil) - 86_400, tv_usec: 0)
      utimes("\(folder)/faultline.\(name)", [when, when])
    }
    let answer = try program.run(
      "run", "loaded.yaml", "-q",
      environment: ["TMPDIR": folder, "FAULTLINE_CACHE": program.folder.path])
    #expect(answer.status == 0, "\(answer)")
    #expect(program.files(in: "T") == ["faultline.AAAAAA", "faultline.young0"])
  }

  @Test func `a half-written file of a killed run goes, and no other`() throws {
    let program = try WholeProgram([
      "small.yaml": smallScenario(), "out/.faultline.1.2": "half", "out/.faultline.3.4": "half",
      "out/.faultline.5.6": "half", "out/.faultline.mine": "precious", "out/.faultline.7": "x",
    ])
    let folder = program.folder.appending(path: "out").path
    let when = timeval(tv_sec: time(nil) - 600, tv_usec: 0)
    for name in ["1.2", "3.4", "mine", "7"] {
      utimes("\(folder)/.faultline.\(name)", [when, when])
    }
    let held = open("\(folder)/.faultline.3.4", O_RDWR)
    defer { close(held) }
    #expect(flock(held, LOCK_EX) == 0)
    _ = try program.run("run", "small.yaml", "-q", "--out", "out", "--repeats", "1")
    #expect(
      program.files(in: "out") == [
        ".faultline.3.4", ".faultline.5.6", ".faultline.7", ".faultline.mine", "small.json",
        "small.machine.json",
      ])
  }

  // MARK: - Two at once

  @Test func `two that accept at once lose nothing`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario(expect: "objects.live >= 0")])
    for _ in 0..<Effort.choose(quick: 4, ci: 8, full: 20) {
      let both = program.shell(
        """
        cd "$1" && rm -rf Reports
        for v in plain odd last; do
          "$2" accept small.yaml --variant $v --out $v -q --repeats 1 >/dev/null 2>&1 &
        done
        wait
        """, [])
      #expect(both.run().ending == .exited(0))
      let baseline = try program.text(of: "Reports/baselines/small.json")
      for variant in ["plain", "odd", "last"] {
        #expect(baseline.contains("\"id\" : \"small/\(variant)\""), "\(variant) is lost")
      }
    }
    #expect(program.files(in: "Reports/baselines") == ["small.json"])
  }

  // MARK: - Users

  @Test(.enabled(if: geteuid() == 0, "Only the superuser can run a program as another user."))
  func `another user reads the same numbers, to the byte`() throws {
    let app = """
      faultline: 1
      name: saved
      title: t
      model: {A: {n: string, b: binary}}
      stores: [sqlite, memory]
      variants: {p: {}}
      steps:
        - insert: {entity: A, count: 20, into: x, set: {n: text(9), b: bytes(300)}}
        - save: {}
        - fetch: {entity: A, where: 'n != NIL', into: y}
        - checkpoint: x
      """
    let program = try WholeProgram([
      "loaded.yaml": Self.loaded, "saved.yaml": app, "small.yaml": smallScenario(),
    ])
    chmod(program.folder.path, 0o777)
    func run(_ prefix: String, _ out: String) {
      let run = program.shell(
        """
        cd "$1" && \(prefix) env -u XDG_CACHE_HOME HOME=/nonexistent \
        "$2" run loaded.yaml saved.yaml small.yaml -q --out \(out) >/dev/null
        """, [])
      let report = run.run()
      #expect(report.ending == .exited(0), "\(report)")
    }
    run("", "mine")
    run("setpriv --reuid=12345 --regid=12345 --clear-groups", "others")
    for name in ["loaded", "saved", "small"] {
      expectText(
        try program.text(of: "others/\(name).json"), is: try program.text(of: "mine/\(name).json"))
    }
  }

  @Test func `a store that cannot be read is named as the scenario names it`() throws {
    let program = try WholeProgram([
      "broken.yaml": """
      faultline: 1
      name: broken
      title: t
      model: data/App.sqlite
      stores: [{open: data/App.sqlite}]
      steps:
        - external: no SQL at all
      """,
      "data/note.txt": "",
    ])
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    try coordinator.addPersistentStore(
      type: .sqlite, at: program.folder.appending(path: "data/App.sqlite"))
    for out in ["one", "two"] {
      let answer = try program.run("run", "broken.yaml", "-q", "--out", out)
      #expect(answer.status == 4)
      #expect(answer.output.contains("'data/App.sqlite'"), "\(answer)")
      #expect(!answer.output.contains("/faultline."), "\(answer)")
    }
    expectText(
      try program.text(of: "one/broken.json"), is: try program.text(of: "two/broken.json"))
  }

  // MARK: - What cannot be written

  @Test func `a file-size limit is reported, and leaves nothing half-written`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario(expect: "objects.live >= 0")])
    _ = try program.run("run", "small.yaml", "-q", "--out", "good", "--repeats", "1")
    for (words, status) in [
      ("run small.yaml -q --inline --out out", 1), ("new fresh", 1), ("man --out pages", 1),
      ("accept --from good --baselines b --force", 1),
      ("report good/small.json --format html=page.html", 1),
    ] {
      var lines: [String] = []
      let limited = program.shell(
        #"cd "$1" && ulimit -f 1 && "$2" \#(words) 2>&1 >/dev/null"#, [])
      let ending = limited.run(onLine: { lines.append($0.text) }).ending
      #expect(ending == .exited(status), "\(words): \(lines)")
      #expect(lines.joined().contains("File too large"), "\(words): \(lines)")
    }
    try program.write(Self.loaded, to: "loaded.yaml")
    var lines: [String] = []
    let limited = program.shell(
      #"cd "$1" && export FAULTLINE_CACHE="$1/cache" && ulimit -f 4 && "$2" run loaded.yaml -q 2>&1"#,
      [])
    #expect(limited.run(onLine: { lines.append($0.text) }).ending == .exited(4))
    #expect(lines.joined(separator: " ").contains("file may not grow"), "\(lines)")
    #expect(program.files(in: "out") + program.files(in: "b") == [])
    #expect(program.files(in: "").filter { $0.hasSuffix("fresh.yaml") } == [])
  }

  @Test func `a full disk costs a report or a page, and is no wrong use`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    _ = try program.run("run", "small.yaml", "-q", "--out", "out", "--repeats", "1")
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.appending(path: "report.html").path, withDestinationPath: "/dev/full")
    for words in [
      ["report", "out/small.json", "--format", "html=report.html"],
      ["replay", "small.yaml", "--out", "/dev/full"],
    ] {
      let answer = try program.run(words)
      #expect(answer.status == 1, "\(words): \(answer)")
      #expect(answer.errors.contains("No space left on device"), "\(words): \(answer)")
    }
  }

  @Test(arguments: [
    "run small.yaml -q", "check small.yaml -q", "accept small.yaml -q", "sides small.yaml -q",
    "tune small.yaml -q --least bytes.peak", "replay small.yaml", "run small.yaml -q --jobs 8",
    "sweep run w --shard 1",
  ])
  func `too few descriptors are reported before anything runs`(words: String) throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    _ = try program.run("sweep", "plan", "small.yaml", "--shards", "1", "--out", "w")
    for count in words.hasSuffix("8") ? [64] : [24, 40] {
      var lines: [String] = []
      let limited = program.shell(
        #"cd "$1" && ulimit -n \#(count) && "$2" \#(words) 2>&1"#, [])
      let ending = limited.run(onLine: { lines.append($0.text) }).ending
      #expect(ending == .exited(3), "\(count): \(lines)")
      #expect(lines.joined(separator: " ").contains("ulimit -n 256"), "\(count): \(lines)")
    }
    #expect(program.files(in: "Reports/out") == [])
  }

  // MARK: - Programs of others

  @Test func `nothing that a repository's own settings name is run`() throws {
    let repository = try Repository(["a.txt": "a", ".gitattributes": "*.txt filter=x"])
    try repository.shell(
      """
      git add -A && git commit -qm two
      git config filter.x.clean "touch $PWD/RAN-clean; cat"
      git config filter.x.process "touch $PWD/RAN-process"
      git config filter.x.required true
      git config core.fsmonitor "touch $PWD/RAN-monitor"
      mkdir hooks && printf '#!/bin/sh\\ntouch %s/RAN-hook' "$PWD" >hooks/post-index-change
      chmod +x hooks/post-index-change && git config core.hooksPath hooks
      echo b >a.txt && rm -f RAN-*
      faultline run small.yaml -q --variant plain --repeats 1 >/dev/null
      """)
    #expect(repository.program.files(in: "").filter { $0.hasPrefix("RAN") } == [])
    #expect(try repository.recorded()?.hasSuffix("+changes") == true)
  }
}
