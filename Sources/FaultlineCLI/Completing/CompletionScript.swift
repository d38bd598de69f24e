// The scripts that make shells ask the program what may stand under the cursor.

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
