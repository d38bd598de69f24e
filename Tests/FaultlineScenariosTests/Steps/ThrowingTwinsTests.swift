// A scenario may ask for what the engine refuses. Where the engine has two calls, one that throws and one that stops the
// process, steps use the one that throws.

import Foundation
import Testing

struct `Calls that stop the process` {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/FaultlineScenarios")

  /// Calls of the engine with a twin that throws, as they are written.
  private static let calls = [
    #"\.observe\("#, #"insertNewObject\("#, #"[cC]ontext\.delete\("#, #"[cC]ontext\.refresh\("#,
    #"\.mergeChanges\("#, #"\.detectConflicts\("#, #"[cC]ontext\.assign\("#, #"\.setValue\("#,
    #"\.value\(forKey"#, #"rimitiveValue\("#, #"\.mutableSetValue\("#,
    #"\.mutableOrderedSetValue\("#, #"\.hasFault\("#, #"\.objectIDs\(forRelationship"#,
    #"\.changedValues\("#, #"\.committedValues\("#, #"(will|did)(Access|Change)Value\("#,
    #"\.processPendingChanges\("#, #"undoManager\??\.(undo|redo)\("#,
    #"(begin|end)UndoGrouping\("#, #"\.registerUndo\("#, #"\.performAndWait"#,
    #"\.newBackgroundContext\("#, #"\.uniquesObjects = "#, #"\.usesFaults = "#,
    #"\.automaticallyMergesChangesFromParent = "#, #"\.setMetadata\("#,
    #"\.withSubstitutionVariables\("#, #"\.evaluate\(with"#, #"fetchRequestTemplate\("#,
    #"object\(at: (indexPath|IndexPath)"#, #"\.turn \{"#, #"context\.turn\("#,
  ]

  /// Lines that may stay, since what they ask for cannot be refused there.
  private static let allowed = [
    // In a struct of settings that is no context.
    "uniquesObjects = try node.flag()", "usesFaults = try node.flag()",
  ]

  @Test func `are in no step, session or setting`() throws {
    let pattern = try Regex(Self.calls.joined(separator: "|"))
    var looked = 0
    var found: [String] = []
    for folder in ["Steps", "Session", "Settings", "Values", "Generators", "Running", "Filming"] {
      let place = Self.root.appending(path: folder)
      for name in FileManager.default.subpaths(atPath: place.path) ?? []
      where name.hasSuffix(".swift") {
        looked += 1
        let text = try String(contentsOf: place.appending(path: name), encoding: .utf8)
        for line in text.split(separator: "\n") {
          let line = line.drop { $0 == " " }
          guard !line.hasPrefix("//"), line.contains(pattern),
            !Self.allowed.contains(where: { line.hasSuffix($0) })
          else { continue }
          found.append("\(folder)/\(name): \(line)")
        }
      }
    }
    #expect(looked > 100)
    #expect(found == [])
  }
}
