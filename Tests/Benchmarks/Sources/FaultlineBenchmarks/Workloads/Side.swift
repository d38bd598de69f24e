// What either side of the comparison can do: one company, from its making to its last fetch.

/// The workloads of one round, in their order; each returns a sum that the other side must reach too.
protocol Side: AnyObject {
  init(_ staff: Staff) throws

  /// W1a: makes departments and employees, relates them, and saves them all at once.
  func insertAndSave() throws -> Double

  /// Lets go of everything but the store, so that the next fetch finds no objects.
  func letGo() throws

  /// W2: fetches every employee and reads each one's salary.
  func fetchAndRead() throws -> Double

  /// W5, first half: raises every salary by one.
  func change() throws -> Double

  /// W5, second half: writes what was changed.
  func save() throws -> Double

  /// W7: fetches every employee again, while all of them are there.
  func refetch() throws -> Double
}

/// One workload's two halves of a round.
enum Workload: String, CaseIterable {
  case insert = "W1a insert + save"
  case fetch = "W2  fetch + realize"
  case change = "W5  change all"
  case save = "W5  save all"
  case refetch = "W7  fetch again"

  func run(_ side: some Side) throws -> Double {
    switch self {
    case .insert: try side.insertAndSave()
    case .fetch: try side.fetchAndRead()
    case .change: try side.change()
    case .save: try side.save()
    case .refetch: try side.refetch()
    }
  }
}
