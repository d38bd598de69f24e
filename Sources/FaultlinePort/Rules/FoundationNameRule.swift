// Names of Foundation that are the module's on Linux, and initializers that Foundation lacks there.

/// Replaces qualified names and initializers of Foundation.
enum FoundationNameRule: RewriteRule {
  private static let moved: Set<String> = [
    "ValueTransformer", "NSValueTransformerName", "NSPredicate", "NSSortDescriptor", "NSExpression",
    "NSCompoundPredicate", "NSComparisonPredicate", "UndoManager", "NSException",
    "NSHashTable", "NSMapTable", "Selector",
  ]

  /// What stands in for initializers without arguments, which Objective-C inherits from `NSObject`.
  private static let initializers = [
    "ProcessInfo": "ProcessInfo.processInfo",
    "NSURL": "NSURL(fileURLWithPath: \"/\")",
    "HTTPURLResponse":
      "HTTPURLResponse(url: URL(fileURLWithPath: \"/\"), statusCode: 200, httpVersion: nil, headerFields: nil)!",
    "URLResponse":
      "URLResponse(url: URL(fileURLWithPath: \"/\"), mimeType: nil, expectedContentLength: 0, textEncodingName: nil)",
  ]

  static func apply(to unit: inout RewriteUnit) {
    let source = unit.source
    for index in source.tokens.indices where source.tokens[index].kind == .identifier {
      if source.isToken(index, "Foundation"), source.isToken(index + 1, "."),
        moved.contains(source.text(index + 2)), !source.isToken(index - 1, "import")
      {
        unit.edits.replace(tokens: index..<index + 1, with: "CoreData")
      } else if source.isToken(index + 1, "("), source.isToken(index + 2, ")"),
        source.tokens[index + 1].followsDirectly, !source.isToken(index - 1, ".")
      {
        if let text = initializers[source.text(index)] {
          unit.edits.replace(tokens: index..<index + 3, with: text)
        }
      }
    }
  }
}
