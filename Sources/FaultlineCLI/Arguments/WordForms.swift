// The word that was meant by another form of it: 'refreshing', or nearly that, is 'refresh'.

import FaultlineScenarios

/// Known words with the forms in which sentences have them.
struct WordForms {
  /// What each form is a form of; a word itself comes before the forms of others.
  private var words: [String: String] = [:]

  init(_ known: [String]) {
    for word in known { words[word] = word }
    for word in known {
      let verb = word.hasPrefix("to ") ? String(word.dropFirst(3)) : word
      guard verb.count > 2, verb.allSatisfy(\.isLowercase) else { continue }
      let stem = verb.hasSuffix("e") ? String(verb.dropLast()) : verb
      for form in [verb, stem + "ing", stem + "ed", verb + "s"] where words[form] == nil {
        words[form] = word
      }
    }
  }

  /// The known word whose form is nearest, or nil when none is near.
  func nearest(to word: String) -> String? {
    Spelling.nearest(to: word, among: Array(words.keys)).flatMap { words[$0] }
  }
}
