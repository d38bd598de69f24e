// A result knows which revision it is of, beside its numbers and never among them.

import FaultlineTestSupport
import Foundation
import Testing

struct `The revision of a result` {
  private static let run = "faultline run small.yaml -q --variant plain --repeats 1 >/dev/null"

  @Test func `is the commit, marked where tracked files differ, and changes no byte of the result`()
    throws
  {
    let repository = try Repository()
    try repository.shell("\(Self.run); cp Reports/out/small.json first.json")
    let head = try repository.head
    #expect(head.count == 40)
    #expect(try repository.recorded() == head)
    try repository.shell("echo new >'an odd \u{1B}[31m \"name\".txt'; \(Self.run)")
    #expect(try repository.recorded() == head, "what git does not track is no change")
    try repository.shell("git add . && \(Self.run)")
    #expect(try repository.recorded() == head + "+changes")
    try repository.shell("git commit -qam two && \(Self.run)")
    #expect(try repository.recorded() == repository.head)
    #expect(try repository.head != head)
    expectText(
      try repository.program.text(of: "Reports/out/small.json"),
      is: try repository.program.text(of: "first.json"))
  }

  @Test func `is known to pages, which need no git for it`() throws {
    let repository = try Repository()
    try repository.shell(Self.run)
    let head = try repository.head
    try repository.shell(
      """
      rm -rf .git
      faultline report Reports/out --format html >page.html
      faultline run small.yaml -q --format html >other.html
      """)
    let page = try repository.program.text(of: "page.html")
    let row = try #require(page.split(separator: "<tr>").first { $0.contains("the revision") })
    #expect(row.contains(">\(head.prefix(12))<"))
    #expect(try !repository.program.text(of: "other.html").contains("the revision"))
  }

  @Test(
    arguments: [
      ("no repository", "rm -rf .git", false), ("no commit", "rm -rf .git; git init -q .", false),
      ("another repository", "export GIT_DIR=/nowhere", false),
      ("no git", "mkdir bin; ln -s /bin/cp /bin/env bin; PATH=$PWD/bin", false),
      (
        "a git that fails",
        "mkdir bin; echo 'exit 1' >bin/git; chmod +x bin/git; PATH=$PWD/bin:$PATH", false
      ),
      ("a detached head", "git checkout -q --detach", true),
      ("its own folder named", "export GIT_DIR=$PWD/.git", true),
      ("a shallow clone", "git clone -q --depth 1 \"file://$PWD\" clone; cd clone", true),
      ("a worktree", "git worktree add -q tree; cd tree", true),
      ("a folder of it", "mkdir folder; cp small.yaml folder; cd folder", true),
      ("the lock of another", "touch .git/index.lock", true),
    ])
  func `is said where git knows it, and left out where not`(
    place: String, setting: String, isKnown: Bool
  ) throws {
    let repository = try Repository()
    let head = try repository.head
    try repository.shell(
      """
      top=$PWD
      \(setting)
      \(Self.run.replacing(">/dev/null", with: "--out \"$top/out\""))
      """)
    #expect(
      try repository.recorded(by: "out/small.machine.json") == (isKnown ? head : nil), "\(place)")
    if place == "the lock of another" {
      #expect(repository.program.files(in: ".git").contains("index.lock"))
    }
  }

  @Test func `is what the user says, then git, then the build server`() throws {
    let repository = try Repository()
    let head = try repository.head
    try repository.shell(Self.run, environment: ["GITHUB_SHA=abc"])
    #expect(try repository.recorded() == head)
    try repository.shell(Self.run, environment: ["FAULTLINE_REVISION=release 7", "GITHUB_SHA=abc"])
    #expect(try repository.recorded() == "release 7")
    try repository.shell(Self.run, environment: ["FAULTLINE_REVISION="])
    #expect(try repository.recorded() == nil)
    try repository.shell(
      "rm -rf .git; \(Self.run)", environment: ["CI_COMMIT_SHA=", "GIT_COMMIT=def"])
    #expect(try repository.recorded() == "def")
  }
}
