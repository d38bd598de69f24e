// Each feature of Xcode's model format, in a few lines of XML.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ModelReadingTests {
  private func attribute(_ attributes: String) throws -> AttributeDescription {
    let model = try loadModel(
      "<entity name='Employee'><attribute name='a' \(attributes)/></entity>")
    #expect(model.warnings == [])
    return try #require(model.entitiesByName["Employee"]?.attributesByName["a"])
  }

  private func relationship(_ attributes: String) throws -> RelationshipDescription {
    let model = try loadModel(
      """
      <entity name='Employee'>
        <relationship name='r' destinationEntity='Employee' \(attributes)/>
      </entity>
      """)
    return try #require(model.entitiesByName["Employee"]?.relationshipsByName["r"])
  }

  @Test(arguments: [
    ("Integer 16", AttributeType.integer16), ("Integer 32", .integer32),
    ("Integer 64", .integer64), ("Decimal", .decimal), ("Double", .double), ("Float", .float),
    ("String", .string), ("Boolean", .boolean), ("Date", .date), ("Binary", .binary),
    ("UUID", .uuid), ("URI", .uri), ("Transformable", .transformable),
  ])
  func `every type has its word`(word: String, type: AttributeType) throws {
    let attribute = try attribute("attributeType='\(word)'")
    #expect(attribute.attributeType == type)
    #expect(!attribute.isOptional)
    #expect(!attribute.isTransient)
    #expect(attribute.defaultValue == nil)
  }

  /// As Xcode leaves them where an attribute once held numbers, and as older tools wrote them.
  @Test(arguments: [
    ("YES", true), ("NO", false), ("true", true), ("false", false), ("1", true), ("0", false),
    ("1.0", true), ("0.0", false), (" 1 ", true), ("0.000", false),
  ])
  func `every word for true and false is a default value`(word: String, flag: Bool) throws {
    let attribute = try attribute("attributeType='Boolean' defaultValueString='\(word)'")
    #expect(attribute.defaultValue as? Bool == flag)
  }

  @Test(arguments: [
    ("Integer 16", "3.0", "3"), ("Integer 64", "-2e3", "-2000"), ("Integer 32", " 7", "7"),
    ("Double", "1", "1.0"), ("Float", "0.5", "0.5"), ("Decimal", "1.50", "1.5"),
    ("String", " a ", " a "),
  ])
  func `a default value is a number however it is written`(
    type: String, word: String, value: String
  ) throws {
    let attribute = try attribute("attributeType='\(type)' defaultValueString='\(word)'")
    #expect(attribute.defaultValue.map { "\($0)" } == value)
  }

  @Test func `an attribute without a type is transient`() throws {
    #expect(try attribute("transient='YES'").attributeType == .undefined)
    #expect(
      try attribute("transient='YES' attributeType='ObjectID'").attributeType == .objectID)
  }

  @Test func `default values are read by their type`() throws {
    func value(_ type: String, _ text: String) throws -> Any? {
      try attribute("attributeType='\(type)' defaultValueString='\(text)'").defaultValue
    }
    #expect(try value("Integer 16", "-7") as? Int == -7)
    #expect(try value("Integer 64", "9223372036854775807") as? Int == .max)
    #expect(try value("Integer 32", "0.0") as? Int == 0)
    #expect(try value("Double", "1.5e3") as? Double == 1500)
    #expect(try value("Float", "0.25") as? Double == 0.25)
    #expect(
      try value("Decimal", "12345678901234567890.12") as? Decimal
        == Decimal(string: "12345678901234567890.12"))
    #expect(try value("String", "a &lt; b") as? String == "a < b")
    #expect(try value("String", "") as? String == "")
    #expect(try value("Boolean", "YES") as? Bool == true)
    #expect(try value("Boolean", "NO") as? Bool == false)
    let id = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
    #expect(try value("UUID", id) as? UUID == UUID(uuidString: id))
    #expect(try value("URI", "https://a.example/b") as? URL == URL(string: "https://a.example/b"))
    #expect(try value("UUID", "") == nil)
  }

  @Test func `a date's default is the number, not what the person typed`() throws {
    let date = try attribute(
      "attributeType='Date' defaultDateTimeInterval='0.5' defaultValueString='now'")
    #expect(date.defaultValue as? Date == Date(timeIntervalSinceReferenceDate: 0.5))
    #expect(
      try attribute("attributeType='Date' defaultValueString='now'").defaultValue == nil)
  }

  @Test func `an attribute keeps all that is said about it`() throws {
    let color = try attribute(
      """
      optional='YES' attributeType='Transformable' valueTransformerName='Colors'
      customClassName='UIColor' elementID='tint' versionHashModifier='v2' syncable='YES'
      """)
    #expect(color.isOptional)
    #expect(color.valueTransformerName == "Colors")
    #expect(color.attributeValueClassName == "UIColor")
    #expect(color.renamingIdentifier == "tint")
    #expect(color.versionHashModifier == "v2")
    let data = try attribute(
      "attributeType='Binary' allowsExternalBinaryDataStorage='YES' preserveAfterDeletion='YES'")
    #expect(data.allowsExternalBinaryDataStorage)
    #expect(data.preservesValueInHistoryOnDeletion)
    #expect(!data.isIndexed)
    let count = try attribute(
      """
      attributeType='Integer 64' derived='YES' derivationExpression='reports.@count'
      usesScalarValueType='YES' indexed='YES' renamingIdentifier='n'
      """)
    #expect(count.isDerived)
    #expect(count.derivation == "reports.@count")
    #expect(count.isIndexed)
    #expect(count.renamingIdentifier == "n")
  }

  @Test func `bounds are lengths for text, numbers for numbers, and a period for dates`() throws {
    #expect(
      try attribute(
        """
        attributeType='String' minValueString='1' maxValueString='80'
        regularExpressionString='[A-Z].*'
        """
      ).validation
        == AttributeValidation(
          minLength: 1, maxLength: 80, regularExpression: "[A-Z].*"))
    #expect(
      try attribute("attributeType='Double' minValueString='-0.5' maxValueString='5'").validation
        == AttributeValidation(min: Decimal(string: "-0.5"), max: 5))
    #expect(
      try attribute(
        "attributeType='Date' minDateTimeInterval='0' maxDateTimeInterval='60'"
      ).validation
        == AttributeValidation(
          minDate: Date(timeIntervalSinceReferenceDate: 0),
          maxDate: Date(timeIntervalSinceReferenceDate: 60)))
    #expect(try attribute("attributeType='String'").validation.isEmpty)
  }

  /// Semantics 114: a greatest count of one defines to-one.
  @Test func `a relationship is to-one when it leads to one`() throws {
    let one = try relationship("maxCount='1' minCount='1' deletionRule='Deny'")
    #expect(!one.isToMany && one.maxCount == 1 && one.minCount == 1)
    #expect(one.deleteRule == .deny)
    #expect(!one.isOptional)
    #expect(try !relationship("").isToMany)
    #expect(try !relationship("toMany='YES' maxCount='1'").isToMany)
    let many = try relationship(
      "toMany='YES' optional='YES' ordered='YES' maxCount='20' deletionRule='Cascade'")
    #expect(many.isToMany && many.isOrdered && many.isOptional && many.maxCount == 20)
    #expect(many.deleteRule == .cascade)
    #expect(try relationship("toMany='YES'").maxCount == 0)
    #expect(try relationship("deletionRule='No Action'").deleteRule == .noAction)
    #expect(try relationship("").deleteRule == .nullify)
    let model = try loadModel(
      """
      <entity name='Employee'>
        <relationship name='r' destinationEntity='Employee' inverseName='r'
          inverseEntity='Employee' elementID='q'/>
      </entity>
      """)
    let selfish = try #require(model.entitiesByName["Employee"]?.relationshipsByName["r"])
    #expect(selfish.inverseRelationship === selfish)
    #expect(selfish.renamingIdentifier == "q")
  }

  @Test func `an entity keeps all that is said about it`() throws {
    let model = try loadModel(
      """
      <entity name="Person" isAbstract="YES" elementID="Human" versionHashModifier="m">
        <attribute name="name" attributeType="String">
          <userInfo><entry key="hint" value="first"/></userInfo>
        </attribute>
        <attribute name="age" attributeType="Integer 16"/>
        <fetchIndex name="byNameAndAge" partialIndexPredicate="age > 3">
          <fetchIndexElement property="name" type="Binary" order="ascending"/>
          <fetchIndexElement property="age" type="RTree" order="descending"/>
          <fetchIndexElement expression="age / 2" expressionType="Integer 16"/>
        </fetchIndex>
        <compoundIndexes>
          <compoundIndex><index value="name"/><index value="age"/></compoundIndex>
        </compoundIndexes>
      </entity>
      <entity name="Employee" representedClassName=".Employee" parentEntity="Person"
        syncable="YES" codeGenerationType="class">
        <userInfo><entry key="a" value="1"/><entry key="b" value=""/></userInfo>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="name"/><constraint value="age"/></uniquenessConstraint>
          <uniquenessConstraint><constraint value="age"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      """)
    let person = try #require(model.entitiesByName["Person"])
    #expect(person.isAbstract)
    #expect(person.renamingIdentifier == "Human")
    #expect(person.versionHashModifier == "m")
    #expect(person.attributesByName["name"]?.userInfo == ["hint": "first"])
    #expect(
      person.indexes == [
        FetchIndexDescription(
          name: "byNameAndAge",
          elements: [
            .init("name"), .init("age", collationType: .rTree, isAscending: false),
            .init(.expression("age / 2", .integer16)),
          ], partialIndexPredicate: "age > 3")
      ])
    #expect(person.compoundIndexes == [["name", "age"]])
    let employee = try #require(model.entitiesByName["Employee"])
    #expect(employee.superentity === person)
    #expect(employee.managedObjectClassName == ".Employee")
    #expect(employee.userInfo == ["a": "1", "b": ""])
    #expect(employee.uniquenessConstraints == [["name", "age"], ["age"]])
    #expect(model.warnings == [])
  }

  @Test func `requests and configurations are kept as data`() throws {
    let model = try loadModel(
      """
      <entity name="Employee">
        <fetchedProperty name="peers" optional="YES">
          <fetchRequest name="peersRequest" entity="Employee" predicateString="name == $N"/>
          <userInfo><entry key="k" value="v"/></userInfo>
        </fetchedProperty>
      </entity>
      <fetchRequest name="ducks" entity="Employee" predicateString="name LIKE &quot;Duck*&quot;"
        fetchLimit="220" fetchBatchSize="20" includeSubentities="NO" includePropertyValues="NO"
        includesPendingChanges="NO" returnObjectsAsFaults="NO" returnDistinctResults="YES"
        resultType="2"/>
      <fetchRequest name="all" entity="Employee"/>
      <configuration name="Custom" usedWithCloudKit="YES"><memberEntity name="Employee"/></configuration>
      <elements><element name="Employee" positionX="-9" positionY="1" width="1" height="4"/></elements>
      """)
    let peers = try #require(model.entitiesByName["Employee"]?.fetchedPropertiesByName["peers"])
    #expect(peers.isOptional)
    #expect(peers.predicateFormat == "name == $N")
    #expect(peers.userInfo == ["k": "v"])
    var ducks = FetchRequestTemplate(
      name: "ducks", entityName: "Employee", predicateFormat: "name LIKE \"Duck*\"",
      resultType: .dictionaries)
    ducks.fetchLimit = 220
    ducks.fetchBatchSize = 20
    ducks.includesSubentities = false
    ducks.includesPropertyValues = false
    ducks.includesPendingChanges = false
    ducks.returnsObjectsAsFaults = false
    ducks.returnsDistinctResults = true
    #expect(
      model.fetchRequestTemplates == [
        FetchRequestTemplate(name: "all", entityName: "Employee"), ducks,
      ])
    #expect(model.configurations == ["Custom"])
    #expect(model.entities(forConfigurationName: "Custom")?.map(\.name) == ["Employee"])
    #expect(model.warnings == [])
  }

  @Test func `the version has a name`() throws {
    let model = try ModelFolder().load("<model userDefinedModelVersionIdentifier='2.1'/>")
    #expect(model.versionIdentifiers == ["2.1"])
    #expect(model.entities.isEmpty)
    #expect(try loadModel("").versionIdentifiers == [])
  }
}
