// Models that were read, with indexes that no store can make: they are used without, and say so.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct UselessIndexTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private static let properties = """
    <attribute name="t" optional="YES" attributeType="String"/>
    <attribute name="u" optional="YES" attributeType="Integer 16"/>
    <attribute name="v" optional="YES" transient="YES" attributeType="String"/>
    <relationship name="bs" optional="YES" toMany="YES" destinationEntity="B" inverseName="a" inverseEntity="B"/>
    """

  private func model(_ indexes: String) throws -> ManagedObjectModel {
    let url = folder.url.appendingPathComponent("contents")
    let text = """
      <model>
      <entity name="A">
      \(Self.properties)
      \(indexes)
      </entity>
      <entity name="B">
        <relationship name="a" optional="YES" maxCount="1" destinationEntity="A" inverseName="bs" inverseEntity="A"/>
      </entity>
      </model>
      """
    try Data(text.utf8).write(to: url)
    return try ManagedObjectModel(contentsOf: url)
  }

  @Test func `each is left out of a model file, with its line`() throws {
    let model = try model(
      """
      <fetchIndex name="byT"><fetchIndexElement property="t" type="Binary" order="ascending"/></fetchIndex>
      <fetchIndex name="byT"><fetchIndexElement property="u" type="Binary" order="ascending"/></fetchIndex>
      <fetchIndex name="byB"><fetchIndexElement property="bs" type="Binary" order="ascending"/></fetchIndex>
      <fetchIndex name="by5"><fetchIndexElement property="expression5" type="Binary" order="ascending"/></fetchIndex>
      <fetchIndex name="byV"><fetchIndexElement property="v" type="Binary" order="ascending"/></fetchIndex>
      <fetchIndex name="byH"><fetchIndexElement property="t" type="Hash" order="ascending"/></fetchIndex>
      <fetchIndex name="byO"><fetchIndexElement property="t" order="up"/></fetchIndex>
      <fetchIndex name="byN"/>
      <fetchIndex name="by1"><fetchIndexElement/></fetchIndex>
      <compoundIndexes>
        <compoundIndex><index value="self"/><index value="t"/></compoundIndex>
        <compoundIndex><index value="entity"/><index value="t"/></compoundIndex>
        <compoundIndex><index value="t"/><index value="u"/></compoundIndex>
        <compoundIndex><index/></compoundIndex>
      </compoundIndexes>
      """)
    expectText(
      model.warnings.joined(separator: "\n"),
      is: """
        contents:2: A compound index of 'A' names 'self', which the entity does not have; it is left out.
        contents:2: A compound index of 'A' names 'entity', which the entity does not have; it is left out.
        contents:8: The index 'byT' of 'A' is described twice; it is left out.
        contents:9: The index 'byB' of 'A' names 'bs', which leads to many objects; it is left out.
        contents:10: The index 'by5' of 'A' names 'expression5', which the entity does not have; it is left out.
        contents:11: The index 'byV' of 'A' names 'v', which is transient and never reaches a store; it is left out.
        contents:12: The index 'byH' has an element of the type 'Hash', not Binary or RTree; it is left out.
        contents:13: The index 'byO' has the order 'up', not ascending or descending; it is left out.
        contents:14: The index 'byN' of 'A' names no property; it is left out.
        contents:15: The index 'by1' has an element without a property; it is left out.
        contents:20: A compound index names no property; it is left out.
        """)
    let entity = try model.entity(named: "A")
    #expect(entity.indexes.map(\.name) == ["byT"])
    #expect(entity.indexes[0].elements.map(\.propertyName) == ["t"])
    #expect(entity.compoundIndexes == [["t", "u"]])
    let context = try makeContext(on: StoreKind.sqlite.coordinator(model, in: folder))
    let a = context.insertNewObject(forEntityName: "A")
    context.insertNewObject(forEntityName: "B").setValue(a, forKey: "a")
    try context.save()
    #expect((a.value(forKey: "bs") as? Set<ManagedObject>)?.count == 1)
  }

  // MARK: - Archives

  /// An archive with three indexes such as Apple's have: doubled, on many objects, on an expression's name.
  private func archive() throws -> String {
    func index(_ name: String, _ subject: String) -> String {
      "<fetchIndex name=\"\(name)\"><fetchIndexElement \(subject) type=\"Binary\"/></fetchIndex>"
    }
    let model = try model(
      index("byT", "property=\"t\"") + index("byX", "property=\"u\"")
        + index("byB", "expression=\"bs\"") + index("by5", "expression=\"expression5\""))
    return try ArchiveText.xml(of: model)
      .replacing("<string>byX</string>", with: "<string>byT</string>")
      .replacing("<key>FaultlinePredicateFormat</key>", with: "<key>NSPropertyName</key>")
  }

  private static let warnings = [
    "The index 'byT' of 'A' is described twice; it is left out.",
    "The index 'byB' of 'A' names 'bs', which leads to many objects; it is left out.",
    "The index 'by5' of 'A' names 'expression5', which the entity does not have; it is left out.",
  ]

  @Test func `a compiled model is read as XML too, without them`() throws {
    let url = folder.url.appendingPathComponent("App.mom")
    try Data(try archive().utf8).write(to: url)
    #expect(try ModelFinder.kind(of: url) == .compiled)
    let model = try ModelFinder.model(at: url)
    #expect(model.warnings == Self.warnings)
    #expect(try model.entity(named: "A").attributesByName.count == 3)
    #expect(try model.entity(named: "A").indexes.map(\.name) == ["byT"])
  }

  @Test func `a store whose model has them is inspected and opened by its own model`() throws {
    let coordinator = try StoreKind.sqlite.coordinator(try model(""), in: folder)
    let context = try makeContext(on: coordinator)
    context.insertNewObject(forEntityName: "A").setValue("x", forKey: "t")
    try context.save()
    let archive = try PropertyListText.binary(Data(try archive().utf8))
    try keep(archive)
    let findings = try StoreInspection(of: folder.store)
    #expect(findings.modelSource == .inside)
    #expect(findings.modelWarnings == Self.warnings)
    #expect(findings.differences == [])
    let again = try makeContext(
      on: StoreKind.sqlite.coordinator(
        try ManagedObjectModel(insideStoreAt: folder.store), in: folder))
    #expect(
      try again.fetch(FetchRequest(entityName: "A")).map { $0.value(forKey: "t") as? String } == [
        "x"
      ])
  }

  private func keep(_ archive: [UInt8]) throws {
    let hex = try ModelCache.deflated(archive).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }
    Database(folder.store).run("UPDATE Z_MODELCACHE SET Z_CONTENT = X'\(hex.joined())'")
  }

  @Test func `a model inside that cannot be used is not said to be missing`() throws {
    _ = try StoreKind.sqlite.coordinator(try model(""), in: folder)
    try keep(Array("no archive".utf8))
    let findings = try StoreInspection(of: folder.store)
    #expect(findings.modelSource == .unusable)
    #expect(findings.objection == "its model cannot be used")
    #expect(!findings.modelWarnings.isEmpty)
  }

  @Test func `an R-tree is listed, and not counted`() throws {
    _ = try StoreKind.sqlite.coordinator(try model(""), in: folder)
    Database(folder.store).run(
      "CREATE VIRTUAL TABLE Z_RT_A_place USING RTREE (Z_PK INTEGER PRIMARY KEY, x1, x2)")
    let findings = try StoreInspection(of: folder.store)
    #expect(findings.virtualTables.map(\.name) == ["Z_RT_A_place"])
    #expect(findings.virtualTables.map { $0.module.lowercased() } == ["rtree"])
    #expect(!findings.tables.map(\.name).contains("Z_RT_A_place"))
  }

  // MARK: - Texts that are no archives

  @Test(arguments: [
    "<plist><dict></plist>", "<plist><dict><key>a</key></dict>", "<plist><array>",
    "<plist><dict><string>a</string></dict></plist>", "<plist><key>a</key></plist>",
    "<plist><integer>one</integer></plist>", "<plist><what/></plist>", "<plist></plist>",
    "<!DOCTYPE plist [<!ENTITY a \"aaaa\">]><plist><string>&a;</string></plist>",
    "<plist><string>no archive</string></plist>",
    "<plist>" + String(repeating: "<array>", count: 100_000),
  ])
  func `a text that is no archive is refused`(text: String) throws {
    let error = #expect(throws: GraphError.self) {
      _ = try ManagedObjectModel(compiled: Data(text.utf8))
    }
    #expect(error?.code == .invalidModel)
  }
}
