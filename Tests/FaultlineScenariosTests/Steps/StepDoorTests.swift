// The door for steps: what lies in the folder stands in the list, and every example works.

import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct StepDoorTests {
  @Test func `every step's file stands in the list, and the list names no other`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/FaultlineScenarios/Steps")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Step.swift") && $0 != "Step.swift" }
      .map { String($0.dropLast(".swift".count)) }
    #expect(files.contains("InsertStep"))
    #expect(Steps.all.map { "\($0)" }.sorted() == files.sorted())
  }

  @Test func `every example is read, checked and played`() {
    for step in Steps.all where !step.isHidden {
      let answer = playing(
        step.example, undo: "unlimited", store: "sqlite", settings: "history: true"
      ) { _, _ in "played" }
      #expect(answer == "played", "\(step.keyword)")
      #expect(step.example.contains("- \(step.keyword):"), "\(step.keyword)")
    }
  }

  @Test func `only the step that misbehaves is hidden`() {
    #expect(Steps.all.filter { $0.isHidden }.map { $0.keyword } == ["misbehave"])
  }

  @Test func `keywords are unique, and meanings are one sentence`() {
    let keywords = Steps.all.map { $0.keyword }
    #expect(Set(keywords).count == keywords.count)
    for step in Steps.all {
      #expect(step.meaning.hasSuffix("."), "\(step.keyword)")
      #expect(!step.meaning.contains("\n"), "\(step.keyword)")
    }
  }

  @Test func `every key is explained in one sentence`() {
    for step in Steps.all {
      for key in step.keys + step.beside {
        #expect(key.meaning.hasSuffix("."), "\(step.keyword).\(key.name)")
        #expect(!key.meaning.contains("\n"), "\(step.keyword).\(key.name)")
      }
    }
  }
}
