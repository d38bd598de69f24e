// The tokens of a Swift source.

/// A token of a Swift source, as a range of its bytes.
struct Token: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// A name or a keyword; most of Swift's keywords depend on their context.
    case identifier
    /// A name between backticks, which is never a keyword.
    case quotedIdentifier
    /// A name with a number sign, such as `#if` or `#keyPath`.
    case pound
    case number
    case `operator`
    /// One of `( ) [ ] { } , ; : . @` and the backslash of a key path.
    case punctuation
    case stringStart
    case stringText
    case stringEnd
    /// `\(`, with the number signs of a raw string.
    case interpolationStart
    case interpolationEnd
    case regex
    /// Bytes that begin nothing.
    case unknown
  }

  var kind: Kind
  var start: Int
  var end: Int
  /// A Boolean value that indicates whether a line ends between the previous token and this one.
  var followsLineEnd: Bool
  /// A Boolean value that indicates whether nothing is between the previous token and this one.
  var followsDirectly: Bool

  var range: Range<Int> { start..<end }
}
