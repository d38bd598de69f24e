// Rules for an attribute's values in a compiled model: bounds and patterns are taken in, and what is none of them is named.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct ArchivedRulesTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// The model with one attribute after words of its archive were exchanged.
  private func read(
    _ attribute: AttributeDescription, exchanging old: String = "", for new: String = ""
  ) throws -> String {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(name: "Thing", attributes: [attribute])
    ])
    var text = try ArchiveText.xml(of: model)
    if !old.isEmpty {
      try #require(text.contains(old), "\(text)")
      text = text.replacing(old, with: new)
    }
    let url = folder.url.appendingPathComponent("App.mom")
    try Data(text.utf8).write(to: url)
    let read = try ModelFinder.model(at: url)
    let found = try #require(try read.entity(named: "Thing").attributesByName[attribute.name])
    let rules = found.validation
    let parts: [(String, Any?)] = [
      ("min", rules.min), ("max", rules.max), ("least length", rules.minLength),
      ("greatest length", rules.maxLength), ("pattern", rules.regularExpression),
      ("earliest", rules.minDate?.timeIntervalSinceReferenceDate),
      ("latest", rules.maxDate?.timeIntervalSinceReferenceDate),
    ]
    let known = parts.compactMap { name, value in value.map { "\(name) \($0)" } }
    return (known + read.warnings).joined(separator: "; ")
  }

  private static let warning = "'Thing.a' has a rule for its values that cannot be read here."
  private static let number = AttributeDescription(
    "a", .integer32, validation: .init(min: -5, max: 7))
  private static let text = AttributeDescription(
    "a", .string, validation: .init(minLength: 2, maxLength: 40, regularExpression: "[a-z]*"))
  private static let date = AttributeDescription(
    "a", .date,
    validation: .init(
      minDate: Date(timeIntervalSinceReferenceDate: 0),
      maxDate: Date(timeIntervalSinceReferenceDate: 60)))

  private static func operation(_ number: Int) -> String {
    "<key>NSOperatorType</key><integer>\(number)</integer>"
  }

  @Test func `bounds and patterns are taken in`() throws {
    #expect(try read(Self.number) == "min -5; max 7")
    #expect(try read(Self.text) == "least length 2; greatest length 40; pattern [a-z]*")
    #expect(try read(Self.date) == "earliest 0.0; latest 60.0")
  }

  /// A comparison by an operator that says no bound, of a subject or with a class that says none.
  @Test(
    arguments: [
      (number, operation(3), operation(2), "max 7; \(warning)"),
      (number, operation(1), operation(5), "min -5; \(warning)"),
      (text, operation(1), operation(4), "least length 2; pattern [a-z]*; \(warning)"),
      (text, operation(6), operation(8), "least length 2; greatest length 40; \(warning)"),
      (text, "<string>length</string>", "<string>width</string>", "pattern [a-z]*; \(warning)"),
      (date, operation(3), operation(0), "latest 60.0; \(warning)"),
      (date, "NSConstantValueExpression", "NSVariableExpression", warning),
      (number, "NSComparisonPredicate<", "NSTruePredicate<", warning),
    ] as [(AttributeDescription, String, String, String)])
  func `what is no bound is left out, and the model says so`(
    attribute: AttributeDescription, old: String, new: String, expected: String
  ) throws {
    #expect(try read(attribute, exchanging: old, for: new) == expected)
  }
}
