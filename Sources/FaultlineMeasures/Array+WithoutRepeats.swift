// A list with each of its members once.

extension Array where Element: Hashable {
  /// Each once, where it first stood.
  package var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
