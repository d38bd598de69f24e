// Section and place in one value, as tables and lists count them.

public import Foundation

/// Index paths of two numbers: Foundation on Linux has the type, and its platforms' user interfaces have the names.
extension IndexPath {
  /// Makes the path of an item in a section.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The section, the first of the two numbers.
  public var section: Int { self[0] }

  /// The place within the section, the second of the two numbers.
  public var item: Int { self[1] }
}
