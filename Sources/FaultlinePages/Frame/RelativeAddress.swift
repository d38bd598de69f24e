// Links to files beside a page.

/// Writes the address of a neighbour.
package enum RelativeAddress {
  /// A file's name as a relative address that nothing in it can turn into another.
  package static func of(_ file: String) -> String {
    "./"
      + file.utf8.map { byte in
        let scalar = Unicode.Scalar(byte)
        let isPlain =
          scalar.isASCII
          && (scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar))
        return isPlain
          ? String(scalar) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }.joined()
  }
}
