// The door for schemas: what a program that reads our documents may rely on. Fields are added, never
// removed, so a schema allows what it does not name.

/// The published shape of one kind of document.
package struct DocumentSchema: Sendable, Hashable {
  /// The word that names the kind of document.
  package var name: String
  /// The version of the shape, as `schemaVersion` says it.
  package var version: Int
  /// What the document is, in a sentence.
  package var meaning: String
  /// What stands in the schema besides its head.
  var body: String
  /// The named parts that the body refers to.
  package var parts: [String]

  /// Describes a kind of document.
  package init(name: String, version: Int, meaning: String, body: String, parts: [String]) {
    self.name = name
    self.version = version
    self.meaning = meaning
    self.body = body
    self.parts = parts
  }

  /// The same as a named part of another schema, which has to have its parts as well.
  package var part: String {
    """
        "\(name)": {
          "description": "\(meaning)",
    \(body)
        }
    """
  }

  /// The schema as JSON Schema, draft 2020-12.
  package var json: String {
    let named = parts.isEmpty ? "" : ",\n  \"$defs\": {\n\(parts.joined(separator: ",\n"))\n  }"
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:faultline:\(name):\(version)",
        "title": "Faultline \(name), version \(version)",
        "description": "\(meaning)",
      \(body)\(named)
      }

      """
  }
}
