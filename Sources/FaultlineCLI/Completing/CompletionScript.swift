// The scripts that make shells ask the program what may stand under the cursor.

import FaultlineMeasures

/// What a shell loads.
enum CompletionScript {
  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let bash = #"""
    # Completes faultline in bash: source <(faultline completion bash)
    _faultline() {
      local program=${1/#\~\//$HOME/} answer
      # An alias or a name that is not there is completed as the program that is.
      program=$(type -P -- "$program") || program=faultline
      mapfile -t answer < <("$program" complete bash -- "$2" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
      COMPREPLY=("${answer[@]:1}")
      case ${answer[0]-} in
        files) compopt -o default ;;
        folders) compopt -o dirnames -o nospace ;;
        parts) compopt -o nospace ;;
      esac
    }
    complete -F _faultline faultline
    """#

  private static let zsh = #"""
    #compdef faultline
    # Completes faultline in zsh: source <(faultline completion zsh), or as the file _faultline in a folder of $fpath.
    _faultline() {
      local program=${${(Q)words[1]}/#\~\//$HOME/} line way
      local -a answer whole part
      (( $+commands[$program] )) || [[ -x $program ]] || program=faultline
      answer=("${(@f)$($program complete zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      way=$answer[1]
      # What is completed is the value alone.
      compset -P '--[^=]##='
      case $way in
        files) compset -P '[a-z-]##='; _files; return ;;
        folders) _files -/; return ;;
      esac
      for line in "${(@)answer[2,-1]}"; do
        # A colon parts a word from what is said of it.
        local text=${line%%$'\t'*} says=
        [[ $line == *$'\t'* ]] && says=:${line#*$'\t'}
        if [[ $text == *[/=] ]]; then part+=("${text//:/\\:}$says"); else whole+=("${text//:/\\:}$says"); fi
      done
      local -a instead
      [[ $way == instead ]] && instead=(-U)
      (( $#whole )) && _describe -t words word whole $instead
      (( $#part )) && _describe -t words word part -S '' $instead
    }
    if [[ $funcstack[1] == _faultline ]]; then _faultline "$@"; else compdef _faultline faultline; fi
    """#

  private static let fish = #"""
    # Completes faultline in fish: faultline completion fish | source
    function __faultline_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l program $words[1]
        command -q -- $program; or set program faultline
        set -l answer ($program complete fish -- $words[2..-1] "$current" 2>/dev/null)
        switch "$answer[1]"
            case files
                __fish_complete_path "$current"
            case folders
                __fish_complete_directories "$current"
            case '*'
                printf '%s\n' $answer[2..-1]
        end
    end
    complete -c faultline -f -a '(__faultline_complete)'
    """#
}

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
