// A model goes into XML, and into a store, and comes out the same.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct ModelRoundTripTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// A model with one of everything that a file can say.
  private func cabinet() throws -> ManagedObjectModel {
    var template = FetchRequestTemplate(
      name: "recent", entityName: "Thing",
      predicateFormat: "made > $DATE AND name != \"a \\\"b\\\" <&>\"",
      resultType: .dictionaries)
    template.fetchLimit = 5
    template.fetchBatchSize = 3
    template.includesSubentities = false
    template.includesPendingChanges = false
    template.includesPropertyValues = false
    template.returnsObjectsAsFaults = false
    template.returnsDistinctResults = true
    return try ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "Thing", isAbstract: true, managedObjectClassName: "Module.Thing",
          attributes: [
            AttributeDescription(
              "name", .string, isOptional: false, defaultValue: "",
              validation: .init(minLength: 0, maxLength: 40, regularExpression: "[A-Z \"<&>]*\t\n?")
            ),
            AttributeDescription(
              "small", .integer16, defaultValue: -3, validation: .init(min: -5, max: 7),
              isIndexed: true),
            AttributeDescription("middle", .integer32, defaultValue: 0),
            AttributeDescription("large", .integer64, defaultValue: Int.max),
            AttributeDescription(
              "price", .decimal, defaultValue: Decimal(string: "10.25"), validation: .init(min: 0.5)
            ),
            AttributeDescription("ratio", .double, defaultValue: 0.1, validation: .init(max: 1)),
            AttributeDescription("share", .float, defaultValue: 2.5),
            AttributeDescription("isOpen", .boolean, isOptional: false, defaultValue: true),
            AttributeDescription(
              "made", .date, defaultValue: Date(timeIntervalSinceReferenceDate: 12.5),
              validation: .init(
                minDate: Date(timeIntervalSinceReferenceDate: 0),
                maxDate: Date(timeIntervalSinceReferenceDate: 1e9))),
            AttributeDescription("picture", .binary, allowsExternalBinaryDataStorage: true),
            AttributeDescription(
              "code", .uuid, defaultValue: UUID(uuidString: "6F1F5D0A-0000-4000-8000-000000000001")),
            AttributeDescription(
              "site", .uri, defaultValue: URL(string: "https://example.org/?a=1&b=2")),
            AttributeDescription(
              "extra", .transformable, valueTransformerName: "T", attributeValueClassName: "Extra"),
            AttributeDescription("draft", .undefined, isTransient: true),
            AttributeDescription(
              "count", .integer64, derivation: "parts.@count",
              preservesValueInHistoryOnDeletion: true, renamingIdentifier: "number",
              versionHashModifier: "2", userInfo: ["note": "one & \"two\"\nlines", "a": ""]),
          ],
          relationships: [
            .toMany(
              "parts", "Part", inverse: "whole", isOrdered: true, minCount: 1, maxCount: 9,
              deleteRule: .cascade, renamingIdentifier: "pieces", versionHashModifier: "x",
              userInfo: ["k": "v"]),
            .toMany("friends", "Thing", inverse: "friends", deleteRule: .deny),
            .toMany("loose", "Part"),
          ],
          fetchedProperties: [
            FetchedPropertyDescription(
              "heavy", "Part", predicate: "weight > 3", userInfo: ["u": "w"])
          ],
          uniquenessConstraints: [["name", "small"], ["code"]],
          indexes: [
            FetchIndexDescription(name: "byName", properties: ["name", "made"]),
            FetchIndexDescription(
              name: "map",
              elements: [
                .init("ratio", collationType: .rTree),
                .init("share", collationType: .rTree, isAscending: false),
              ], partialIndexPredicate: "small > 0"),
            FetchIndexDescription(
              name: "odd", elements: [.init(.expression("small + 1", .integer32))]),
          ],
          compoundIndexes: [["name", "code"]], renamingIdentifier: "Object",
          versionHashModifier: "3",
          userInfo: ["who": "me"]),
        EntityDescription(
          name: "Part", superentity: "Thing",
          attributes: [AttributeDescription("weight", .double)],
          relationships: [
            .toOne(
              "whole", "Thing", inverse: "parts", isOptional: false, minCount: 1,
              deleteRule: .noAction)
          ]),
      ],
      configurations: ["Local": ["Part", "Thing"], "None": []], fetchRequestTemplates: [template],
      versionIdentifiers: ["seven"])
  }

  private func reread(_ model: ManagedObjectModel) throws -> ManagedObjectModel {
    let file = folder.url.appendingPathComponent("contents")
    try Data(model.contentsXML.utf8).write(to: file)
    return try ManagedObjectModel(contentsOf: file)
  }

  private func stored(_ model: ManagedObjectModel) throws -> ManagedObjectModel {
    let url = folder.url.appendingPathComponent("\(UUID().uuidString).sqlite")
    _ = try SQLiteStore(model, url, StoreOptions())
    let inside = try ManagedObjectModel(insideStoreAt: url)
    // The store takes it for the one that it was made with.
    #expect(try SQLiteStore(inside, url, StoreOptions()).differences == [])
    return inside
  }

  @Test func `a model with everything survives XML`() throws {
    let model = try cabinet()
    let again = try reread(model)
    expectText(ModelOutline.text(again), is: ModelOutline.text(model))
    #expect(again.contentsXML == model.contentsXML)
    #expect(again.warnings == [])
  }

  @Test func `a model with everything survives a store`() throws {
    let model = try cabinet()
    let again = try stored(model)
    expectText(ModelOutline.text(again), is: ModelOutline.text(model))
    #expect(again.warnings == [])
  }

  /// Files are recognized by how they begin.
  @Test func `a model is found in a file of any kind`() throws {
    let model = try cabinet()
    let outline = ModelOutline.text(model)
    let (text, compiled, store) = (
      folder.url.appendingPathComponent("one"), folder.url.appendingPathComponent("two"),
      folder.url.appendingPathComponent("three")
    )
    try Data(model.contentsXML.utf8).write(to: text)
    try Data(ModelArchive.bytes(model)).write(to: compiled)
    _ = try SQLiteStore(model, store, StoreOptions())
    #expect(try ModelFinder.kind(of: text) == .model)
    #expect(try ModelFinder.kind(of: compiled) == .compiled)
    #expect(try ModelFinder.kind(of: store) == .store)
    for file in [text, compiled, store] {
      expectText(ModelOutline.text(try ModelFinder.model(at: file)), is: outline)
    }
  }

  @Test(.enabled(if: Fixtures.root != nil, Fixtures.hint), arguments: Fixtures.models)
  func `a real model survives XML and a store`(file: URL) throws {
    let model = try ManagedObjectModel(contentsOf: file)
    expectText(ModelOutline.text(try reread(model)), is: ModelOutline.text(model))
    expectText(ModelOutline.text(try stored(model)), is: ModelOutline.text(model))
  }

  /// What Core Data itself has archived says what the XML says that it was compiled from.
  @Test(.enabled(if: Fixtures.root != nil, Fixtures.hint), arguments: Fixtures.stores)
  func `the model inside a real store survives XML`(store: URL) throws {
    let (copy, url) = try Fixtures.copy(store)
    guard
      let model = try? withExtendedLifetime(copy, { try ManagedObjectModel(insideStoreAt: url) })
    else {
      // The oldest kind has none.
      return #expect(store.path.contains("surfjournal"))
    }
    expectText(ModelOutline.text(try reread(model)), is: ModelOutline.text(model))
  }

  @Test func `a written model reads like one that Xcode has saved`() throws {
    let model = try ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "Employee", managedObjectClassName: "Employee",
          attributes: [
            AttributeDescription("name", .string, isOptional: false, defaultValue: "A & B")
          ],
          relationships: [
            .toOne("manager", "Employee", inverse: "reports"),
            .toMany("reports", "Employee", inverse: "manager", isOrdered: true),
          ],
          uniquenessConstraints: [["name"]])
      ])
    expectText(
      model.contentsXML,
      is: """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="1" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
            <entity name="Employee" representedClassName="Employee" syncable="YES">
                <attribute name="name" attributeType="String" defaultValueString="A &amp; B"/>
                <relationship name="manager" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Employee" inverseName="reports" inverseEntity="Employee"/>
                <relationship name="reports" optional="YES" toMany="YES" deletionRule="Nullify" ordered="YES" destinationEntity="Employee" inverseName="manager" inverseEntity="Employee"/>
                <uniquenessConstraints>
                    <uniquenessConstraint>
                        <constraint value="name"/>
                    </uniquenessConstraint>
                </uniquenessConstraints>
            </entity>
        </model>

        """)
  }
}
