// A command line to copy: the options of another one, as one would write them again.

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
