// The values of --over: lists and ranges, and the order in which they rise.

package import FaultlineMeasures
package import FaultlineScenarios

extension SearchedAxis {
  /// Each value of a range is planned before the search: so many take half a minute.
  private static let mostValues = 100_000

  /// Reads the values that a command line gives an axis: a list, or a range of whole numbers.
  package init(over setting: Setting) throws {
    let text = setting.value.plain
    if let (low, high) = Self.ends(text), low > high {
      throw RequestError(
        "--over \(setting.name): \(text) begins above its end; a range rises, such as \(high)..\(low)."
      )
    }
    if let range = Self.range(text) {
      guard range.count <= Self.mostValues else {
        throw RequestError(
          "--over \(setting.name): a range has at most \(NumberText.grouped(Self.mostValues)) values; name some, such as 1,1000,1000000."
        )
      }
      self.init(name: setting.name, values: range.map(String.init))
      return
    }
    let values = Self.parts(text)
    guard !values.contains(""), Set(values).count == values.count else {
      throw RequestError(
        "--over \(setting.name): \(text.inQuotes) is no list of different values, such as 1,10,100, and no range, such as 1..100."
      )
    }
    self.init(name: setting.name, values: values)
  }

  /// A range such as 1..100.
  package static func range(_ text: String) -> ClosedRange<Int>? {
    guard let (low, high) = ends(text), low <= high else { return nil }
    return low...high
  }

  /// The numbers before and after the dots, in whatever order they stand.
  private static func ends(_ text: String) -> (low: Int, high: Int)? {
    guard let dots = text.firstRange(of: ".."),
      let low = Int(text[..<dots.lowerBound]), let high = Int(text[dots.upperBound...]),
      min(low, high) >= 0, max(low, high) < 1 << 40
    else { return nil }
    return (low, high)
  }

  /// What stands between commas that are in no brackets.
  private static func parts(_ text: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in text {
      if "[{".contains(character) { depth += 1 }
      if "]}".contains(character) { depth -= 1 }
      if character == ",", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { String($0.drop { $0 == " " }) }
  }

  /// The places of the values from the least to the most; nil where they have no order.
  package var order: [Int]? {
    let amounts = values.map { Self.amount($0, of: name) }
    guard amounts.count > 2, !amounts.contains(nil) else { return nil }
    let numbers = amounts.compactMap(\.self)
    return numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
  }

  /// How much a value is: what is switched off has no limit, but for undo, of which nothing is left.
  private static func amount(_ text: String, of name: String) -> Double? {
    if text == "unlimited" { return .infinity }
    if DisabledKeyword.isMeant(by: text) { return name == "undo" ? 0 : .infinity }
    // No batch at all is one batch of everything.
    if name == "fetchBatchSize", Int(text) == 0 { return .infinity }
    if name == "undo", text.hasPrefix("{") {
      return Double(text.filter { ("0"..."9").contains($0) })
    }
    return NumberLiteral(text)?.value.double
  }
}
