// An XML text as a tree of elements, each of which knows its line.

/// One element of an XML text with the elements in it; text between elements does not count.
struct Markup: Sendable {
  let name: String
  let attributes: [String: String]
  /// The line in which the start tag ends.
  let line: Int
  var children: [Markup] = []

  subscript(attribute: String) -> String? { attributes[attribute] }

  func children(named name: String) -> [Markup] { children.filter { $0.name == name } }
}

/// Why a text is no XML, or no XML that is read here.
package struct MarkupFault: Error {
  package let line: Int
  package let text: String
}
