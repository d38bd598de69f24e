// How a pass is sent from process to process: numbers beside a list of names that is sent once.

/// A pass has a hundred checkpoints and each of them a hundred readings, mostly of the same metrics in the same order.
extension Sample: Codable {
  private enum CodingKeys: String, CodingKey {
    case pass, metrics, checkpoints
  }

  private struct Sent: Codable {
    let name: String
    let origin: CheckpointOrigin?
    let isPartial: Bool?
    /// The place of its metrics among the lists of them.
    let metrics: Int
    /// Their quantities, in one text: a library for JSON makes a box of each number.
    let quantities: String
  }

  /// Writes each list of metrics once.
  package func encode(to encoder: any Encoder) throws {
    var lists: [[String]] = []
    let sent = checkpoints.map { checkpoint in
      let place =
        lists.firstIndex { $0.elementsEqual(checkpoint.readings.lazy.map(\.metric)) }
        ?? lists.count
      if place == lists.count { lists.append(checkpoint.readings.map(\.metric)) }
      return Sent(
        name: checkpoint.name, origin: checkpoint.origin,
        isPartial: checkpoint.isPartial ? true : nil, metrics: place,
        quantities: checkpoint.readings.map(\.quantity.description).joined(separator: " "))
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pass, forKey: .pass)
    try container.encode(lists, forKey: .metrics)
    try container.encode(sent, forKey: .checkpoints)
  }

  /// Reads a pass; a checkpoint with more or fewer numbers than metrics is an error.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let lists = try container.decode([[String]].self, forKey: .metrics)
    let sent = try container.decode([Sent].self, forKey: .checkpoints)
    let checkpoints = try sent.map { sent in
      let quantities = sent.quantities.split(separator: " ").compactMap { Quantity($0) }
      guard lists.indices.contains(sent.metrics), lists[sent.metrics].count == quantities.count
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .checkpoints, in: container,
          debugDescription: "'\(sent.name)' has not a number for each of its metrics")
      }
      return Checkpoint(
        name: sent.name,
        readings: zip(lists[sent.metrics], quantities).map {
          Reading(metric: $0, quantity: $1)
        },
        origin: sent.origin, isPartial: sent.isPartial ?? false)
    }
    self.init(pass: try container.decode(Int.self, forKey: .pass), checkpoints: checkpoints)
  }
}
