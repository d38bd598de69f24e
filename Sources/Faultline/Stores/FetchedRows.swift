// The answer of a store on its way up: keys, and rows where they were asked for.

/// Rows of one fetch, entity by entity; a row that is in use already is not made again.
package final class FetchedRows {
  /// Where an entity's entries begin.
  struct Run {
    let entity: EntityDescription
    let space: KeySpace
    let cache: RowTable
    let start: Int
  }

  /// One answer.
  struct Entry {
    let key: Int64
    var row: Row?
  }

  private var runs: [Run] = []
  private var entries: ContiguousArray<Entry> = []
  private let space: KeySpace
  private let cache: (EntityDescription) -> RowTable
  /// How many rows were read anew.
  private(set) var rowsRead = 0

  init(space: KeySpace, cache: @escaping (EntityDescription) -> RowTable) {
    self.space = space
    self.cache = cache
  }

  /// Opens the run of an entity.
  package func begin(_ entity: EntityDescription, expecting count: Int = 0) {
    runs.append(Run(entity: entity, space: space, cache: cache(entity), start: entries.count))
    entries.reserveCapacity(entries.count + count)
  }

  /// Offers a key with its version; true if a row of that version is in use, and nothing need be read.
  package func offer(_ key: Int64, version: Int32) -> Bool {
    guard let row = runs.last?.cache.row(key), row.header.version == version else { return false }
    entries.append(Entry(key: key, row: row))
    return true
  }

  /// Takes a row that was read.
  package func append(_ row: Row) {
    runs.last?.cache.adopt(row)
    entries.append(Entry(key: row.key, row: row))
    rowsRead += 1
  }

  /// Takes a key whose values were not asked for.
  package func append(key: Int64) { entries.append(Entry(key: key, row: nil)) }

  /// How many answers there are.
  package var count: Int { entries.count }

  func append(_ others: FetchedRows) {
    for run in others.runs {
      runs.append(
        Run(
          entity: run.entity, space: run.space, cache: run.cache, start: entries.count + run.start))
    }
    entries.append(contentsOf: others.entries)
    rowsRead += others.rowsRead
  }

  /// Visits the runs with the places of their entries.
  func forEachRun(_ body: (Run, Range<Int>) -> Void) {
    for (index, run) in runs.enumerated() {
      body(run, run.start..<(index + 1 < runs.count ? runs[index + 1].start : entries.count))
    }
  }

  /// The key at a place.
  func key(at place: Int) -> Int64 { entries[place].key }

  /// Takes the row out of a place: handed over, it need not be counted, and so not be touched.
  func takeRow(at place: Int) -> Row? {
    var row: Row?
    swap(&row, &entries[place].row)
    return row
  }
}
