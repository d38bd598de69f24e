// Styles and scripts: files that the compiler puts into the program, so that a page needs no other file.

import FaultlineDigest
import Foundation

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
