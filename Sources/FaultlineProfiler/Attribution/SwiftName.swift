// A function's name as one says it: without modules, results, and what the compiler adds to distinguish files.

/// Shortens the names that the runtime gives: `Faultline.Context.(find in _42BC…)() -> Swift.Int` is
/// `Context.find()`.
enum SwiftName {
  static func short(_ name: String) -> String {
    var text = name
    // `(find in _42BC…)`: a private name with its file.
    text.replace(/\(([^()]*) in _[0-9A-F]{32}\)/) { $0.output.1 }
    text.replace(/\bin _[0-9A-F]{32}\)/, with: ")")
    text.replace(
      /\b(Swift|Synchronization|Foundation|FoundationEssentials|Faultline\w*)\./, with: "")
    text.replace(#/^partial apply forwarder for /#, with: "")
    // What the optimizer has made of a function goes by the function's name.
    text.replace(#/^(merged )?([a-z -]*specialization <.*?> of )+/#, with: "")
    text.replace(#/ in conformance .*$/#, with: "")
    // A result stands behind the last arrow that is in no parenthesis.
    var depth = 0
    var places = text.indices.makeIterator()
    while let place = places.next() {
      switch text[place] {
      case "(", "<": depth += 1
      case ")": depth -= 1
      case ">" where place > text.startIndex && text[text.index(before: place)] != "-": depth -= 1
      case "-" where depth == 0 && text[place...].hasPrefix("-> "):
        let closure = text[place...].firstRange(of: " in ")
        let rest = closure.map { text[$0.lowerBound...] } ?? ""
        return String(text[..<place]).trimmed + String(rest)
      default: break
      }
    }
    return text.trimmed
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    for effect in [" throws", " async"] where text.hasSuffix(effect) {
      text.removeLast(effect.count)
    }
    return text
  }
}
