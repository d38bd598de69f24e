// faultline inspect: what is in a model or a store of an app.

import Faultline
import FaultlineMeasures
import FaultlineSQLite
import FaultlineScenarios
import Foundation

/// Looks into a model or a store, and touches neither.
struct InspectCommand: Command {
  let name = "inspect"
  let summary = "Show what is in a model or in a SQLite store."
  let purpose = """
    Looks into a file of an app and leaves it, and its folder, as they are. Of a model it shows entities, \
    properties, rules and what is not understood; a model is Xcode's file or folder, a compiled one (.mom), or the \
    one that a store carries with it. Of a SQLite store it shows rows and bytes by entity, where every property is \
    kept, what does not fit the model, indexes, metadata, and whether saves to it are allowed. Where it keeps a \
    history of its changes, the rows and bytes of that are shown as well. Of several stores it also shows saves that one of them has and another one lacks.
    """
  let operands = OperandRule(placeholder: "FILE…", allowed: 1...16)
  private static let model = CommandOption(
    "model", .text("FILE"),
    help: "The model of the store, instead of the one inside it; any file that has a model.")
  private static let format = CommandOption<Format>(
    "format", .choice,
    help: "Text for people, JSON for programs, or the model alone as XML, as Xcode's 'contents'.")
  private static let purge = CommandOption<StoreInspection.HistoryLimit>(
    "purge-before", .historyLimit,
    help: """
      Try on a copy what a purge of the store's history would free: of what was saved before a day, a moment, or the \
      transaction of a number, as a token has it.
      """)
  let options: [any DeclaredOption] =
    [Self.model, Self.purge, Self.format] + CommonOptions.speaking
  let examples = [
    CommandExample(line: "faultline inspect App.sqlite", says: "Shows a store by its own model."),
    CommandExample(
      line: "faultline inspect App.sqlite --model App.xcdatamodeld",
      says: "Shows what of a model a store has, and what it has not."),
    CommandExample(
      line: "faultline inspect App.sqlite --purge-before 2026-11-01",
      says: "Shows the store's history, and what a purge of it would free."),
    CommandExample(
      line: "faultline inspect App.sqlite Archive.sqlite",
      says: "Shows two stores of one coordinator, and whether a save reached only one of them."),
    CommandExample(
      line:
        "mkdir App.xcdatamodel && faultline inspect App.sqlite --format xml > App.xcdatamodel/contents",
      says: "Gives a store that lost its project a model to go on with."),
  ]

  /// How findings are written.
  private enum Format: String, CaseIterable, Sendable {
    case text, json, xml
  }

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let format = arguments[Self.format] ?? .text
    guard arguments.operands.count == 1 || format == .text else {
      throw UsageError(
        "\(Self.format.spelling) \(format.rawValue) takes one file at a time.", command: name)
    }
    var stores: [(name: String, findings: StoreInspection)] = []
    for (place, file) in arguments.operands.enumerated() {
      if place > 0 { try console.print("") }
      console.note("looking into \(file)")
      if let store = try show(file, format, arguments, console) { stores.append((file, store)) }
    }
    let torn = StoreInspection.tornSaves(among: stores).map(\.description)
    for part in PageParts.list("Saves that one of them lacks", torn) {
      try console.print("\n\(part)")
    }
    return .held
  }

  /// Prints what is in a file, and returns it where that is a store.
  private func show(
    _ file: String, _ format: Format, _ arguments: ParsedArguments, _ console: Console
  ) throws -> StoreInspection? {
    guard
      try FilePath.reading(file, { url throws(GraphError) in try ModelFinder.kind(of: url) })
        == .store
    else {
      for (option, isGiven) in [
        (Self.model.spelling, arguments[Self.model] != nil),
        (Self.purge.spelling, arguments[Self.purge] != nil),
      ] where isGiven {
        throw UsageError(
          "\(option) goes with a store, and \(quoted(file)) is none.", command: name)
      }
      try print(page(try model(file), file, format), format, console)
      return nil
    }
    let given = try arguments[Self.model].map { try model($0) }
    let store = try FilePath.reading(file) { url throws(GraphError) in
      try StoreInspection(of: url, model: given, purging: arguments[Self.purge])
    }
    if arguments[Self.purge] != nil, store.history?.purge == nil {
      throw Diagnostic(
        store.history == nil
          ? "the store keeps no history of its changes, so there is nothing to purge"
          : "the store's history has no dates or no transactions, so no purge can be tried",
        file: file)
    }
    try print(try page(store, file, format), format, console)
    return store
  }

  /// Prints text for people without what could steer their terminal, and documents as they are.
  private func print(_ page: String, _ format: Format, _ console: Console) throws {
    guard format == .text else { return try console.print(page: page) }
    try console.print(page.hasSuffix("\n") ? String(page.dropLast()) : page)
  }

  private func model(_ file: String) throws -> ManagedObjectModel {
    try FilePath.reading(file) { url throws(GraphError) in try ModelFinder.model(at: url) }
  }

  // MARK: - Pages

  private func page(_ model: ManagedObjectModel, _ file: String, _ format: Format) -> String {
    switch format {
    case .text: ModelPage(ModelFacts(model), of: file).text
    case .json:
      StableJSON.text(of: Document(kind: "model", file: file, findings: ModelFacts(model)))
    case .xml: model.contentsXML
    }
  }

  private func page(
    _ store: StoreInspection, _ file: String, _ format: Format
  ) throws(Diagnostic) -> String {
    switch format {
    case .text: return StorePage(store, of: file).text
    case .json:
      return StableJSON.text(of: Document(kind: "store", file: file, findings: store))
    case .xml:
      guard let model = store.model else {
        let problem =
          store.modelSource == .unusable
          ? "the model inside the store cannot be used" : "the store has no model inside"
        throw Diagnostic(
          "\(problem); name one with --model", file: file, notes: store.modelWarnings)
      }
      return page(model, file, .xml)
    }
  }

  /// What is printed as JSON; fields are added to a version, never removed.
  private struct Document<Findings: Encodable>: Encodable {
    let schemaVersion = DocumentSchema.inspection.version
    let kind: String
    let file: String
    let findings: Findings
  }
}
