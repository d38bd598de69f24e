// What of a recording may leave a machine: values are dropped, home folders are covered, names may be replaced.

import FaultlineDigest

/// What a report keeps of what is private in logs.
package struct Privacy: Sendable {
  /// Whether values that stand in lines are shown.
  package var keepsValues: Bool
  /// Whether names of the app are replaced.
  package var coversNames: Bool

  package init(keepsValues: Bool = false, coversNames: Bool = false) {
    self.keepsValues = keepsValues
    self.coversNames = coversNames
  }

  /// What a name is, which its replacement says.
  enum Role: String {
    case entity = "Entity"
    case relationship = "relationship"
    case type = "Class"
    case caller = "Caller"
    case store = "Store"
    case process = "App"
    case file = "File"
  }

  /// A name, or what stands in its place: the same in every run, whether the name came from a table or a model.
  func name(_ name: String, _ role: Role) -> String {
    guard coversNames, !name.isEmpty else { return name }
    let digest = Digest256(Array("\(role.rawValue) \(name.uppercased())".utf8)).bytes
    let digits = digest.prefix(3).map { byte in
      let hex = String(byte, radix: 16)
      return hex.count == 1 ? "0" + hex : hex
    }
    return "\(role.rawValue)-\(digits.joined())"
  }

  /// A path without the name of its user.
  static func withoutHome(_ path: String) -> String {
    var result = path
    for folder in ["/Users/", "/home/", "/var/mobile/Containers/Data/Application/"] {
      var rest = result[...]
      var covered = ""
      while let found = rest.firstRange(of: folder) {
        covered += rest[..<found.lowerBound] + "~/"
        rest = rest[found.upperBound...].drop { $0 != "/" && $0 != "\"" && $0 != " " }.dropFirst(
          rest[found.upperBound...].contains("/") ? 1 : 0)
      }
      result = covered + rest
    }
    return result
  }

  /// A line without what was bound or quoted in it.
  static func withoutValues(_ line: String) -> String {
    var result = ""
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open {
          quote = nil
          result.append(character)
        }
        continue
      }
      result.append(character)
      if character == "\"" || character == "'" {
        quote = character
        result.append("…")
      }
    }
    // What stands behind an equals sign is a value as well.
    if let sign = result.firstRange(of: " = ") { result = result[..<sign.upperBound] + "…" }
    return withoutHome(result)
  }

  /// A line that was not understood, as a report shows it; nil where names are covered, as any word may be one.
  func line(_ text: String) -> String? {
    guard !coversNames else { return nil }
    let short = text.count > 200 ? text.prefix(199) + "…" : text[...]
    return keepsValues ? String(short) : Self.withoutValues(String(short))
  }
}

/// The names that a model gives to tables; a log alone has them in upper case.
package struct NameBook: Sendable {
  /// The entity whose rows a table has, by the table's name.
  package var entities: [String: String]

  package init(entities: [String: String] = [:]) { self.entities = entities }
}
