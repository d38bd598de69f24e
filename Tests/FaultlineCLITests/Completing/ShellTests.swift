// Completion in the shells themselves: keys go into a terminal, and what stands in the line is what the shell then runs.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

@Suite struct `Shells` {
  /// Types into a terminal in which a shell runs, and prints what appears there.
  private static let typist = #"""
    import os, pty, select, sys, time
    keys, words = sys.argv[1].encode().decode('unicode_escape').encode('latin1'), sys.argv[2:]
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(words[0], words)
    text, typed, end = b'', False, time.time() + 120
    while time.time() < end:
        # What is typed before the shell listens may be lost.
        ready = select.select([terminal], [], [], 1.0)[0]
        if ready:
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                break
            if not piece:
                break
            text += piece
        elif not typed:
            typed = True
            while keys:
                keys = keys[os.write(terminal, keys[:512]):]
    os.close(terminal)
    os.waitpid(child, 0)
    sys.stdout.buffer.write(text)
    """#

  /// Lines with a tab, and the words that they become.
  private static let lines: [(typed: String, words: String)] = [
    (#"faultline his\t a\t x"#, "faultline history add x"),
    (
      #"faultline run first-l\t--var\t l\t"#,
      "faultline run Scenarios/first-light.yaml --variant let go"
    ),
    (#"faultline run --format=mark\t"#, "faultline run --format=markdown"),
    (#"faultline run --shipped n-pl\t"#, "faultline run --shipped n-plus-one"),
    (#"faultline explain cycles.br\t"#, "faultline explain cycles.broken"),
    (
      #"faultline plan Scenarios/first-light.yaml --set empl\t5"#,
      "faultline plan Scenarios/first-light.yaml --set employees=5"
    ),
    (#"faultline inspect App.sq\t"#, "faultline inspect App.sqlite"),
    (#"faultline report --out Scen\tx"#, "faultline report --out Scenarios/x"),
  ]

  /// Prints the words that it is given.
  private static let show = #"show() { printf '@%s' "$@"; echo; }"#

  /// What each line has become; nil where the shell or Python is missing.
  private func completed(_ shell: [String], _ begin: [String]) throws -> [String]? {
    let first = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Scenarios/first-light.yaml"), encoding: .utf8)
    let program = try WholeProgram(["Scenarios/first-light.yaml": first, "App.sqlite": ""])
    let folder = URL(filePath: WholeProgram.executable).deletingLastPathComponent().path
    // Ctrl-A goes to the line's beginning, where another command is put that prints the words.
    let typed = begin + Self.lines.map { #"\#($0.typed)\x01show "# } + ["exit"]
    let answer = Outsider.run(
      "python3",
      [
        "-c", Self.typist, typed.map { #"\#($0)\n"# }.joined(), "env",
        "HOME=\(program.folder.path)", "TERM=dumb",
        "PATH=\(folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
      ]
        + shell, in: program.folder)
    guard let answer, Outsider.run(shell[0], ["--version"]) != nil else {
      print("Skipped: \(shell[0]) or python3 is not installed (.ci/setup --all).")
      return nil
    }
    let plain = answer.replacing(/\u{1B}\[[0-9;?]*[a-zA-Z]|\u{1B}[()=>][A-Z0-9]?/, with: "")
    // A line of the terminal ends in two signs, which are one character.
    return plain.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("@faultline") }.map {
      $0.split(separator: "@").joined(separator: " ").trimmingCharacters(in: .whitespaces)
    }
  }

  @Test func `bash completes every kind of word`() throws {
    let begin = ["PS1= PS2= HISTFILE=", Self.show, "source <(faultline completion bash)"]
    guard let lines = try completed(["bash", "--norc", "--noprofile", "-i"], begin) else { return }
    #expect(lines == Self.lines.map(\.words))
  }

  @Test func `zsh completes every kind of word`() throws {
    let begin = [
      "PS1= HISTFILE= ; unsetopt PROMPT_SP PROMPT_CR; autoload -U compinit; compinit -u -D; bindkey -e",
      Self.show, "source <(faultline completion zsh)",
    ]
    guard let lines = try completed(["zsh", "-f", "-i"], begin) else { return }
    #expect(lines == Self.lines.map(\.words))
  }

  @Test func `fish completes every kind of word`() throws {
    let begin = [
      "function fish_prompt; end; function show; printf '@%s' $argv; echo; end",
      "faultline completion fish | source",
    ]
    guard let lines = try completed(["fish", "--no-config", "-i"], begin) else { return }
    #expect(lines == Self.lines.map(\.words))
  }

  /// What a shell loads is a script that the shell itself takes for one.
  @Test(arguments: ["bash", "zsh", "fish"])
  func `read their script without a complaint`(name: String) throws {
    let shell = try #require(Shell(rawValue: name))
    let file = try StoreFolder().url.appending(path: "script")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(CompletionScript.text(for: shell).utf8).write(to: file)
    guard let answer = Outsider.run(name, ["-n", file.path]) else {
      return print("Skipped: \(name) is not installed (.ci/setup --all).")
    }
    #expect(answer == "")
  }
}
