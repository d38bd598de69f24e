// Some elements from each part of a list.

extension Collection where Index == Int {
  /// At most so many elements, evenly from the first to the last; all of them where there are no more.
  package func spread(over most: Int) -> [Element] {
    guard count > most else { return Array(self) }
    guard most > 1 else { return most == 1 ? Array(prefix(1)) : [] }
    return (0..<most).map { self[startIndex + $0 * (count - 1) / (most - 1)] }
  }
}
