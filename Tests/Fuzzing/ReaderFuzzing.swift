// Readers of foreign files under libFuzzer: 'FaultlineFuzzing READER [OPTION…] CORPUS'. '.ci/fuzz' builds and runs it.

import Faultline
import FaultlineRecordings
import FaultlineScenarios
import Foundation
import Glibc

@testable import FaultlineSQLite

/// libFuzzer's own loop: it calls the function with one input after the other.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// A reader of bytes, by the name that selects it; nothing that it is given may stop it.
private enum Reader: String, CaseIterable {
  case yaml, predicates, sql, lists, archives

  func read(_ bytes: [UInt8]) {
    switch self {
    case .yaml:
      _ = try? YAMLReader.read(bytes: bytes, file: "fuzzed.yaml")
      guard let text = String(validating: bytes, as: UTF8.self),
        let scenario = try? ScenarioReader.scenario(text, file: "fuzzed.yaml")
      else { return }
      _ = try? Plan(scenario, choosing: Choices(quick: true))
    case .predicates:
      guard let text = String(validating: bytes, as: UTF8.self),
        let predicate = try? FetchPredicate(checking: text)
      else { return }
      let printed = predicate.description
      let again = try? FetchPredicate(checking: printed)
      precondition(again?.description == printed, "another predicate is printed: \(printed)")
      try? predicate.check(against: Self.entity)
    case .sql:
      for keepsValues in [false, true] {
        var reader = RecordingReader(keepsValues: keepsValues)
        guard (try? reader.read(RecordingInput(name: "fuzzed.log", bytes: bytes))) != nil else {
          continue
        }
        _ = reader.recording(privacy: Privacy(keepsValues: keepsValues, coversNames: false)).json
      }
    case .lists:
      _ = PropertyListReader.values(Data(bytes))
      if PropertyListText.isOne(Data(bytes)) { _ = try? PropertyListText.binary(Data(bytes)) }
    case .archives:
      _ = try? ManagedObjectModel(compiled: Data(bytes))
      guard let unpacked = try? ModelCache.inflated(bytes) else { return }
      _ = try? ManagedObjectModel(compiled: Data(unpacked))
    }
  }

  private static let entity: EntityDescription = {
    let model = try? ManagedObjectModel(entities: [
      EntityDescription(
        name: "Employee",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("salary", .double),
          AttributeDescription("hired", .date),
        ],
        relationships: [
          .toOne("manager", "Employee", inverse: "reports"),
          .toMany("reports", "Employee", inverse: "manager"),
        ])
    ])
    guard let entity = try? model?.entity(named: "Employee") else {
      fatalError("the model of the fuzzed predicates is wrong")
    }
    return entity
  }()

  nonisolated(unsafe) static var chosen = Reader.yaml
}

@main
struct ReaderFuzzing {
  static func main() {
    guard let word = CommandLine.arguments.dropFirst().first, let reader = Reader(rawValue: word)
    else {
      print("Usage: FaultlineFuzzing \(Reader.allCases.map(\.rawValue).joined(separator: "|"))")
      exit(3)
    }
    Reader.chosen = reader
    // libFuzzer sees the words without the reader's name.
    var arguments = CommandLine.unsafeArgv + 1
    arguments[0] = CommandLine.unsafeArgv[0]
    var count = CommandLine.argc - 1
    let status = arguments.withMemoryRebound(
      to: UnsafeMutablePointer<CChar>?.self, capacity: Int(count) + 1
    ) { words in
      var words = words
      return withUnsafeMutablePointer(to: &words) { place in
        runDriver(&count, place) { bytes, size in
          Reader.chosen.read(Array(UnsafeBufferPointer(start: bytes, count: size)))
          return 0
        }
      }
    }
    exit(status)
  }
}
