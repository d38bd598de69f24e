// Texts with names in braces, filled.

import FaultlineMeasures
import Testing

@testable import FaultlineScenarios

@Suite struct NameTextTests {
  private static let names = Names([
    Setting(name: "i", value: 12), Setting(name: "low", value: -7),
    Setting(name: "way", value: "refresh"), Setting(name: "most", value: Int.max),
    Setting(name: "least", value: Int.min),
  ])

  private func filled(_ text: String) throws -> String {
    let root = try YAMLReader.read("text: '\(text)'", file: "a.yaml")
    return try NameText(try root.entries()[0].value, in: Self.names).text(in: Self.names)
  }

  private static let texts: [(text: String, becomes: String)] = [
    ("batch-{i}", "batch-12"),
    ("{i}", "12"),
    ("{i - 12}", "0"),
    ("{i}{low}", "12-7"),
    ("Employee number {i} of the third round", "Employee number 12 of the third round"),
    ("Größe {i} – {low}", "Größe 12 – -7"),
    ("{most} {least}", "9223372036854775807 -9223372036854775808"),
    ("{way} {i}", "refresh 12"),
    ("{1e-19} of {i}", "1e-19 of 12"),
    ("{i / 8}", "3/2"),
    ("{i}.{i}.{i}.{i}", "12.12.12.12"),
    ("{i}.{i}.{i}.{i}.{i}", "12.12.12.12.12"),
    ("no braces", "no braces"),
    ("", ""),
  ]

  @Test(arguments: texts)
  func `braces are filled, be it with numbers or with words`(text: String, becomes: String) throws {
    let found = try filled(text)
    #expect(found == becomes)
    // Whatever way it was made, it is text like any other.
    #expect(Array(found.utf8) == Array(becomes.utf8) && found.count == becomes.count)
  }

  @Test func `an unknown name is an error, also behind numbers`() {
    #expect(throws: Diagnostic.self) { try filled("{i} {nobody}") }
  }
}
