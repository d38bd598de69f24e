// What a store says of itself, in words.

import Foundation

/// The values of a property list as short texts.
enum MetadataWords {
  /// Longer texts are cut: people read them.
  private static let limit = 200

  static func facts(_ values: [String: Any]) -> [StoreInspection.Fact] {
    values.sorted { $0.key < $1.key }
      .map {
        StoreInspection.Fact(key: $0.key, value: String(words($0.value, depth: 0).prefix(limit)))
      }
  }

  private static func words(_ value: Any, depth: Int) -> String {
    switch value {
    case let text as String: return text
    case let flag as Bool: return flag ? "true" : "false"
    case let number as Int: return "\(number)"
    case let number as Double: return "\(number)"
    case let data as Data: return "\(data.count) bytes"
    case let date as Date: return "\(date.timeIntervalSince1970) s since 1970"
    case let list as [Any]:
      guard depth < 2 else { return "\(list.count) values" }
      return "[" + list.prefix(20).map { words($0, depth: depth + 1) }.joined(separator: ", ") + "]"
    case let values as [String: Any]:
      return values.isEmpty
        ? "nothing"
        : "\(values.count) keys: "
          + values.keys.sorted().prefix(20).joined(separator: ", ")
    default: return "\(type(of: value))"
    }
  }
}
