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

/// What a value in a document looks like.
package struct Shape: Sendable, Hashable {
  /// The shape in JSON Schema, on one line.
  package let json: String
  /// The range of whole numbers, or of those in a list.
  package var range: ClosedRange<Int>?

  package init(json: String, range: ClosedRange<Int>? = nil) {
    self.json = json
    self.range = range
  }

  package static let text = Shape(json: #"{ "type": "string" }"#)
  package static let whole = Shape(
    json: #"{ "type": "integer" }"#, range: -DocumentNumbers.most...DocumentNumbers.most)
  package static let number = Shape(json: #"{ "type": "number" }"#)
  package static let truth = Shape(json: #"{ "type": "boolean" }"#)
  package static let texts = Shape.named("texts")

  /// A shape that the schema names and describes elsewhere.
  package static func named(_ name: String) -> Shape {
    Shape(json: ##"{ "$ref": "#/$defs/\##(name)" }"##)
  }

  /// Any number of the same.
  package static func list(_ element: Shape) -> Shape {
    Shape(json: #"{ "type": "array", "items": \#(element.json) }"#, range: element.range)
  }

  /// A number that is no smaller.
  package static func whole(from least: Int) -> Shape {
    Shape(
      json: #"{ "type": "integer", "minimum": \#(least) }"#, range: least...DocumentNumbers.most)
  }

  /// A number of a range.
  package static func whole(in range: ClosedRange<Int>) -> Shape {
    Shape(
      json:
        #"{ "type": "integer", "minimum": \#(range.lowerBound), "maximum": \#(range.upperBound) }"#,
      range: range)
  }

  /// One of the words that a field may have, so that the schema cannot lag behind the code.
  package static func word<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type)
    -> Shape
  {
    Shape(json: #"{ "enum": [\#(DocumentSchema.words(Array(type.allCases)))] }"#)
  }

  /// One field of an object.
  package struct Row: Sendable, Hashable {
    package let name: String
    package let shape: Shape
    package var isRequired = true
  }

  /// The named description of an object, as the parts of a schema have it.
  package static func part(
    _ name: String, _ rows: [Row], about meaning: String? = nil, oneOf alternatives: [String] = []
  ) -> String {
    let required = rows.filter(\.isRequired).map { "\"\($0.name)\"" }.joined(separator: ", ")
    let description = meaning.map { "\n      \"description\": \"\($0)\"," } ?? ""
    let properties = rows.map { "        \"\($0.name)\": \($0.shape.json)" }
    let choices = alternatives.map { "{ \"required\": [\"\($0)\"] }" }.joined(separator: ", ")
    return """
          "\(name)": {\(description)
            "type": "object",
            "required": [\(required)],
            "properties": {
      \(properties.joined(separator: ",\n"))
            }\(choices.isEmpty ? "" : ",\n      \"oneOf\": [\(choices)]")
          }
      """
  }
}

extension Shape.Row {
  /// A field that need not be there.
  package static func optional(_ name: String, _ shape: Shape) -> Shape.Row {
    Shape.Row(name: name, shape: shape, isRequired: false)
  }

  /// A field that is always there.
  package static func always(_ name: String, _ shape: Shape) -> Shape.Row {
    Shape.Row(name: name, shape: shape)
  }
}
