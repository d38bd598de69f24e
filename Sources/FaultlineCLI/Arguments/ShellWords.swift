// A command line to copy: the words of another one, as a shell reads them.

extension String {
  /// The word as a shell reads it back.
  var forShell: String {
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

extension ParsedArguments {
  /// The options among these that were given, as one would write them again.
  func words(of options: [any DeclaredOption]) -> [String] {
    options.flatMap { option in
      texts(of: option).flatMap { text -> [String] in
        guard option.placeholder != nil else { return [option.spelling] }
        // A value that begins with a dash would be taken for an option.
        return text.hasPrefix("-") ? ["\(option.spelling)=\(text)"] : [option.spelling, text]
      }
    }
  }
}
