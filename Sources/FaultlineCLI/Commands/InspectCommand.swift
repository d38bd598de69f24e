// faultline inspect: what is in a model or a store of an app.

import Faultline
import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
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
    help:
      "Text for people, also as Markdown or a page for a browser; JSON for programs; or the model alone as XML, as Xcode's 'contents'."
  )
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
    case text, markdown, html, json, xml
  }

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let format = arguments[Self.format] ?? .text
    guard arguments.operands.count == 1 || [.text, .markdown].contains(format) else {
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
    if !torn.isEmpty {
      try console.print("")
      try console.print(
        Page([.bullets("Saves that one of them lacks", torn)]),
        as: format == .markdown ? .markdown : .terminal)
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
      let model = try model(file)
      try print(
        ModelPage.page(ModelFacts(model), of: file), format, console,
        json: {
          StableJSON.text(of: Document(kind: "model", file: file, findings: ModelFacts(model)))
        }, xml: { () throws(Diagnostic) in model.contentsXML })
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
    try print(
      StorePage.page(store, of: file), format, console,
      json: { StableJSON.text(of: Document(kind: "store", file: file, findings: store)) },
      xml: { () throws(Diagnostic) in try xml(of: store, file) })
    return store
  }

  private func print(
    _ page: Page, _ format: Format, _ console: Console, json: () -> String,
    xml: () throws(Diagnostic) -> String
  ) throws {
    switch format {
    case .text: try console.print(page)
    case .markdown: try console.print(page, as: .markdown)
    case .html: try console.print(page, as: .html)
    case .json: try console.print(page: json())
    case .xml: try console.print(page: xml())
    }
  }

  private func model(_ file: String) throws -> ManagedObjectModel {
    try FilePath.reading(file) { url throws(GraphError) in try ModelFinder.model(at: url) }
  }

  /// The model inside a store.
  private func xml(of store: StoreInspection, _ file: String) throws(Diagnostic) -> String {
    guard let model = store.model else {
      let problem =
        store.modelSource == .unusable
        ? "the model inside the store cannot be used" : "the store has no model inside"
      throw Diagnostic("\(problem); name one with --model", file: file, notes: store.modelWarnings)
    }
    return model.contentsXML
  }

  /// What is printed as JSON; fields are added to a version, never removed.
  private struct Document<Findings: Encodable>: Encodable {
    let schemaVersion = DocumentSchema.inspection.version
    let kind: String
    let file: String
    let findings: Findings
  }
}
