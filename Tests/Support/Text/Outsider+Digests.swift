// Digests as another program computes them.

import Foundation
import Testing

extension Outsider {
  /// The SHA-256 of a text in Base64, as the policy of a page has it.
  public static func digest(of text: String) throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "faultline-part-\(UInt64.random(in: .min ... .max))")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    let sum = try #require(run("sha256sum", [file.path])).prefix(64)
    let bytes = stride(from: 0, to: 64, by: 2).compactMap {
      UInt8(sum.dropFirst($0).prefix(2), radix: 16)
    }
    return Data(bytes).base64EncodedString()
  }
}
