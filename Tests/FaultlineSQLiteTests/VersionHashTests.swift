// Which changes of a model make its store another one.

import Faultline
import FaultlineSQLite
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct VersionHashTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func model(
    _ attribute: AttributeDescription = AttributeDescription("name", .string),
    _ relationship: RelationshipDescription = .toMany("friends", "Person", inverse: "friends"),
    userInfo: [String: String] = [:], className: String? = nil, modifier: String? = nil
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Person", managedObjectClassName: className, attributes: [attribute],
        relationships: [relationship], versionHashModifier: modifier, userInfo: userInfo)
    ])
  }

  private func opens(_ model: ManagedObjectModel) -> Bool {
    do {
      _ = try StoreKind.sqlite.coordinator(model, in: folder)
      return true
    } catch {
      #expect((error as? GraphError)?.code.rawValue == 134_100)
      return false
    }
  }

  /// Semantics 226: what a row looks like stays the same.
  @Test func `a store does not mind what is only said about values`() throws {
    #expect(opens(try model()))
    #expect(opens(try model(AttributeDescription("name", .string, defaultValue: "Nobody"))))
    #expect(opens(try model(AttributeDescription("name", .string, userInfo: ["a": "b"]))))
    #expect(
      opens(try model(AttributeDescription("name", .string, validation: .init(maxLength: 9)))))
    #expect(
      opens(
        try model(
          AttributeDescription("name", .string),
          .toMany("friends", "Person", inverse: "friends", deleteRule: .cascade))))
    #expect(opens(try model(userInfo: ["a": "b"], className: "Human")))
  }

  /// Semantics 226: whatever makes it another property.
  @Test func `a store minds what a property is`() throws {
    #expect(opens(try model()))
    #expect(!opens(try model(AttributeDescription("name", .string, isOptional: false))))
    #expect(!opens(try model(AttributeDescription("name", .string, versionHashModifier: "2"))))
    #expect(!opens(try model(AttributeDescription("title", .string))))
    #expect(!opens(try model(AttributeDescription("name", .integer16))))
    #expect(
      !opens(
        try model(
          AttributeDescription("name", .string),
          .toMany("friends", "Person", inverse: "friends", maxCount: 5))))
    #expect(!opens(try model(modifier: "2")))
    #expect(opens(try model()))
  }

  /// Semantics 228.
  @Test func `an empty file is a new store`() throws {
    #expect(FileManager.default.createFile(atPath: folder.store.path, contents: Data()))
    let office = try Office(.sqlite, in: folder)
    _ = try office.employed("Ada")
    let again = try Office(.sqlite, in: folder)
    let names = try again.staff().map { $0.value(forKey: "name") as? String }
    #expect(withExtendedLifetime(again) { names } == ["Ada"])
  }

  /// Semantics 148, 149: the numbers that stores and saves use.
  @Test func `errors of stores have Apple's numbers`() {
    let codes: [(GraphError.Code, Int)] = [
      (.referentialIntegrity, 133_000), (.externalRelationship, 133_010), (.merge, 133_020),
      (.constraintMerge, 133_021), (.invalidStoreType, 134_000), (.invalidModel, 134_020),
      (.save, 134_030), (.coreData, 134_060), (.open, 134_080), (.storeTimeout, 134_090),
      (.unsupportedRequest, 134_091), (.incompatibleVersionHash, 134_100), (.sqlite, 134_180),
    ]
    for (code, number) in codes { #expect(code.rawValue == number) }
  }
}
