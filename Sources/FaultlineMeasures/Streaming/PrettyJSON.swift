// One line of JSON laid out as our documents are: the same bytes as if the whole document had been written at once.

/// Lays out JSON that was written in one line.
package enum PrettyJSON {
  /// Appends the layout of a line, with so many levels around it; the first line of it is not indented.
  package static func append(
    _ line: UnsafeRawBufferPointer, to text: inout [UInt8], within level: Int
  ) {
    var level = level
    var place = 0
    while place < line.count {
      let byte = line[place]
      switch byte {
      case UInt8(ascii: "\""):
        let start = place
        place = end(ofTextIn: line, from: place)
        text.append(contentsOf: UnsafeRawBufferPointer(rebasing: line[start..<place]))
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        text.append(byte)
        level += 1
        breakLine(&text, level)
        // Foundation has an empty line in what is empty.
        if place + 1 < line.count, [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(line[place + 1])
        {
          text.removeLast(2 * level)
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        level -= 1
        breakLine(&text, level)
        text.append(byte)
      case UInt8(ascii: ","):
        text.append(byte)
        breakLine(&text, level)
      case UInt8(ascii: ":"): text.append(contentsOf: [0x20, byte, 0x20])
      case 0x20, 0x0A, 0x0D, 0x09: break
      default: text.append(byte)
      }
      place += 1
    }
  }

  private static func breakLine(_ text: inout [UInt8], _ level: Int) {
    text.append(0x0A)
    text.append(contentsOf: repeatElement(0x20, count: 2 * level))
  }

  private static func end(ofTextIn line: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start + 1
    while place < line.count, line[place] != UInt8(ascii: "\"") {
      place += line[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(place + 1, line.count)
  }
}
