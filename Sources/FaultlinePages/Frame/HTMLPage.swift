// The frame of a page: what may run in it, how it looks, and the body.

import FaultlineDigest
import Foundation

/// A whole HTML file.
package struct HTMLPage {
  private let title: String
  private let body: String
  private let styles: [Part]
  private let scripts: [Part]
  private let skip: String

  /// Frames a body.
  ///
  /// - Parameters:
  ///   - title: What the page is called.
  ///   - body: Its elements; one of them has the id `report`, to which the first link leads.
  ///   - styles: How it looks beside what every page looks like.
  ///   - scripts: What may run in it.
  ///   - skip: What the first link is called, for readers who use the keyboard.
  package init(
    title: String, body: String, styles: [Part] = [], scripts: [Part], skip: String
  ) {
    self.title = title
    self.body = body
    self.styles = [.page] + styles
    self.scripts = scripts
    self.skip = skip
  }

  /// The marks of lines, one for each style, so that colours need not be seen.
  private static let marks = """
    <svg class="defs" width="0" height="0" aria-hidden="true"><defs>\
    <circle id="m0" r="3.2"/><path id="m1" d="M-3-3h6v6h-6z"/><path id="m2" d="M0-4L4 3H-4z"/>\
    <path id="m3" d="M0-4.4L4.4 0 0 4.4-4.4 0z"/><path id="m4" d="M0 4L4-3H-4z"/>\
    <path id="m5" d="M-4-1h3v-3h2v3h3v2h-3v3h-2v-3h-3z"/><path id="m6" d="M-4-1.5h8v3h-8z"/>\
    <path id="m7" d="M-1.5-4h3v8h-3z"/></defs></svg>
    """

  /// The whole file.
  package var text: String {
    // The digests name the only style and the only script that may be used; nothing is ever fetched.
    let policy =
      "default-src 'none'; style-src \(Self.digests(styles)); script-src \(Self.digests(scripts)); "
      + "base-uri 'none'; form-action 'none'"
    let styles = styles.map { "<style>\($0.text)</style>" }.joined(separator: "\n")
    let scripts = scripts.map { "<script>\($0.text)</script>" }.joined(separator: "\n")
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="faultline">
      <title>\(MarkupText.escaped(title))</title>
      \(styles)
      </head>
      <body>
      <a class="skip" href="#report">\(skip)</a>
      \(Self.marks)
      \(body)
      \(scripts)
      </body>
      </html>

      """
  }

  private static func digests(_ parts: [Part]) -> String {
    parts.map { "'sha256-\($0.digest)'" }.joined(separator: " ")
  }
}

// Styles and scripts: files that the compiler puts into the program, so that a page needs no other file.
extension HTMLPage {
  /// A style or a script, with the digest by which the page's policy knows it.
  package struct Part: Sendable {
    let text: String
    let digest: String

    /// Takes the bytes of an embedded file.
    package init(_ file: [UInt8]) {
      // Its first line stands below the element's tag.
      text = "\n" + String(decoding: file, as: UTF8.self)
      digest = Data(Digest256(Array(text.utf8)).bytes).base64EncodedString()
    }

    /// How every page looks: in light, in dark, in print, on a telephone and on a wall.
    package static let page = Part(PackageResources.page_css)
  }
}

/// Makes texts harmless inside elements and quoted attributes.
package enum MarkupText {
  /// The text on one line, as content or as the value of an attribute in double quotes.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for character in HarmlessText.line(text) {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
    return result
  }
}

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
