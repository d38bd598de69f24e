// A word of a command line, written so that a shell reads it back.

extension String {
  /// The word as a shell reads it back.
  package var forShell: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        let character = Character(UnicodeScalar(byte))
        return character.isASCII
          && (character.isLetter || character.isNumber || "_@%+=:,./-".contains(character))
      }
    return isPlain ? self : "'\(replacing("'", with: #"'\''"#))'"
  }
}
