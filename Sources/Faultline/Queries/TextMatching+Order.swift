// The order in which people sort text, the same on every machine.

extension TextMatching {
  /// Below zero, zero or above: by letters first, then by accents, then by case; numbers by what they are worth.
  package static func localizedOrder(_ one: String, _ two: String) -> Int {
    for options: TextOptions in [[.caseInsensitive, .diacriticInsensitive], .caseInsensitive] {
      let order = orderByWorth(folded(one, options), folded(two, options))
      if order != 0 { return order }
    }
    return compare(one, two)
  }

  private static func orderByWorth(_ one: String, _ two: String) -> Int {
    var (left, right) = (Array(one.utf8)[...], Array(two.utf8)[...])
    while let first = left.first, let second = right.first {
      if isDigit(first), isDigit(second) {
        let (number, other) = (takeNumber(&left), takeNumber(&right))
        if number.count != other.count { return number.count < other.count ? -1 : 1 }
        if number != other { return number.lexicographicallyPrecedes(other) ? -1 : 1 }
      } else if first != second {
        return first < second ? -1 : 1
      } else {
        left.removeFirst()
        right.removeFirst()
      }
    }
    return left.isEmpty ? (right.isEmpty ? 0 : -1) : 1
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// The digits at the front, without zeros that add nothing.
  private static func takeNumber(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: isDigit)
    text = text.dropFirst(digits.count)
    return digits.drop { $0 == 0x30 }
  }
}
