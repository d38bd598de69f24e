// JSON on disk: the same value always gives the same bytes, and a file is there whole or not at all.

package import Foundation

/// A result that cannot be read or written, with the reason in a sentence.
package struct ResultFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file's path.
  package var file: String
  /// What is wrong with it.
  package var reason: String

  /// The path and what is wrong there.
  package var description: String { "\(file): \(reason)" }
}

/// Encodes, writes and reads documents.
package enum StableJSON {
  package static func text(of document: some Encodable) -> String {
    encoded(document, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  }

  /// The same in one line.
  package static func line(of document: some Encodable) -> String {
    encoded(document, [.sortedKeys, .withoutEscapingSlashes])
  }

  private static func encoded(
    _ document: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinite", negativeInfinity: "-infinite", nan: "nan")
    guard let data = try? encoder.encode(document) else {
      preconditionFailure("A result is made of strings and numbers, which JSON can represent.")
    }
    return escaped(String(decoding: data, as: UTF8.self)) + "\n"
  }

  /// The same document, with escapes for what a terminal would obey or hide; JSON itself asks that of ASCII alone.
  private static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: needsEscape) else { return text }
    return text.unicodeScalars.reduce(into: "") { escaped, scalar in
      guard needsEscape(scalar) else { return escaped.unicodeScalars.append(scalar) }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    // Joiners shape words and emoji.
    case .format: return scalar.value != 0x200C && scalar.value != 0x200D
    default: return false
    }
  }

  package static func write(_ text: String, to file: URL) throws {
    do throws(WholeFile.Refusal) {
      try WholeFile.write(text, to: file.path)
    } catch {
      throw ResultFileError(
        file: file.path, reason: "the file cannot be written: \(error.reason)")
    }
  }

  package static func read<Document: Decodable>(
    _ type: Document.Type, from file: URL, newest: Int
  ) throws -> Document {
    // A pipe might never end, and could not be read a second time.
    guard !WholeFile.isSpecial(file.path) else {
      throw ResultFileError(file: file.path, reason: "it is no file of the disk")
    }
    guard let data = try? Data(contentsOf: file) else {
      throw ResultFileError(file: file.path, reason: "there is no such file, or it cannot be read")
    }
    let decoder = decoder
    if let problem = data.withUnsafeBytes(DocumentNumbers.problem) {
      throw ResultFileError(file: file.path, reason: problem)
    }
    do {
      let version = try decoder.decode(VersionOnly.self, from: data).schemaVersion
      guard (1...newest).contains(version) else {
        throw ResultFileError(
          file: file.path,
          reason: "its schemaVersion is \(version), and this faultline reads up to \(newest)")
      }
      return try decoder.decode(type, from: data)
    } catch let error as DecodingError {
      throw ResultFileError(file: file.path, reason: reason(error))
    }
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "infinite", negativeInfinity: "-infinite", nan: "nan")
    return decoder
  }

  /// A value that stands somewhere in a text; nil where it is another, or has a number that is out of range.
  package static func value<Value: Decodable>(
    _ type: Value.Type, _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) -> Value? {
    guard DocumentNumbers.problem(in: UnsafeRawBufferPointer(rebasing: bytes[range])) == nil else {
      return nil
    }
    return try? decoder.decode(type, from: Data(bytes[range]))
  }

  private struct VersionOnly: Decodable {
    var schemaVersion: Int
  }

  private static func reason(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "'\(key.stringValue)' is missing\(place(context))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "a value has the wrong type\(place(context))"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "it is not a faultline result (\(context.debugDescription))"
        : "\(context.debugDescription)\(place(context))"
    @unknown default:
      "it is not a faultline result"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return path.isEmpty ? "" : " in \(path.joined(separator: "."))"
  }
}
