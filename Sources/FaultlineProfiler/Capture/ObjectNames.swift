// What objects are called in a film: by their entity and a number, never by an address.

import Faultline
import FaultlineMeasures
import FaultlineReplay

/// The names of all objects that are in any captured graph.
struct ObjectNames {
  /// Which object it is of its entity, and the how manieth instance of its record.
  struct Name: Hashable {
    let entity: String
    let ordinal: Int
    let instance: Int
  }

  private(set) var names: [UInt64: Name] = [:]
  /// The context in which each object was seen first, where there are several.
  private var contexts: [UInt64: String] = [:]

  /// Numbers the objects of each entity in the order in which they came: instances of one record share a number.
  init(_ graphs: [CapturedGraph], _ saved: SavedRecords) {
    var records: [UInt64: ManagedObjectID] = [:]
    var order: [CapturedGraph.Object] = []
    for object in graphs.lazy.flatMap(\.objects) {
      if names[object.number] == nil {
        names[object.number] = Name(entity: object.entity, ordinal: 0, instance: 0)
        records[object.number] = saved[object.number]
        contexts[object.number] = object.condition.context
        order.append(object)
      }
      if let record = object.record { records[object.number] = record }
    }
    if Set(contexts.values).count < 2 { contexts = [:] }
    var ordinals: [String: Int] = [:]
    var known: [ManagedObjectID: (ordinal: Int, instances: [String: Int])] = [:]
    for object in order {
      let context = object.condition.context ?? ""
      if let record = records[object.number], var former = known[record] {
        former.instances[context, default: 0] += 1
        known[record] = former
        names[object.number] = Name(
          entity: object.entity, ordinal: former.ordinal,
          instance: former.instances[context] ?? 1)
        continue
      }
      let ordinal = (ordinals[object.entity] ?? 0) + 1
      ordinals[object.entity] = ordinal
      names[object.number] = Name(entity: object.entity, ordinal: ordinal, instance: 1)
      if let record = records[object.number] { known[record] = (ordinal, [context: 1]) }
    }
  }

  /// What a node of some objects is called.
  func node(of numbers: [UInt64]) -> Replay.Node {
    let members = numbers.compactMap { names[$0] }
    guard let first = members.first else { return Replay.Node(.objects, "") }
    let instance = members.allSatisfy { $0.instance == first.instance } ? first.instance : 1
    let primes = String(repeating: "′", count: min(instance - 1, 3))
    let homes = Set(numbers.map { contexts[$0] })
    let home = homes.count == 1 ? homes.first.flatMap { $0 }.map { "in \($0)" } : nil
    let words = home ?? (instance == 1 ? nil : "instance \(instance)")
    let isOne = members.count == 1
    return Replay.Node(
      .objects,
      "\(first.entity) " + (isOne ? "\(first.ordinal)" : "× \(grouped(members.count))") + primes,
      entity: first.entity, detail: words ?? (isOne ? nil : range(of: members)),
      instance: instance > 1 ? instance : nil, count: members.count)
  }

  /// `1–50`, or the first few.
  private func range(of members: [Name]) -> String? {
    let ordinals = members.map(\.ordinal).sorted()
    guard let first = ordinals.first, let last = ordinals.last else { return nil }
    if last - first == ordinals.count - 1 { return "\(grouped(first))–\(grouped(last))" }
    let few = ordinals.prefix(3).map(String.init).joined(separator: ", ")
    return ordinals.count > 3 ? few + ", …" : few
  }

  private func grouped(_ number: Int) -> String { NumberText.grouped(number) }
}
