// check --bisect: what a commit is for git bisect, and the recipe of the article in a repository of 64 commits.

import Foundation
import Testing

/// Each status in a folder that need not be a repository.
struct `A check of one commit` {
  private let program: WholeProgram

  init() throws {
    program = try WholeProgram(["Scenarios/small.yaml": smallScenario()])
    let accepted = try program.run(
      "accept", "Scenarios/small.yaml", "--baselines", "good", "--no-progress")
    #expect(accepted.status == 0)
  }

  private func check(_ words: String...) throws -> WholeProgram.Answer {
    try program.run(
      ["check", "--bisect", "Scenarios/small.yaml", "--baselines", "good", "--no-progress"] + words)
  }

  /// What the commit is said to be, behind whatever else went wrong.
  private func sentence(_ answer: WholeProgram.Answer) -> String {
    answer.errors.split(separator: "\n").last.map { String($0) } ?? ""
  }

  private func change(_ text: String, to other: String) throws {
    try program.write(
      smallScenario().replacing(text, with: other), to: "Scenarios/small.yaml")
  }

  @Test func `is good where nothing got worse, also where something got better`() throws {
    let same = try check()
    #expect(same.status == 0)
    #expect(same.output.hasPrefix("UNCHANGED  "))
    #expect(
      sentence(same) == "faultline: this commit is good: nothing is worse than the baseline")
    try change("count: rows,", to: "count: rows - 1,")
    #expect(try check().status == 0)
    #expect(try check("--strict").status == 2)
  }

  @Test func `is bad for one unit more, and says where`() throws {
    try change("count: rows,", to: "count: rows + 1,")
    let worse = try check("--metric", "objects.live")
    #expect(worse.status == 2)
    #expect(
      sentence(worse)
        == "faultline: this commit is bad: small/plain objects.live@saved 3 → 4; "
        + "small/odd objects.live@saved 5 → 6; small/last objects.live@saved 3 → 4")
    #expect(try check("--metric", "store.*").status == 0)
    #expect(try check("--metric", "undo.*").status == 128)
    // Only the scenario was changed, so the answer is what the option makes of that.
    let doubtful = try check("--across-changes", "warn")
    #expect(doubtful.status == 125)
    #expect(sentence(doubtful).contains(", by other work"))
    #expect(try check("--across-changes", "allow").status == 0)
  }

  @Test func `is not bad within what the scenario tolerates`() throws {
    try program.write(
      smallScenario().replacing("count: rows,", with: "count: rows + 1,")
        + "\n  - {baseline: '*', tolerance: 1e9}\n", to: "Scenarios/small.yaml")
    #expect(try check().status == 0)
  }

  @Test func `is bad where an expectation broke, and not where it has no answer`() throws {
    try change("that: objects.live == 0", to: "that: objects.live == 1")
    let broken = try check()
    #expect(broken.status == 2)
    #expect(
      sentence(broken)
        == "faultline: this commit is bad: objects.live == 1 (Scenarios/small.yaml:23:11) does not hold"
    )
    #expect(try check("--metric", "bytes.*").status == 0)
  }

  @Test func `cannot be made where a trial died, unless what ran is bad`() throws {
    try program.write(smallScenario(step: "misbehave: exit"), to: "Scenarios/small.yaml")
    let died = try check("--across-changes", "allow")
    #expect(died.status == 125)
    #expect(sentence(died).contains("small/odd exited with status 9"))
    try program.write(
      smallScenario(step: "misbehave: exit").replacing("count: rows,", with: "count: rows + 1,"),
      to: "Scenarios/small.yaml")
    #expect(try check().status == 2)
    try program.write(smallScenario(step: "misbehave: hang"), to: "Scenarios/small.yaml")
    #expect(try check("--across-changes", "allow", "--timeout", "2s").status == 125)
  }

  @Test func `cannot be made where the scenario is not what it was`() throws {
    try change("  odd: {rows: 5}", to: "  even: {rows: 5}")
    let renamed = try check()
    #expect(renamed.status == 125)
    #expect(sentence(renamed).contains("small/odd was accepted, and is not run"))
    try change("checkpoint: saved", to: "checkpoint: kept")
    #expect(try check("--across-changes", "allow").status == 125)
    try change("entity: Employee", to: "entity: Emploee")
    let unread = try check()
    #expect(unread.status == 125)
    #expect(unread.errors.contains("no entity 'Emploee'. Did you mean 'Employee'?"))
    #expect(
      sentence(unread)
        == "faultline: this commit cannot be judged: its scenarios cannot be found, read or planned"
    )
    try FileManager.default.removeItem(at: program.folder.appending(path: "Scenarios/small.yaml"))
    #expect(try check().status == 125)
    try program.write(smallScenario(name: "other"), to: "Scenarios/small.yaml")
    #expect(try check().status == 125)
  }

  @Test func `is refused, and ends the search, where every commit would fail alike`() throws {
    func refusal(_ words: String...) throws -> String {
      let answer = try program.run(["check", "Scenarios/small.yaml", "--no-progress"] + words)
      #expect(answer.status == 128, "\(words): \(answer)")
      return answer.errors
    }
    #expect(try refusal("--bisect").contains("name its folder: --baselines .git/good"))
    #expect(try refusal("--bisect", "--baselnes", "good").contains("Did you mean '--baselines'?"))
    #expect(try refusal("--bisect", "--baselines", "none").contains("no baselines here"))
    #expect(try refusal("--bisect", "--baselines", "Scenarios/small.yaml").contains("no baselines"))
    let old = try program.text(of: "good/small.json")
    try program.write(
      old.replacing("\"pageSize\" : 4096", with: "\"pageSize\" : 16384"), to: "good/small.json")
    #expect(
      try refusal("--bisect", "--baselines", "good", "--metric", "bytes.live").contains(
        "of this machine and program (the page size was 16384 and is 4096); accept it here, at a good commit"
      ))
    #expect(try check("--metric", "objects.*").status == 0)
    try program.write("{", to: "good/small.json")
    #expect(try refusal("--bisect", "--baselines", "good").contains("this baseline cannot be used"))
    let alone = try program.run("check", "--metric", "objects.*")
    #expect(alone.status == 3)
    #expect(alone.errors.contains("--metric goes with --bisect."))
  }

  @Test func `is refused a baseline that comes with the commits`() throws {
    let repository = try Repository()
    try repository.shell(
      """
      faultline accept small.yaml -q >log
      git add Reports/baselines && git commit -qm accepted
      faultline check --bisect small.yaml --baselines Reports/baselines 2>errors || echo $? >status
      cp -r Reports/baselines .git/good
      faultline check --bisect small.yaml --baselines .git/good -q >log
      """)
    #expect(try repository.program.text(of: "status") == "128\n")
    #expect(
      try repository.program.text(of: "errors").contains("cp -r Reports/baselines .git/good"))
  }
}

/// The lines of the article, pasted into a repository in which one commit of 64 makes the scenario worse.
struct `A search through 64 commits` {
  private static let step = 41
  /// Commits that nothing can be said about: broken files where git looks first, missing ones, a trial that dies.
  private static let broken = 29...35
  private static let missing = [22, 37, 45]
  private static let dying = [18, 49]

  /// The scenario at a commit; nil where there is none.
  private static func scenario(at commit: Int) -> String? {
    guard !missing.contains(commit) else { return nil }
    guard !broken.contains(commit) else { return "faultline: 1\nsteps: [\n" }
    // It was better for a while, which is no step to be found.
    let count = commit >= step ? "rows + 1" : (10...15).contains(commit) ? "rows - 1" : "rows"
    // Where a trial dies, the others do the same work as before.
    return smallScenario(name: "import", step: "misbehave: exit")
      .replacing("odd: {rows: 5}", with: "odd: {rows: \(dying.contains(commit) ? 5 : 6)}")
      .replacing("count: rows,", with: "count: \(count),")
      .replacing("title: A small one", with: "title: Edition \(commit)")
  }

  /// The lines of the recipe, which end in the one that takes the search back.
  private static func recipe() throws -> [String] {
    let article = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Sources/Faultline/Faultline.docc/ContinuousIntegration.md")
    let blocks = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```")
    let block = try #require(blocks.first { $0.hasPrefix("sh\n") && $0.contains("git bisect run") })
    return block.split(separator: "\n").dropFirst().map { String($0) }
  }

  @Test func `ends at the one that was planted, by the lines of the article`() throws {
    let recipe = try Self.recipe()
    #expect(recipe.last == "git bisect reset main")
    #expect(
      recipe.contains(
        "git bisect run faultline check --bisect Scenarios/import.yaml --baselines .git/good"))
    var versions: [String: String] = [:]
    for commit in 1...64 { versions[".versions/\(commit).yaml"] = Self.scenario(at: commit) }
    let repository = try Repository(versions)
    try repository.shell(
      """
      git checkout -q --orphan search && git rm -q --cached small.yaml && mkdir -p Scenarios
      for commit in $(seq 64); do
        rm -f Scenarios/import.yaml && mkdir -p Scenarios
        test ! -f .versions/$commit.yaml || cp .versions/$commit.yaml Scenarios/import.yaml
        git add -A Scenarios
        # Names of commits decide between two that are as far from the middle, so they are the same in each run.
        export GIT_AUTHOR_DATE="@$((1767225600 + commit * 60)) +0000"
        export GIT_COMMITTER_DATE="$GIT_AUTHOR_DATE"
        git commit -q --allow-empty -m "Edition $commit"
        test $commit != 1 || git tag v1.4
      done
      git branch -qM search main
      PATH="${program%/*}:$PATH"
      unset -f faultline
      { \(recipe.dropLast().joined(separator: "\n")); } >.git/reports 2>&1
      git log -1 --format=%s refs/bisect/bad >.git/found
      git bisect log >.git/steps
      \(recipe.last ?? "")
      git branch --show-current >.git/left
      git status --porcelain --untracked-files=no >>.git/left
      """)
    let steps = try repository.program.text(of: ".git/steps")
    let reports = try repository.program.text(of: ".git/reports")
    #expect(
      try repository.program.text(of: ".git/found") == "Edition \(Self.step)\n",
      "\(reports)\(steps)")
    #expect(try repository.program.text(of: ".git/left") == "main\n")
    #expect(steps.contains("# first bad commit: "))
    let skipped = steps.split(separator: "\n").filter { $0.hasPrefix("git bisect skip") }
    #expect(!skipped.isEmpty)
    let judged = steps.split(separator: "\n").filter { $0.hasPrefix("git bisect ") }.count - 1
    #expect(judged <= 16, "\(steps)")
  }
}
