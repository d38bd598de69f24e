// Flags in a number: the signs and functions that work on bits, alike in memory and in SQL.

import Faultline
import FaultlineSQLite
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct BitPredicateTests {
  private static let flags: [Int?] = [0, 1, 2, 4, 5, 6, -1, -8, .max, .min, nil]

  private struct World {
    let context: ManagedObjectContext
    let folder: StoreFolder
    let items: [ManagedObject]

    init(_ kind: StoreKind) throws {
      folder = try StoreFolder()
      let model = try ManagedObjectModel(entities: [
        EntityDescription(
          name: "Item",
          attributes: [
            AttributeDescription("place", .integer16), AttributeDescription("flags", .integer64),
            AttributeDescription("weight", .double), AttributeDescription("isOpen", .boolean),
          ])
      ])
      context = try makeContext(on: kind.coordinator(model, in: folder))
      var items: [ManagedObject] = []
      for (place, flags) in BitPredicateTests.flags.enumerated() {
        let item = context.insertNewObject(forEntityName: "Item")
        item.setValue(place, forKey: "place")
        item.setValue(flags, forKey: "flags")
        item.setValue(flags.map { Double($0) * 1.25 }, forKey: "weight")
        item.setValue(place % 2 == 0, forKey: "isOpen")
        items.append(item)
      }
      self.items = items
      try context.save()
    }

    /// Where a predicate holds, by places; the store and the objects one by one must agree.
    func places(_ text: String) throws -> [Int] {
      let predicate = try FetchPredicate(format: text)
      let request = FetchRequest(
        entityName: "Item", predicate: predicate, sortKeys: [SortKey("place")])
      let found = try context.fetch(request).compactMap { $0.value(forKey: "place") as? Int }
      let judged = items.indices.filter { predicate.evaluate(with: items[$0]) }
      #expect(found == judged, "\(text)")
      return found
    }
  }

  /// What each must find, computed here and not by the engine.
  private static let meanings: [(text: String, holds: @Sendable (Int) -> Bool)] = [
    ("(flags & 4) == 4", { $0 & 4 == 4 }), ("flags & 4 == 4", { $0 & 4 == 4 }),
    ("(flags & 4) != 0", { $0 & 4 != 0 }), ("NOT (flags & 4) != 0", { $0 & 4 == 0 }),
    ("(flags | 1) == 5", { $0 | 1 == 5 }), ("(flags ^ 7) == 2", { $0 ^ 7 == 2 }),
    ("flags << 1 == 4", { $0 << 1 == 4 }), ("flags >> 1 == -4", { $0 >> 1 == -4 }),
    ("flags >> 64 == -1", { $0 >> 64 == -1 }), ("flags << 64 == 0", { $0 << 64 == 0 }),
    ("flags >> 70 == 0", { $0 >= 0 }), ("flags << -1 == 2", { $0 >> 1 == 2 }),
    ("flags >> -2 == 4", { $0 << 2 == 4 }), ("~flags == 0", { $0 == -1 }),
    ("~flags & 1 == 1", { ~$0 & 1 == 1 }), ("~(flags & 1) == -2", { $0 & 1 == 1 }),
    ("flags & 6 | 1 == 5", { $0 & 6 | 1 == 5 }), ("1 | flags & 6 == 5", { 1 | $0 & 6 == 5 }),
    ("flags ^ 1 | 2 == 7", { ($0 ^ 1) | 2 == 7 }), ("2 | flags ^ 1 == 7", { 2 | ($0 ^ 1) == 7 }),
    ("flags & 1 + 3 == 4", { $0 & 4 == 4 }), ("flags << 1 + 1 == 16", { $0 << 2 == 16 }),
    ("flags & 1 << 2 == 4", { $0 & 4 == 4 }), ("-1 ^ flags == -7", { -1 ^ $0 == -7 }),
    ("bitwiseAnd:with:(flags, 4) == 4", { $0 & 4 == 4 }),
    ("bitwiseOr:with:(flags, 1) == 5", { $0 | 1 == 5 }),
    ("bitwiseXor:with:(flags, 7) == 2", { $0 ^ 7 == 2 }),
    ("leftshift:by:(flags, 1) == 4", { $0 << 1 == 4 }),
    ("rightshift:by:(flags, 1) == -4", { $0 >> 1 == -4 }),
    ("onesComplement:(flags) == 0", { $0 == -1 }),
    ("FUNCTION(flags, 'bitwiseAnd:with:', 4) == 4", { $0 & 4 == 4 }),
    ("add:to:(flags, 1) == 6", { $0 == 5 }), ("from:subtract:(7, flags) == 2", { $0 == 5 }),
    ("modulus:by:(flags, 4) == 2", { $0 % 4 == 2 }),
  ]

  @Test(arguments: StoreKind.allCases)
  func `bits are found in both stores as Swift finds them`(kind: StoreKind) throws {
    let world = try World(kind)
    for (text, holds) in Self.meanings {
      let wanted = Self.flags.indices.filter { place in
        // What has no value has no bits: it is unlike every number, and equal to none.
        Self.flags[place].map(holds) ?? (text.contains("!=") && !text.hasPrefix("NOT"))
      }
      #expect(try world.places(text) == wanted, "\(text)")
      let printed = try FetchPredicate(format: text).description
      #expect(try world.places(printed) == wanted, "\(printed)")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `fractions are cut, what is too large counts as the largest, and truth is a bit`(
    kind: StoreKind
  ) throws {
    let world = try World(kind)
    // 1.25 times 0, 1, 2, 4, 5, 6, -1, -8, and two numbers beyond every integer.
    #expect(try world.places("weight & 1 == 1") == [1, 3, 5, 6, 8])
    #expect(try world.places("weight & weight == \(Int.max)") == [8])
    #expect(try world.places("weight | 0 == -1") == [6])
    #expect(try world.places("isOpen & 1 == 1") == [0, 2, 4, 6, 8, 10])
    #expect(try world.places("flags & NIL == NIL") == Array(Self.flags.indices))
  }

  @Test func `bits of text are refused with their place`() throws {
    let model = try companyModel()
    let predicate = try FetchPredicate(format: "name & 1 == 1")
    let error = #expect(throws: GraphError.self) {
      try makeContext(model).fetch(FetchRequest(entityName: "Employee", predicate: predicate))
    }
    #expect(error?.message.contains("a number belongs here, and this is text") == true)
  }
}
