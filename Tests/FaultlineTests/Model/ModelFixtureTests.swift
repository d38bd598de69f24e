// Models of real apps: every version of each loads, with as many parts of each kind as its index says.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

/// The folder of real models and stores, which is no part of the project.
private let fixtures = ProcessInfo.processInfo.environment["FAULTLINE_FIXTURES"]
  .map { URL(fileURLWithPath: $0, isDirectory: true) }

@Suite(
  .enabled(
    if: fixtures != nil, "Set FAULTLINE_FIXTURES to a folder of real models to run these tests."))
struct ModelFixtureTests {
  /// The index has a line for each file: "- `path` … — entities 8, inherit 2".
  private func census() throws -> [(path: String, parts: [String: Int])] {
    let root = try #require(fixtures)
    let text = try String(contentsOf: root.appendingPathComponent("index.md"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("- `models/"), let counts = line.firstRange(of: " — entities "),
        let path = line.split(separator: "`").dropFirst().first
      else { return nil }
      var parts: [String: Int] = [:]
      for part in line[counts.lowerBound...].dropFirst(3).split(separator: ", ") {
        let words = part.split(separator: " ")
        parts[words.dropLast().joined(separator: " ")] = words.last.flatMap { Int($0) }
      }
      return (String(path), parts)
    }
  }

  @Test func `every version has the parts that its index counts`() throws {
    let root = try #require(fixtures)
    let census = try census()
    #expect(census.count >= 30)
    for (path, parts) in census {
      let model = try ManagedObjectModel(contentsOf: root.appendingPathComponent(path))
      #expect(self.parts(of: model) == parts, "\(path)")
      #expect(model.warnings == [], "\(path)")
    }
  }

  /// What apps ask for in their templates and fetched properties is understood.
  @Test func `every predicate of a real model is read`() throws {
    let root = try #require(fixtures)
    var count = 0
    for (path, _) in try census() {
      let model = try ManagedObjectModel(contentsOf: root.appendingPathComponent(path))
      let own = model.entities.flatMap { $0.fetchedPropertiesByName.values.map(\.predicateFormat) }
      for case let text? in model.fetchRequestTemplates.map(\.predicateFormat) + own {
        let predicate = try FetchPredicate(format: text)
        #expect(
          try FetchPredicate(format: predicate.description).description == predicate.description)
        count += 1
      }
    }
    #expect(count >= 4)
  }

  @Test func `every model folder loads its current version`() throws {
    let root = try #require(fixtures).appendingPathComponent("models")
    var found: [String] = []
    for folder in try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() {
      let inner = root.appendingPathComponent(folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: inner.path).sorted()
      where name.contains(".xcdatamodel") {
        let model = try ManagedObjectModel(contentsOf: inner.appendingPathComponent(name))
        found.append("\(folder) \(model.entities.count)")
      }
    }
    // Moody's pointer and its folders are the sharpest: six versions, the current one is the last.
    #expect(found.count == 18)
    #expect(found.contains("objcio-moody-migrations 3"), "\(found)")
    #expect(found.contains("swiftgen-kitchensink 8"))
    #expect(found.contains("loopkit-model 8"))
  }

  @Test func `models that were rebuilt from stores load`() throws {
    let root = try #require(fixtures).appendingPathComponent("stores")
    var count = 0
    for folder in try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() {
      let file = root.appendingPathComponent(folder)
        .appendingPathComponent("model-from-modelcache.contents.xml")
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      let model = try ManagedObjectModel(contentsOf: file)
      #expect(!model.entities.isEmpty)
      count += 1
    }
    #expect(count == 9)
  }

  /// Counts by the names of the index; what is not there is not mentioned.
  private func parts(of model: ManagedObjectModel) -> [String: Int] {
    let entities = model.entities
    let own = entities.flatMap { entity in
      entity.propertiesByName.values.filter {
        entity.superentity?.propertiesByName[$0.name] == nil
      }
    }
    let attributes = own.compactMap { $0 as? AttributeDescription }
    let relationships = own.compactMap { $0 as? RelationshipDescription }
    let selfish = entities.map { entity in
      entity.relationships(forDestination: entity).count
    }.reduce(0, +)
    let bounds = attributes.map { attribute -> Int in
      let bounds = attribute.validation
      let numbers = [bounds.min, bounds.max].count { $0 != nil }
      let lengths = [bounds.minLength, bounds.maxLength].count { $0 != nil }
      return numbers + lengths + (bounds.regularExpression == nil ? 0 : 1)
    }
    let renamed =
      entities.count { $0.renamingIdentifier != $0.name }
      + own.count { $0.renamingIdentifier != $0.name }
    let annotated = entities.count { !$0.userInfo.isEmpty } + own.count { !$0.userInfo.isEmpty }
    let parts: [String: Int] = [
      "entities": entities.count,
      "inherit": entities.count { $0.superentity != nil },
      "abstract": entities.count(where: \.isAbstract),
      "ordered": relationships.count(where: \.isOrdered),
      "cascade": relationships.count { $0.deleteRule == .cascade },
      "m2m-sides": relationships.count {
        $0.isToMany && $0.inverseRelationship?.isToMany == true
      },
      "self-ref": selfish,
      "fetchedProp": own.count { $0 is FetchedPropertyDescription },
      "fetchReqTemplate": model.fetchRequestTemplates.count,
      "config": model.configurations.count,
      "transformable": attributes.count { $0.attributeType == .transformable },
      "UUID": attributes.count { $0.attributeType == .uuid },
      "URI": attributes.count { $0.attributeType == .uri },
      "Decimal": attributes.count { $0.attributeType == .decimal },
      "derived": attributes.count(where: \.isDerived),
      "transient": attributes.count(where: \.isTransient),
      "externalBinary": attributes.count(where: \.allowsExternalBinaryDataStorage),
      "indexed": attributes.count(where: \.isIndexed),
      "min/max/regex": bounds.reduce(0, +),
      "unique": entities.map(\.uniquenessConstraints.count).reduce(0, +),
      "fetchIndex": entities.map(\.indexes.count).reduce(0, +),
      "compoundIndex": entities.map(\.compoundIndexes.count).reduce(0, +),
      "renamed": renamed,
      "userInfo": annotated,
    ]
    return parts.filter { $0.value > 0 }
  }
}
