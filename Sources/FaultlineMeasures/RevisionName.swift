// Names of revisions, as people read them.

/// What a revision is called.
package enum RevisionName {
  /// What stands behind a commit where the working tree differs from it.
  package static let changed = "+changes"

  /// A name for tables and charts: of a commit the first twelve letters, with the mark of a changed tree; any other name
  /// as it is.
  package static func short(_ name: String) -> String {
    let isChanged = name.hasSuffix(changed)
    let commit = isChanged ? name.dropLast(changed.count) : name[...]
    guard commit.count >= 40, commit.allSatisfy(\.isHexDigit) else { return name }
    return commit.prefix(12) + (isChanged ? changed : "")
  }
}
