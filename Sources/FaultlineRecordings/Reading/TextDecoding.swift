// Texts that are no UTF-8: what editors of other systems save is turned into it on the way.

/// Turns UTF-16 with a mark at its beginning into UTF-8, piece by piece; everything else passes as it is.
struct TextDecoding {
  private enum Form {
    case unknown, plain, little, big
  }

  private var form = Form.unknown
  private var rest: [UInt8] = []
  /// The first half of a character that takes two.
  private var high: UInt16?

  mutating func take(_ bytes: UnsafeRawBufferPointer, send: (UnsafeRawBufferPointer) -> Void) {
    if form == .unknown { recognize(bytes) }
    guard form == .little || form == .big else { return send(bytes) }
    rest.append(contentsOf: bytes)
    var text: [UInt8] = []
    var place = 0
    while place + 1 < rest.count {
      let (first, second) = (UInt16(rest[place]), UInt16(rest[place + 1]))
      append(form == .little ? second << 8 | first : first << 8 | second, to: &text)
      place += 2
    }
    rest.removeFirst(place)
    text.withUnsafeBytes(send)
  }

  private mutating func recognize(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 2 else {
      form = .plain
      return
    }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): form = .little
    case (0xFE, 0xFF): form = .big
    // Without a mark: a letter of ASCII, and beside it nothing.
    case (1..<0x80, 0): form = .little
    case (0, 1..<0x80): form = .big
    default: form = .plain
    }
  }

  private mutating func append(_ unit: UInt16, to text: inout [UInt8]) {
    let scalar: Unicode.Scalar
    if let high {
      self.high = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
        scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
      } else {
        text.append(contentsOf: Array("\u{FFFD}".utf8))
        return append(unit, to: &text)
      }
    } else if UTF16.isLeadSurrogate(unit) {
      high = unit
      return
    } else {
      scalar = Unicode.Scalar(UInt32(unit)) ?? "\u{FFFD}"
    }
    text.append(contentsOf: Array(String(Character(scalar)).utf8))
  }
}
