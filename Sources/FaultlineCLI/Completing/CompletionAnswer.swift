// What is offered, in the lines that each shell's script reads: how to take it, and then a word a line.

import FaultlineMeasures

/// The shells that completion is known for.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

/// The answer to a shell that asks what belongs under the cursor.
struct CompletionAnswer {
  /// The first line, which says what to do.
  enum Way: String {
    /// Take the words.
    case words
    /// Take them, and put no space behind: something follows at once.
    case parts
    /// Take them in place of what is typed, which they do not begin with.
    case instead
    /// Complete files or folders, as the shell does.
    case files, folders
  }

  let way: Way
  let lines: [String]

  var text: String { ([way.rawValue] + lines).joined(separator: "\n") }

  /// Answers bash, which replaces `text`, a part of the line up to the cursor, and takes words as they are to stand there.
  init(bash text: String, of typed: String) {
    let shell = ShellLine(typed)
    guard !shell.isRedirection else {
      self.init(way: .files, lines: [])
      return
    }
    let line = CompletedLine(Array(shell.words.dropFirst()))
    let raw = shell.raw
    // What stands in the word before the part that is replaced: of `--format=ma`, bash replaces `ma`.
    let before = raw.hasSuffix(text) ? String(raw.dropLast(text.count)) : ""
    self.init(line) { word, way in
      guard shell.openQuote == nil else { return word.text }
      let whole = line.lead + word.text.escapedForShell
      return way != .instead && whole.hasPrefix(before)
        ? String(whole.dropFirst(before.count)) : word.text.escapedForShell
    }
  }

  /// Answers zsh or fish, which quote by themselves; zsh replaces a value behind its `--name=` alone.
  init(_ shell: Shell, _ words: [String]) {
    // Of fish, the word under the cursor still has its quotes.
    let current = words.last.map { shell == .fish ? ShellLine($0).words.last ?? "" : $0 }
    let line = CompletedLine(words.dropLast() + [current ?? ""])
    let lead = shell == .fish ? line.lead : ""
    self.init(line) { word, _ in
      lead + word.text + (word.says.isEmpty ? "" : "\t" + harmless(word.says))
    }
  }

  private init(way: Way, lines: [String]) {
    self.way = way
    self.lines = lines
  }

  private init(_ line: CompletedLine, spelling written: (Completion.Word, Way) -> String) {
    switch line.offer {
    case .files: self.init(way: .files, lines: [])
    case .folders: self.init(way: .folders, lines: [])
    case .words(let words):
      var fitting = words.filter { $0.text.hasPrefix(line.current) }
      var way = Way.words
      if fitting.isEmpty {
        fitting = words.filter { !$0.alias.isEmpty && $0.alias.hasPrefix(line.current) }
        way = fitting.isEmpty ? .words : .instead
      }
      if way == .words, !fitting.isEmpty, fitting.allSatisfy({ !$0.isWhole }) { way = .parts }
      self.init(way: way, lines: fitting.map { written($0, way) })
    }
  }
}
