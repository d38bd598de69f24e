// May it be saved? Every bound of the model has its code, and a class its own word.

import Faultline
import FaultlineTestGraph
import Foundation
import Testing

@Suite struct ValidationTests {
  private func context(
    _ attributes: [AttributeDescription], _ relationships: [RelationshipDescription] = []
  ) throws -> ManagedObjectContext {
    try makeContext(
      ManagedObjectModel(entities: [
        EntityDescription(name: "Thing", attributes: attributes, relationships: relationships),
        EntityDescription(
          name: "Part", relationships: [.toOne("whole", "Thing", inverse: "parts")]),
      ]))
  }

  private func parts(min: Int = 0, max: Int = 0, isOptional: Bool = true)
    -> [RelationshipDescription]
  {
    [
      .toMany(
        "parts", "Part", inverse: "whole", isOptional: isOptional, minCount: min, maxCount: max)
    ]
  }

  private func refusal(
    _ attribute: AttributeDescription, _ value: Any?
  ) throws -> GraphError {
    let context = try context([attribute], parts())
    let thing = context.insertNewObject(forEntityName: "Thing")
    thing.setValue(value, forKey: attribute.name)
    let error = try #require(throws: GraphError.self) { try context.save() }
    #expect(error.objectID == thing.objectID)
    #expect(thing.isInserted)
    return error
  }

  /// Semantics 147: Apple's numbers.
  @Test func `each bound has its code`() throws {
    func number(_ bounds: AttributeValidation) -> AttributeDescription {
      AttributeDescription("size", .double, validation: bounds)
    }
    func text(_ bounds: AttributeValidation) -> AttributeDescription {
      AttributeDescription("word", .string, validation: bounds)
    }
    func date(_ bounds: AttributeValidation) -> AttributeDescription {
      AttributeDescription("day", .date, validation: bounds)
    }
    let noon = Date(timeIntervalSinceReferenceDate: 43_200)
    let refusals = [
      try refusal(AttributeDescription("word", .string, isOptional: false), nil),
      try refusal(number(.init(max: 10)), 11.0),
      try refusal(number(.init(max: 10)), Double.infinity),
      try refusal(number(.init(min: 1)), 0.5),
      try refusal(date(.init(maxDate: noon)), noon + 1),
      try refusal(date(.init(minDate: noon)), noon - 1),
      try refusal(text(.init(maxLength: 2)), "abc"),
      try refusal(text(.init(minLength: 2)), "a"),
      try refusal(text(.init(regularExpression: "[a-c]+")), "abcd"),
    ]
    #expect(
      refusals.map { "\($0.code.rawValue) \($0.key ?? "")" } == [
        "1570 word", "1610 size", "1610 size", "1620 size", "1630 day", "1640 day", "1660 word",
        "1670 word", "1680 word",
      ])
  }

  /// Semantics 146: which object, which property, which value, which bound.
  @Test func `a refusal says what was found and what was expected`() throws {
    let number = AttributeDescription("size", .double, validation: .init(max: 10))
    let text = AttributeDescription("word", .string, validation: .init(regularExpression: "[a-c]+"))
    let errors = [try refusal(number, 11.0), try refusal(text, "abcd")]
    #expect(errors.map { $0.objectID?.entityName } == ["Thing", "Thing"])
    let sentences = errors.map { $0.message.replacing(#/ in x-coredata.*/#, with: "") }
    #expect(
      sentences == [
        "'Thing.size' is 11, above 10", "'Thing.word' is 'abcd', which does not match '[a-c]+'",
      ])
  }

  /// Semantics 113: counts are asked only of relationships that have members.
  @Test func `relationships may have too few and too many members, and none`() throws {
    let context = try context([], parts(min: 2, max: 3))
    let thing = context.insertNewObject(forEntityName: "Thing")
    try context.save()
    func add(_ count: Int) {
      for _ in 0..<count {
        thing.mutableSetValue(forKey: "parts").add(
          context.insertNewObject(forEntityName: "Part"))
      }
    }
    add(1)
    #expect(try #require(throws: GraphError.self) { try context.save() }.code.rawValue == 1580)
    add(1)
    try context.save()
    add(2)
    let error = try #require(throws: GraphError.self) { try context.save() }
    #expect(error.code == .validationRelationshipExceedsMaximumCount)
    #expect(
      error.message
        == "'Thing.parts' has 4 members, more than 3, in \(thing.objectID).")
  }

  @Test func `a mandatory set must have members`() throws {
    let context = try context([], parts(isOptional: false))
    let thing = context.insertNewObject(forEntityName: "Thing")
    #expect(try #require(throws: GraphError.self) { try context.save() }.code.rawValue == 1570)
    let part = context.insertNewObject(forEntityName: "Part")
    part.setValue(thing, forKey: "whole")
    try context.save()
  }

  /// Semantics 144, 145: a class adds its own words, and several faults are one error.
  @Test func `a class may forbid what the model allows`() throws {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Account",
        attributes: [
          AttributeDescription("owner", .string, isOptional: false),
          AttributeDescription("balance", .integer64),
        ])
    ])
    model.register(Account.self, forEntityNamed: "Account")
    let context = try makeContext(model)
    let account = context.insertNewObject(forEntityName: "Account")
    account.setValue(-5, forKey: "balance")
    let error = try #require(throws: GraphError.self) { try context.save() }
    #expect(error.code == .validationMultipleErrors)
    #expect(error.detailed.map(\.code.rawValue) == [1570, 1550])
    account.setValue(5, forKey: "balance")
    account.setValue("Ada", forKey: "owner")
    try context.save()
    context.delete(account)
    let denied = try #require(throws: GraphError.self) { try context.save() }
    #expect(denied.message.hasSuffix("may not be saved: An account with money stays."))
    #expect(account.isDeleted)
  }
}

/// An account that may not be overdrawn, nor deleted with money on it.
private final class Account: ManagedObject {
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  override func validateValue(_ value: Any?, forKey key: String) throws {
    try super.validateValue(value, forKey: key)
    if key == "balance", let balance = value as? Int, balance < 0 {
      throw Refusal(description: "An account is never overdrawn.")
    }
  }

  override func validateForDelete() throws {
    try super.validateForDelete()
    if value(forKey: "balance") as? Int != 0 {
      throw Refusal(description: "An account with money stays.")
    }
  }
}
