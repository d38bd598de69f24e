// The file of a store, opened: to read and write, or only to read.

internal import Faultline
import Foundation

/// What a store needs of its file.
struct OpenFile {
  let file: StoreFile
  let identifier: UUID
  /// The schema of the model with the file's names.
  let schema: PhysicalSchema
  /// What the model and the file do not agree on; nothing in a file that is written to.
  let differences: [String]
  /// What an old file does by itself.
  let machinery: ForeignMachinery?
  /// Whether there is a history of the store's changes.
  let keepsHistory: Bool
  let reading: Connection
  /// Nil where saves are refused.
  let writing: Connection?
  /// The error of a save to it.
  let refusalOfSaves: GraphError

  init(
    _ url: URL, _ model: ManagedObjectModel, _ options: StoreOptions
  ) throws(GraphError) {
    let file = try StoreFile(url, options)
    try file.refuseStrangeJournal()
    if !options.isReadOnly {
      let opening = StoreOpening(file.path, model, options)
      let findings = try file.lookingFirst { connection throws(GraphError) in
        try opening.look(connection)
      }
      guard let objection = findings?.machinery.objection, options.readsWhatCannotBeWritten else {
        try self.init(writingTo: file, findings, opening)
        return
      }
      var options = options
      options.isReadOnly = true
      let reason = StoreOpening.sentence(objection, file.path) + "."
      try self.init(
        reading: try StoreFile(url, options), StoreOpening(file.path, model, options),
        GraphError(.save, reason))
      return
    }
    try self.init(reading: file, StoreOpening(file.path, model, options), .readOnlyStore)
  }

  private init(
    reading file: StoreFile, _ opening: StoreOpening, _ refusal: GraphError
  ) throws(GraphError) {
    reading = try file.reading()
    let findings = try opening.examine(reading)
    if !findings.isOwn {
      file.isForeign = true
      try reading.distrust()
    }
    self.file = file
    (identifier, schema) = (findings.identifier, findings.schema)
    (differences, machinery) = (findings.differences, findings.machinery)
    keepsHistory = findings.machinery.keepsHistory
    (writing, refusalOfSaves) = (nil, refusal)
  }

  /// An old file was looked at without a way to write to it: one that is refused stays as it is.
  private init(
    writingTo file: StoreFile, _ findings: StoreOpening.Findings?, _ opening: StoreOpening
  ) throws(GraphError) {
    if let findings {
      try opening.allowSaves(findings)
      file.isForeign = !findings.isOwn
    }
    let connection = try file.writing()
    if findings == nil, let made = try opening.make(connection) {
      (identifier, schema) = made
      machinery = nil
    } else {
      let known: StoreOpening.Findings
      if let findings { known = findings } else { known = try opening.examine(connection) }
      try opening.allowSaves(known)
      file.isForeign = !known.isOwn
      try connection.run("PRAGMA journal_mode = WAL")
      if opening.tracksHistory, !known.machinery.keepsHistory {
        try opening.addHistory(known.schema, connection)
      }
      (identifier, schema, machinery) = (known.identifier, known.schema, known.machinery)
    }
    keepsHistory = opening.tracksHistory
    self.file = file
    differences = []
    writing = connection
    reading = try file.reading()
    refusalOfSaves = .readOnlyStore
  }
}
