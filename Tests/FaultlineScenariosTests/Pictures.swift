// Nodes, readings and rejections as text, to compare whole.

@testable import FaultlineScenarios

/// A node on one line: quoted scalars in quotes, block scalars behind a bar.
func picture(_ node: Node) -> String {
  switch node.value {
  case .scalar(let scalar):
    switch scalar.style {
    case .plain: scalar.text
    case .quoted: "'\(scalar.text)'"
    case .block: "|\(scalar.text)|"
    }
  case .list(let items): "[" + items.map(picture).joined(separator: ", ") + "]"
  case .mapping(let entries):
    "{"
      + entries.map { "\(picture($0.key)): \(picture($0.value))" }.joined(separator: ", ") + "}"
  }
}

/// The picture of a text, or the whole diagnostic that refuses it.
func reading(_ text: String, file: String = "a.yaml") -> String {
  rejection { () throws(Diagnostic) in picture(try YAMLReader.read(text, file: file)) }
}

/// What the body returns, or the whole diagnostic that it throws.
func rejection(_ body: () throws(Diagnostic) -> String) -> String {
  do throws(Diagnostic) {
    return try body()
  } catch {
    return error.description
  }
}
